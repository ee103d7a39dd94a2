import type { moveReasons } from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import type { StockPlace } from "#ui/desk/stock/place-queries.ts";
import type { MoveKind } from "./stores-list.ts";
import type { MoveBody } from "./stores-queries.ts";

/** Why goods are not what they should be. */
export type MoveReason = (typeof moveReasons)[number];

/** What is typed of a move. */
export interface MoveDraft {
  readonly quantity: string;
  readonly place: string;
  readonly reason: MoveReason | "";
  readonly note: string;
}

/** What a kind of move asks, of a batch as it stands. A recalled batch is released as a whole. */
export function askedOf(kind: MoveKind, { status }: Pick<Batch, "status">) {
  const isWhole = kind === "recall" || (kind === "release" && status === "recalled");
  return {
    quantity: !isWhole,
    place: kind === "transfer" || kind === "quarantine" || (kind === "release" && !isWhole),
    reason: kind === "write_off" || kind === "quarantine" || kind === "recall" || kind === "count",
  };
}

/** The places to which a kind of move can lead: into quarantine goods are set aside, and out of it released. */
export function placesFor(
  kind: MoveKind,
  places: readonly StockPlace[],
  from: string,
): readonly StockPlace[] {
  return places.filter(
    ({ id, kind: of, status }) =>
      id !== from && status === "active" && (of === "quarantine") === (kind === "quarantine"),
  );
}

/** A whole number of units; of a count nothing can be there. */
export function readCount(typed: string): number | null {
  return /^\d{1,9}$/u.test(typed.trim()) ? Number(typed.trim()) : null;
}

/** What is lacking before it can be sent, by its field. */
export type MoveGap = "quantity" | "tooMuch" | "place" | "reason";

/** What of a move cannot be sent as it is. */
export function moveGaps(
  kind: MoveKind,
  batch: Pick<Batch, "status" | "on_hand">,
  { quantity, place, reason }: MoveDraft,
): readonly MoveGap[] {
  const asked = askedOf(kind, batch);
  const units = readCount(quantity);
  const isWrong = asked.quantity && (units === null || (kind !== "count" && units === 0));
  const isTooMuch = asked.quantity && kind !== "count" && units !== null && units > batch.on_hand;
  // A count that finds what should be there needs no reason.
  const isEven = kind === "count" && units === batch.on_hand;
  return [
    ...(isWrong ? ["quantity" as const] : []),
    ...(isTooMuch ? ["tooMuch" as const] : []),
    ...(asked.place && place === "" ? ["place" as const] : []),
    ...(asked.reason && !isEven && reason === "" ? ["reason" as const] : []),
  ];
}

/** What is sent of a move that lacks nothing. */
export function moveBody(
  kind: MoveKind,
  batch: Pick<Batch, "status">,
  { quantity, place, reason, note }: MoveDraft,
): MoveBody {
  const asked = askedOf(kind, batch);
  return {
    kind,
    ...(asked.quantity ? { quantity: readCount(quantity) ?? 0 } : {}),
    ...(asked.place ? { to_location_id: place } : {}),
    ...(reason === "" ? {} : { reason_code: reason }),
    ...(note.trim() === "" ? {} : { note: note.trim() }),
  };
}
