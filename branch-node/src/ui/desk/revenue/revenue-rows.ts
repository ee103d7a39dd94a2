import { csvText } from "#ui/desk/data/csv.ts";
import type {
  RevenueEntry,
  RevenueSummary,
} from "@edgeward/shared/clinical/revenue/revenue.contract.ts";

/** One line of the page's table: amounts in minor units, null where the way it is told apart has none. */
export interface RevenueRow {
  readonly id: string;
  readonly name: string;
  readonly invoices: number | null;
  readonly billed: number | null;
  readonly discount: number | null;
  readonly tax: number | null;
  readonly collected: number | null;
  readonly refunded: number | null;
  readonly due: number | null;
}

/** The amounts of a line, in the order in which they are shown. */
export const revenueAmounts = [
  "billed",
  "discount",
  "tax",
  "collected",
  "refunded",
  "due",
] as const;

function rowOf({ key, bills, takings }: RevenueEntry, name: string): RevenueRow {
  return {
    id: key ?? "none",
    name,
    invoices: bills?.invoices ?? null,
    billed: bills?.billed_minor ?? null,
    discount: bills?.discount_minor ?? null,
    tax: bills?.tax_minor ?? null,
    collected: takings?.collected_minor ?? null,
    refunded: takings?.refunded_minor ?? null,
    due: bills?.due_minor ?? null,
  };
}

/** The lines of a summary, each called as people call it. */
export function revenueRows(
  { series }: Pick<RevenueSummary, "series">,
  nameOf: (key: string | null) => string,
): readonly RevenueRow[] {
  return series.map((entry) => rowOf(entry, nameOf(entry.key)));
}

function major(minor: number | null): string {
  return minor === null ? "" : (minor / 100).toFixed(2);
}

/** The lines as a table program reads them, amounts in major units. @param titles of name, number of bills and each amount */
export function revenueCsv(rows: readonly RevenueRow[], titles: readonly string[]): string {
  const lines = rows.map((row) => [
    row.name,
    row.invoices,
    ...revenueAmounts.map((name) => major(row[name])),
  ]);
  return csvText([titles, ...lines]);
}
