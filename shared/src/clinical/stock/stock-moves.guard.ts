import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { isOfNumber } from "./stock-parts.contract.ts";
import { stockCrud } from "./stock.contract.ts";
import { countedFault } from "./stock-counts.guard.ts";
import {
  batchesFault,
  batchOf,
  newBatchFault,
  placedFault,
  placedMoves,
  type BatchFigures,
  type MoveFigures,
  type PlacedMove,
} from "./stock.guard.ts";
import { stockTable } from "./stock.table.ts";

/** Of each kind whether a quantity is one of it: nothing more may come of it than is there. */
const fitting: Readonly<Record<string, (move: MoveFigures) => boolean>> = {
  count: ({ counted, quantity, reason_code: reason }) =>
    counted !== null && counted >= 0 && (quantity === 0 || reason !== null),
  write_off: ({ quantity, reason_code: reason }) => quantity < 0 && reason !== null,
  transfer: ({ quantity }) => quantity !== 0,
  quarantine: ({ quantity, reason_code: reason }) => quantity !== 0 && reason !== null,
  release: () => true,
  recall: ({ quantity, reason_code: reason }) => quantity === 0 && reason !== null,
};

const goingElsewhere: readonly string[] = ["transfer", "quarantine", "release"];

function pairFault(moves: readonly PlacedMove[]): string | null {
  const [out, into] = moves;
  if (out === undefined || !goingElsewhere.includes(out.move.kind)) return null;
  if (out.move.quantity === 0) return null;
  if (into === undefined || moves.length !== 2) return "changes: are what goes and what comes";
  const place = `changes.${into.nth}.fields`;
  if (into.move.quantity !== -out.move.quantity || into.move.quantity < 1)
    return `${place}.quantity: is not what has gone from the other place`;
  const isPair = into.move.counterpart_id === out.id && out.move.counterpart_id === into.id;
  if (!isPair) return `${place}.counterpart_id: is not the other move`;
  const isSame = (["item_id", "batch_no"] as const).every(
    (name) => into.move[name] === out.move[name],
  );
  return isSame ? null : `${place}.batch_no: is another batch`;
}

function movesFault(moves: readonly PlacedMove[], arrival: Arrival): string | null {
  const [first] = moves;
  if (first === undefined) return "changes: move nothing";
  const { kind } = first.move;
  for (const { nth, move } of moves) {
    if (move.kind !== kind) return `changes.${nth}.fields.kind: is not that of the first`;
    if (fitting[kind]?.(move) !== true)
      return `changes.${nth}.fields.quantity: is none of a ${kind}`;
    // What blocks a number, or sets it free, does so for those below it.
    const isSame =
      move.quantity === 0
        ? isOfNumber(move.batch_no, first.move.batch_no)
        : move.batch_no === first.move.batch_no;
    if (move.item_id !== first.move.item_id || !isSame)
      return `changes.${nth}.fields.batch_no: is another batch`;
  }
  const isAlone = kind === "count" || kind === "write_off";
  if (isAlone && moves.length > 1) return "changes: are one move of this kind";
  const { roles } = arrival;
  if (kind === "release" && roles !== null && !isAllowed(roles, stockCrud.resource, "approve"))
    return "changes.0.fields.kind: is not theirs to release";
  return pairFault(moves);
}

/** A batch that an operation changes or makes, as it is before and after. */
interface Met {
  readonly change: Change;
  readonly before: BatchFigures | null;
  readonly after: BatchFigures | null;
}

function batchFault({ change, before, after }: Met, kind: string, arrival: Arrival): string | null {
  if (after === null) return "status: is not of its form";
  if (change.kind === "insert")
    return goingElsewhere.includes(kind)
      ? newBatchFault(after, arrival)
      : "status: is not put on record by this";
  if (before === null) return null;
  if (kind === "recall") return after.status === "recalled" ? null : "status: is not recalled";
  if (kind !== "release" || before.status !== "recalled") return "status: is not changed by this";
  return newBatchFault(after, arrival);
}

function wayFault(move: MoveFigures, batch: BatchFigures): string | null {
  if (move.kind === "transfer" && batch.status !== "available")
    return "kind: moves what is blocked";
  const isOut = move.kind === "release" && move.quantity < 0;
  return isOut && batch.status !== "quarantined" ? "kind: releases what is not set aside" : null;
}

/**
 * What the count of a place has to be where it arrives: a count of each of its batches, each once, of one sheet and one
 * place, with a reason where it differs; also of those that it puts on record, having found them there.
 */
export const countGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const moves = placedMoves(changes);
  if (typeof moves === "string") return moves;
  const [first] = moves;
  const made = changes.filter(({ table, kind }) => table === stockTable.name && kind === "insert");
  if (first === undefined || moves.length + made.length < changes.length)
    return "changes: are counts, and batches that were found, alone";
  const seen = new Set<string>();
  const sheet = changes[first.nth]?.fields["source_id"] ?? null;
  if (sheet === null) return `changes.${first.nth}.fields.source_id: is of no sheet`;
  for (const { nth, move } of moves) {
    const place = `changes.${nth}.fields`;
    if (move.kind !== "count") return `${place}.kind: is no count`;
    if (fitting["count"]?.(move) !== true) return `${place}.quantity: is none of a count`;
    if (changes[nth]?.fields["source_id"] !== sheet) return `${place}.source_id: is another sheet`;
    if (move.location_id !== first.move.location_id)
      return `${place}.location_id: is another place`;
    if (seen.has(move.stock_id)) return `${place}.stock_id: is counted twice`;
    seen.add(move.stock_id);
  }
  const uncounted = made.find(({ id }) => !seen.has(id));
  if (uncounted !== undefined)
    return `changes.${changes.indexOf(uncounted)}.fields: are of a batch that was not counted`;
  return batchesFault(moves, arrival, {}) ?? countedFault(moves, arrival);
};

/**
 * What moves of stock have to be where they arrive: of their batch, where it stands, of the kind that they say, and as much
 * at one place as at the other. What is there is the sum of all moves, which the receiver works out; that goods are on the
 * shelf, it cannot see.
 */
export const moveGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const moves = placedMoves(changes);
  if (typeof moves === "string") return moves;
  const made = new Map<string, BatchFigures | null>();
  for (const change of changes)
    if (change.table === stockTable.name && change.kind === "insert")
      made.set(change.id, batchOf(change.fields));
  const fault = movesFault(moves, arrival);
  if (fault !== null) return fault;
  for (const { nth, move } of moves) {
    const batch =
      made.get(move.stock_id) ??
      batchOf(arrival.before({ table: stockTable.name, id: move.stock_id }));
    const off = batch === null ? null : (placedFault(move, batch) ?? wayFault(move, batch));
    if (off !== null) return `changes.${nth}.fields.${off}`;
  }
  const [first] = moves;
  for (const [nth, change] of changes.entries()) {
    if (change.table !== stockTable.name) continue;
    const before = change.kind === "insert" ? {} : arrival.before(change);
    const met = {
      change,
      before: batchOf(before),
      after: batchOf({ ...before, ...change.fields }),
    };
    if (change.kind === "update" && before === null) continue;
    const off = batchFault(met, first?.move.kind ?? "", arrival);
    if (off !== null) return `changes.${nth}.fields.${off}`;
  }
  return countedFault(moves, arrival);
};
