import { halfUpDivide } from "#kernel/money.ts";
import type { DispensedLine, DispensedReturn, DispenseStatus } from "./dispense-parts.contract.ts";

/** What is given out only for a prescription. */
const prescribedOnly: readonly string[] = ["h", "h1", "x", "narcotic"];
/** What is not given out by one person alone, and never comes back. */
const guarded: readonly string[] = ["x", "narcotic"];

/** Whether a medicine of a schedule is given out only for a prescription. */
export function needsPrescription(schedule: string | null): boolean {
  return schedule !== null && prescribedOnly.includes(schedule);
}

/** Whether somebody has to witness that a medicine of a schedule is given out. */
export function needsWitness(schedule: string | null): boolean {
  return schedule !== null && guarded.includes(schedule);
}

/** A batch of which some can be given out, as it stands on a shelf. */
export interface Choice {
  readonly id: string;
  readonly batch_no: string;
  readonly expiry_date: string | null;
  readonly there: number;
}

/** What is taken of a batch. */
export interface Taken<C extends Choice> {
  readonly batch: C;
  readonly quantity: number;
}

/** Batches in the order in which they expire; what never does comes last. */
export function byExpiry<C extends Choice>(batches: readonly C[]): readonly C[] {
  const key = ({ expiry_date: day, batch_no: no }: Choice) => `${day ?? "9999-12-31"} ${no}`;
  return batches.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** So many units of the batches that expire first; null where there are not as many. */
export function takeEarliest<C extends Choice>(
  batches: readonly C[],
  quantity: number,
): readonly Taken<C>[] | null {
  const taken: Taken<C>[] = [];
  let left = quantity;
  for (const batch of byExpiry(batches)) {
    const some = Math.min(left, Math.max(0, batch.there));
    if (some > 0) taken.push({ batch, quantity: some });
    left -= some;
    if (left === 0) return taken;
  }
  return null;
}

/** The price of a unit with its tax. */
export function taxedPrice(price: number, rateBp: number): number {
  return price + Number(halfUpDivide(BigInt(price) * BigInt(rateBp), 10_000n));
}

/** The most that a unit costs before tax, so that it does not come to more than what is printed on it. */
export function untaxedMrp(mrp: number, rateBp: number): number {
  return Number((BigInt(mrp) * 10_000n) / BigInt(10_000 + rateBp));
}

/** How many units of each line came back. */
export function returnedOf(returns: readonly Pick<DispensedReturn, "line_id" | "quantity">[]) {
  const sums = new Map<string, number>();
  for (const { line_id: id, quantity } of returns) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return sums;
}

/** The state of a dispense of which something came back. */
export function returnedStatus(
  lines: readonly Pick<DispensedLine, "id" | "quantity">[],
  returns: readonly Pick<DispensedReturn, "line_id" | "quantity">[],
): DispenseStatus {
  const sums = returnedOf(returns);
  const isAll = lines.every(({ id, quantity }) => sums.get(id) === quantity);
  return isAll ? "returned" : "partially_returned";
}

/** How many units of a prescribed medicine may be given out, in all its fills. */
export function mostOf({
  quantity,
  refills,
}: {
  readonly quantity: number;
  readonly refills: number;
}) {
  return Math.ceil(quantity * (1 + refills));
}
