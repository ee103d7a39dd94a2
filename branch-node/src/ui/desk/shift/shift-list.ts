import type * as z from "zod";
import type { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import type { Tender } from "@edgeward/shared/clinical/payments/payments.contract.ts";

/** A shift at a drawer. */
export type CashierShift = z.output<typeof cashierShiftsContract.get.response>;

/** What the page of shifts is about, for whoever looks at it. */
export interface ShiftsOf {
  /** Theirs that is not closed, the newest first. */
  readonly own: readonly CashierShift[];
  /** Those that others have handed over to them. */
  readonly offered: readonly CashierShift[];
}

/** Sorts the shifts of a branch for one of its staff. */
export function shiftsOf(shifts: readonly CashierShift[], staffId: string): ShiftsOf {
  return {
    own: shifts.filter((each) => each.cashier_id === staffId && each.status !== "closed"),
    offered: shifts.filter((each) => each.status === "handed_over" && each.handed_to === staffId),
  };
}

/** A payment, as far as it says by what was paid. */
interface Paid {
  readonly kind: string;
  readonly tenders: readonly Tender[];
}

/** What came in and went out by one tender. */
export interface TenderTaking {
  readonly method: Tender["method"];
  readonly received: number;
  readonly returned: number;
}

/** What has come in and gone out by each tender so far. Cash is left out: it is counted blind. */
export function takenSoFar(payments: readonly Paid[]): readonly TenderTaking[] {
  const sums = new Map<TenderTaking["method"], TenderTaking>();
  for (const { kind, tenders } of payments) {
    const isBack = kind === "refund" || kind === "void";
    for (const { method, amount_minor: amount } of tenders) {
      if (method === "cash") continue;
      const before = sums.get(method) ?? { method, received: 0, returned: 0 };
      sums.set(method, {
        method,
        received: before.received + (isBack ? 0 : amount),
        returned: before.returned + (isBack ? amount : 0),
      });
    }
  }
  return [...sums.values()];
}

/** The notes and coins that are counted in a currency, the largest first, in minor units. */
export function denominationsOf(currency: string): readonly number[] {
  const rupees = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100];
  return currency === "INR" ? rupees : [];
}
