import type { TableDeclaration } from "#db/table.ts";

/** What the rows of a ledger add up to for one thing. */
export interface LedgerBalance {
  /** The values of the fields that name the thing, in the declaration's order. */
  readonly of: readonly unknown[];
  readonly sum: number;
  /** Stock that cannot be: taken as it came, because it has happened, and shown to a person. */
  readonly isNegative: boolean;
}

type LedgerRow = Readonly<Record<string, unknown>>;

/** The balances of a ledger's rows, in the order in which they were first met. @throws Error for a table that has none, or an amount that is no whole number */
export function balancesOf(
  table: Pick<TableDeclaration, "name" | "balance">,
  rows: readonly LedgerRow[],
): readonly LedgerBalance[] {
  const { balance } = table;
  if (balance === undefined) throw new Error(`${table.name} has no balance`);
  const sums = new Map<string, { readonly of: readonly unknown[]; sum: number }>();
  for (const row of rows) {
    const amount = row[balance.amount];
    if (!Number.isSafeInteger(amount)) throw new Error(`${table.name} counts whole numbers only`);
    const of = balance.of.map((name) => row[name]);
    const known = sums.get(JSON.stringify(of)) ?? { of, sum: 0 };
    known.sum += Number(amount);
    sums.set(JSON.stringify(of), known);
  }
  return [...sums.values()].map(({ of, sum }) => ({ of, sum, isNegative: sum < 0 }));
}
