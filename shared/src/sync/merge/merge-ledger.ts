import type { TableDeclaration } from "#db/table.ts";

/** What the rows of a ledger add up to for one item. */
export interface LedgerBalance {
  /** The values of the fields that name the item, in the declaration's order. */
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

/** A balance that facts which have arrived took below nothing, and the last of those facts. */
export interface Overdraft {
  readonly of: readonly unknown[];
  readonly sum: number;
  readonly fact: LedgerRow;
}

/**
 * The balances that facts took from nothing or more to below nothing. They have happened and stay; a person is shown
 * each once, when it happens. @param added facts that are new @param sums the balances with them
 */
export function overdraftsBy(
  table: Pick<TableDeclaration, "name" | "balance">,
  added: readonly LedgerRow[],
  sums: readonly Pick<LedgerBalance, "of" | "sum">[],
): readonly Overdraft[] {
  const after = new Map(sums.map(({ of, sum }) => [JSON.stringify(of), sum]));
  return balancesOf(table, added).flatMap(({ of, sum: change }) => {
    const key = JSON.stringify(of);
    const sum = after.get(key) ?? 0;
    const fact = added.findLast(
      (row) => JSON.stringify(table.balance?.of.map((name) => row[name])) === key,
    );
    return fact === undefined || sum >= 0 || sum - change < 0 ? [] : [{ of, sum, fact }];
  });
}
