import * as z from "zod";
import {
  batchesFault,
  linesMovedFault,
  placedMoves,
  type PlacedMove,
} from "#clinical/stock/stock.guard.ts";
import { isOfNumber } from "#clinical/stock/stock-parts.contract.ts";
import { stockTable } from "#clinical/stock/stock.table.ts";
import type { Change, SqlRow } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { withChange } from "#write/row-change.ts";
import { stockTransfersTable } from "./stock-transfers.table.ts";
import {
  arrivedStatus,
  keptArrived,
  keptSent,
  keptSettled,
  leftOnTheWay,
  openMissing,
  transferStatuses,
} from "./transfer-parts.contract.ts";

const figures = z.object({
  branch_id: z.string(),
  from_location_id: z.string(),
  to_branch_id: z.string(),
  lines: keptSent,
  receipts: keptArrived,
  settlements: keptSettled.nullish().transform((said) => said ?? []),
  status: z.enum(transferStatuses),
});
type Figures = z.output<typeof figures>;
type Settlement = Figures["settlements"][number];

const label = [
  "expiry_date",
  "mfg_date",
  "mrp_minor",
  "cost_minor",
  "gst_rate_bp",
  "gtin",
  "supplier_id",
] as const;

function sentFault(row: Figures, moves: readonly PlacedMove[], { before }: Arrival): string | null {
  const own = "changes.0.fields";
  if (row.settlements.length > 0) return `${own}.settlements: are of what is missing`;
  if (row.receipts.length > 0) return `${own}.receipts: are of what has come`;
  if (row.status !== "in_transit") return `${own}.status: of a new one is in_transit`;
  for (const [nth, line] of row.lines.entries()) {
    const batch = before({ table: stockTable.name, id: line.stock_id });
    if (batch === null) continue;
    if (batch["status"] !== "available") return `${own}.lines.${nth}.stock_id: is blocked`;
    const off = label.find((name) => batch[name] !== line[name]);
    if (off !== undefined) return `${own}.lines.${nth}.${off}: is not the batch's`;
  }
  const { from_location_id: place } = row;
  return linesMovedFault(moves, row.lines, { kind: "transfer", location_id: place, sign: -1 });
}

/** What has come stands at the place that is said, of the batch that was sent, and no more of it than was on its way. */
function arrivedFault(row: Figures, before: Figures, moves: readonly PlacedMove[]): string | null {
  const own = "changes.0.fields";
  if (before.status !== "in_transit") return `${own}.receipts: are of what is on its way`;
  const fresh = row.receipts.slice(before.receipts.length);
  for (const [nth, one] of fresh.entries()) {
    if (one.quantity + one.missing === 0 || one.missing > 0 !== (one.reason_code !== null))
      return `${own}.receipts.${nth}.missing: is not explained`;
    if (one.quantity > 0 !== (one.stock_id !== null))
      return `${own}.receipts.${nth}.stock_id: is of what has come`;
  }
  const left = leftOnTheWay(row.lines, row.receipts);
  if (left.size > row.lines.length || [...left.values()].some((units) => units < 0))
    return `${own}.receipts: are more than was sent`;
  if (row.status !== arrivedStatus(row)) return `${own}.status: does not follow from what has come`;
  const came = fresh.filter(({ quantity }) => quantity > 0);
  if (moves.length !== came.length) return "changes: do not move what has come";
  for (const [index, { nth, move }] of moves.entries()) {
    const one = came[index];
    const line = row.lines.find(({ id }) => id === one?.line_id);
    const isOf =
      move.kind === "transfer" &&
      move.quantity === one?.quantity &&
      move.stock_id === one.stock_id &&
      move.location_id === one.location_id &&
      move.branch_id === row.to_branch_id &&
      move.item_id === line?.item_id &&
      isOfNumber(move.batch_no, line.batch_no);
    if (!isOf) return `changes.${nth}.fields.quantity: is not what has come`;
  }
  return null;
}

/** The moves that say what became of some of a line: back to where it was sent from, and off there what is given up. */
function settledMoves(row: Figures, one: Settlement): readonly Readonly<Record<string, unknown>>[] {
  const line = row.lines.find(({ id }) => id === one.line_id);
  const of = {
    stock_id: line?.stock_id,
    location_id: row.from_location_id,
    branch_id: row.branch_id,
  };
  const { found, written_off: off, reason_code } = one;
  const back = { ...of, kind: "transfer" as const, quantity: found + off };
  const given = { ...of, kind: "write_off" as const, quantity: -off, reason_code };
  return off === 0 ? [back] : [back, given];
}

/** What became of what was missing, and no more than was. */
function settledFault(row: Figures, before: Figures, moves: readonly PlacedMove[]): string | null {
  const own = "changes.0.fields";
  if (before.status !== "short") return `${own}.settlements: are of what is missing`;
  const fresh = row.settlements.slice(before.settlements.length);
  const nth = fresh.findIndex(
    ({ found, written_off: off, reason_code: reason }) =>
      found + off === 0 || off > 0 !== (reason !== null),
  );
  if (nth !== -1) return `${own}.settlements.${nth}.written_off: is not explained`;
  if (row.receipts.length > before.receipts.length)
    return `${own}.receipts: go with another change`;
  const left = openMissing(row);
  const isOther = [...left.keys()].some((id) => row.lines.every((line) => line.id !== id));
  if (isOther || [...left.values()].some((units) => units < 0))
    return `${own}.settlements: are more than is missing`;
  if (row.status !== arrivedStatus(row))
    return `${own}.status: does not follow from what became of it`;
  const wanted = fresh.flatMap((one) => settledMoves(row, one));
  if (moves.length !== wanted.length) return "changes: do not move what became of it";
  for (const [index, { nth: place, move }] of moves.entries()) {
    const asked = Object.entries(wanted[index] ?? {});
    const said = new Map<string, unknown>(Object.entries(move));
    if (asked.some(([name, value]) => said.get(name) !== value))
      return `changes.${place}.fields.quantity: is not what became of it`;
  }
  return null;
}

/** A batch that is put on record is one that was sent. */
function sentBatchFault({ lines }: Figures, { fields }: Change): string | null {
  const number = z.string().safeParse(fields["batch_no"]).data ?? "";
  const isSent = lines.some(
    (line) =>
      isOfNumber(number, line.batch_no) &&
      [...label, "item_id" as const].every((name) => fields[name] === line[name]),
  );
  return isSent ? null : "batch_no: is not what was sent";
}

/**
 * What a transfer has to be where it arrives: sent with a move for each line out of its batch, and received by the branch that
 * it is for, with a move for whatever has come.
 */
export const transferGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const [own] = changes;
  if (own?.table !== stockTransfersTable.name) return null;
  const moves = placedMoves(changes);
  if (typeof moves === "string") return moves;
  const stood: SqlRow | null = own.kind === "insert" ? {} : arrival.before(own);
  if (stood === null) return null;
  const came = withChange(stood, own, "receipts");
  const settled = withChange(stood, own, "settlements");
  const { settlements } = settled;
  const read = figures.safeParse({ ...came, settlements });
  if (!read.success)
    return `changes.0.fields.${read.error.issues[0]?.path.join(".") ?? "lines"}: is not of its form`;
  const before = figures.safeParse(stood);
  const fault = before.success
    ? changedFault(read.data, before.data, moves)
    : sentFault(read.data, moves, arrival);
  const made = (change: Change) => sentBatchFault(read.data, change);
  return fault ?? batchesFault(moves, arrival, { made });
};

function changedFault(row: Figures, before: Figures, moves: readonly PlacedMove[]): string | null {
  if (row.settlements.length > before.settlements.length) return settledFault(row, before, moves);
  if (row.receipts.length > before.receipts.length) return arrivedFault(row, before, moves);
  if (row.status !== before.status) return "changes.0.fields.receipts: are missing";
  return moves.length === 0 ? null : "changes: move nothing that has come";
}
