import * as z from "zod";
import { locationKinds } from "#clinical/stock-locations/stock-locations.contract.ts";
import { stockLocationsTable } from "#clinical/stock-locations/stock-locations.table.ts";
import type { Change, Operation } from "#db/model.ts";
import type { Arrival, Guard, RecordName } from "#resource/command-writes.ts";
import { keptBatchStatuses, moveKinds } from "./stock-parts.contract.ts";
import { statusAt } from "./stock-places.commands.ts";
import { stockMovesTable, stockTable } from "./stock.table.ts";

const batchForm = z.object({
  branch_id: z.string(),
  item_id: z.string(),
  location_id: z.string(),
  batch_no: z.string(),
  expiry_date: z.string().nullable(),
  mfg_date: z.string().nullable(),
  status: z.enum(keptBatchStatuses),
});

/** A batch as a guard reads it. */
export type BatchFigures = z.output<typeof batchForm>;

const moveForm = z.object({
  stock_id: z.string(),
  branch_id: z.string(),
  item_id: z.string(),
  location_id: z.string(),
  batch_no: z.string(),
  kind: z.enum(moveKinds),
  quantity: z.int(),
  counted: z.int().nullable(),
  counterpart_id: z.string().nullable(),
  reason_code: z.string().nullable(),
});

/** A move as a guard reads it. */
export type MoveFigures = z.output<typeof moveForm>;

/** A batch by a row or the fields of a change; null where they are not of its form. */
export function batchOf(fields: unknown): BatchFigures | null {
  return batchForm.safeParse(fields).data ?? null;
}

/** A move by the fields of a change; null where they are not of its form. */
function moveOf({ fields }: Change): MoveFigures | null {
  return moveForm.safeParse(fields).data ?? null;
}

/** One move with its place among the changes of an operation. */
export interface PlacedMove {
  readonly nth: number;
  readonly id: string;
  readonly move: MoveFigures;
}

/** The moves among the changes of an operation, in their order; what is wrong where one is not of its form. */
export function placedMoves(changes: readonly Change[]): readonly PlacedMove[] | string {
  const moves: PlacedMove[] = [];
  for (const [nth, change] of changes.entries()) {
    if (change.table !== stockMovesTable.name) continue;
    const move = moveOf(change);
    if (move === null) return `changes.${nth}.fields: are not of their form`;
    moves.push({ nth, id: change.id, move });
  }
  return moves;
}

/** What a line of a paper moves. */
export interface MovedLine extends Pick<MoveFigures, "item_id" | "batch_no" | "quantity"> {
  readonly stock_id: string | null;
}

/** How the lines of a paper are moved: `sign` is -1 for what goes out. */
export interface MovedWay extends Pick<MoveFigures, "kind" | "location_id"> {
  readonly sign: 1 | -1;
}

/** What is wrong with moves that have to be those of a paper's lines, each once and in their order. */
export function linesMovedFault(
  moves: readonly PlacedMove[],
  lines: readonly MovedLine[],
  way: MovedWay,
): string | null {
  if (moves.length !== lines.length) return "changes: do not move what the lines say";
  for (const [index, { nth, move }] of moves.entries()) {
    const line = lines[index];
    const place = `changes.${nth}.fields`;
    if (move.kind !== way.kind) return `${place}.kind: is no move of this`;
    if (line === undefined || move.quantity !== way.sign * line.quantity)
      return `${place}.quantity: is not the line's`;
    const isOf =
      move.stock_id === line.stock_id &&
      move.item_id === line.item_id &&
      move.batch_no === line.batch_no &&
      move.location_id === way.location_id;
    if (!isOf) return `${place}.stock_id: is not the line's`;
  }
  return null;
}

/** What is wrong with a batch that is put on record, by the field: its place is the branch's, and says its state. */
export function newBatchFault(batch: BatchFigures, { before }: Arrival): string | null {
  const { expiry_date: end, mfg_date: made } = batch;
  if (end !== null && made !== null && made >= end) return "mfg_date: is not before it expires";
  const place = before({ table: stockLocationsTable.name, id: batch.location_id });
  if (place === null) return null;
  if (place.branch_id !== batch.branch_id) return "location_id: is another branch's";
  const kind = z.enum(locationKinds).safeParse(place["kind"]);
  const isSo = !kind.success || [statusAt(kind.data), "recalled"].includes(batch.status);
  return isSo ? null : "status: is not that of what stands there";
}

/** What is wrong with a move of a batch, by the field: it is of that batch, where that stands. */
export function placedFault(move: MoveFigures, batch: BatchFigures): string | null {
  const names = ["branch_id", "item_id", "location_id", "batch_no"] as const;
  const off = names.find((name) => move[name] !== batch[name]);
  return off === undefined ? null : `${off}: is not the batch's`;
}

/** What a command asks of batches and moves beyond what holds for all of them; each says what is wrong, by the field. */
interface BatchChecks {
  readonly made?: (change: Change, batch: BatchFigures) => string | null;
  readonly moved?: (move: MoveFigures, batch: BatchFigures) => string | null;
}

/** What is wrong with the batches that an operation puts on record and with its moves of batches, by the place in it. */
export function batchesFault(
  moves: readonly PlacedMove[],
  arrival: Arrival,
  { made, moved }: BatchChecks,
): string | null {
  const fresh = new Map<string, BatchFigures>();
  for (const [nth, change] of arrival.operation.changes.entries()) {
    if (change.table !== stockTable.name) continue;
    const batch = batchOf(change.fields);
    if (batch === null) return `changes.${nth}.fields.status: is not of its form`;
    const fault = made?.(change, batch) ?? newBatchFault(batch, arrival);
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
    fresh.set(change.id, batch);
  }
  for (const { nth, move } of moves) {
    const { stock_id: id } = move;
    const batch = fresh.get(id) ?? batchOf(arrival.before({ table: stockTable.name, id }));
    const fault =
      batch === null ? null : (placedFault(move, batch) ?? moved?.(move, batch) ?? null);
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
}

/** The places of the batches that an operation puts on record. */
export function openingJudgedBy({ changes }: Operation): readonly RecordName[] {
  return changes.flatMap(({ table, kind, fields }) => {
    const id = fields["location_id"];
    const isNew = table === stockTable.name && kind === "insert" && typeof id === "string";
    return isNew ? [{ table: stockLocationsTable.name, id }] : [];
  });
}

/** By which records moves are judged where they arrive: the batches, and the places of those that are put on record. */
export function moveJudgedBy(operation: Operation): readonly RecordName[] {
  const batches = operation.changes.flatMap(({ table, fields }) => {
    const id = fields["stock_id"];
    return table === stockMovesTable.name && typeof id === "string"
      ? [{ table: stockTable.name, id }]
      : [];
  });
  return [...batches, ...openingJudgedBy(operation)];
}

/** What a batch has to be that arrives with what is there of it. */
export const openingGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const [made, moved, ...more] = changes;
  if (made === undefined || moved === undefined || more.length > 0)
    return "changes: are a batch and what is there of it";
  if (moved.table !== stockMovesTable.name) return "changes.1.table: is no move of the batch";
  const [batch, move] = [batchOf(made.fields), moveOf(moved)];
  if (batch === null) return "changes.0.fields: are not of their form";
  if (move === null) return "changes.1.fields: are not of their form";
  const fault = newBatchFault(batch, arrival);
  if (fault !== null) return `changes.0.fields.${fault}`;
  if (move.kind !== "opening") return "changes.1.fields.kind: is no opening";
  if (move.quantity < 1) return "changes.1.fields.quantity: is nothing that is there";
  if (move.stock_id !== made.id) return "changes.1.fields.stock_id: is not the batch";
  const off = placedFault(move, batch);
  return off === null ? null : `changes.1.fields.${off}`;
};
