import type { ReceivedLine } from "./goods-receipt-parts.contract.ts";

/** How many units of a line are taken in at the most: a twentieth more than was ordered. */
export function mostToReceive(quantity: number): number {
  return quantity + Math.floor(quantity / 20);
}

/** What has come of each line of an order, without what was given besides. */
export function cameOf(
  lines: readonly Pick<ReceivedLine, "po_line_no" | "accepted_qty">[],
  sign: 1 | -1 = 1,
): ReadonlyMap<number, number> {
  const came = new Map<number, number>();
  for (const { po_line_no: no, accepted_qty: quantity } of lines)
    if (no !== null) came.set(no, (came.get(no) ?? 0) + sign * quantity);
  return came;
}
