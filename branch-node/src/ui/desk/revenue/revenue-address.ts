import {
  revenueGroups,
  type RevenueGroup,
} from "@edgeward/shared/clinical/revenue/revenue.contract.ts";

/** With what a time can be compared. */
export const comparisons = ["previous_period", "previous_year"] as const;

/** One of them. */
export type Comparison = (typeof comparisons)[number];

/** What stands in the address of the page of revenue; what is not said is today, told apart by the means of payment. */
export interface RevenueSearch {
  /** YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: RevenueGroup | undefined;
  readonly with?: Comparison | undefined;
}

function dayOf(value: unknown): string | undefined {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/u.test(value);
  return isDay && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Reads an address of the page; what it cannot mean is left out. */
export function revenueSearch(given: Readonly<Record<string, unknown>>): RevenueSearch {
  return {
    from: dayOf(given["from"]),
    to: dayOf(given["to"]),
    by: revenueGroups.find((known) => known === given["by"]),
    with: comparisons.find((known) => known === given["with"]),
  };
}
