import type { RefusedField } from "#contract/refused-fields.ts";
import type { Change, Operation } from "#db/model.ts";
import type { Arrival, JudgedBy, RowSum } from "#resource/command-writes.ts";
import { refusedCount } from "./count-faults.contract.ts";
import { moveJudgedBy, type MoveFigures, type PlacedMove } from "./stock.guard.ts";
import { stockMovesTable, stockTable } from "./stock.table.ts";

type Counted = Pick<MoveFigures, "stock_id" | "branch_id" | "location_id" | "item_id" | "batch_no">;

function madeBy(changes: readonly Change[]): ReadonlySet<string> {
  const made = changes.filter(({ table, kind }) => table === stockTable.name && kind === "insert");
  return new Set(made.map(({ id }) => id));
}

/** All that came and went of a batch that is counted; of one that was found, of that number at its place. */
function movesOf({ stock_id, ...batch }: Counted, isFound: boolean): RowSum {
  const { branch_id, location_id, item_id, batch_no } = batch;
  const of = isFound ? { branch_id, item_id, batch_no, location_id } : { stock_id };
  return { table: stockMovesTable.name, sum: "quantity", of };
}

function isCounted(fields: Change["fields"]): fields is Change["fields"] & Counted {
  const names = ["stock_id", "branch_id", "location_id", "item_id", "batch_no"] as const;
  return fields["kind"] === "count" && names.every((name) => typeof fields[name] === "string");
}

/** By what counts are judged where they arrive: by what moves are, and by what is there of what is counted. */
export function countJudgedBy(operation: Operation): ReturnType<JudgedBy> {
  const { changes } = operation;
  const made = madeBy(changes);
  const sums = changes.flatMap(({ table, fields }) =>
    table === stockMovesTable.name && isCounted(fields)
      ? [movesOf(fields, made.has(fields.stock_id))]
      : [],
  );
  return [...moveJudgedBy(operation), ...sums];
}

/**
 * What is wrong with counts, by their places in the operation: the difference is from what was there. A branch that was put
 * back to an old copy knows less of that, and would put what it has found before down a second time. All of a sheet lies aside
 * with it, for a sheet is what one person found at one place at one time; each line that is wrong is named.
 */
export function countedFault(
  moves: readonly PlacedMove[],
  arrival: Arrival,
): readonly RefusedField[] | null {
  const made = madeBy(arrival.operation.changes);
  const faults = moves.flatMap(({ nth, move }): readonly RefusedField[] => {
    const { kind, counted, quantity, stock_id: id, item_id, location_id, batch_no } = move;
    const isFound = made.has(id);
    const isHere = isFound || arrival.before({ table: stockTable.name, id }) !== null;
    if (kind !== "count" || counted === null || !isHere) return [];
    const known = counted - quantity;
    const there = arrival.sumOf(movesOf(move, isFound));
    const line = { stock_id: id, item_id, location_id, batch_no, counted };
    const fault = { ...line, book_quantity: known, on_record: there };
    return there === known ? [] : [refusedCount(`changes.${nth}.fields.quantity`, fault)];
  });
  return faults.length === 0 ? null : faults;
}
