/** The parts of the list of bills. */
export const billParts = ["today", "unpaid", "drafts", "all"] as const;

/** One part of the list of bills. */
export type BillPart = (typeof billParts)[number];

/** What stands in the address of the list of bills. */
export interface BillingSearch {
  readonly show?: BillPart | undefined;
}

/** Reads an address of the list; what it cannot mean is left out. */
export function billingSearch({ show }: Readonly<Record<string, unknown>>): BillingSearch {
  return { show: billParts.find((known) => known === show) };
}
