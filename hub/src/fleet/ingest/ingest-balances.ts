import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { overdraftsBy, type Overdraft } from "@edgeward/shared/sync/merge/merge-ledger.ts";
import type { MergedRow } from "./merged-set.ts";
import { sumsBy } from "./row-sums.ts";
import type { IngestContext } from "./ingest-context.ts";

/** A ledger's balance that a set took below nothing, with the record that came last. */
export interface Overdrawn extends Overdraft {
  readonly item: MergedRow;
  /** The field that is summed. */
  readonly amount: string;
}

async function sumsOf(
  { session, tenantId }: IngestContext,
  table: TableDeclaration,
  { amount, of }: NonNullable<TableDeclaration["balance"]>,
  rows: readonly MergedRow[],
): Promise<readonly { readonly of: readonly unknown[]; readonly sum: number }[]> {
  const items = rows.map(({ after }) => of.map((name) => after[name]));
  return sumsBy(session, tenantId, { table, amount, of }, items);
}

/** The balances that a set which has been written took below nothing; most sets move no ledger at all. */
export async function overdrawnBy(
  context: IngestContext,
  rows: readonly MergedRow[],
): Promise<readonly Overdrawn[]> {
  const moved = rows.filter(({ table, before }) => table.balance !== undefined && before === null);
  const found: Overdrawn[] = [];
  for (const [table, group] of Map.groupBy(moved, (item) => item.table)) {
    const { balance } = table;
    if (balance === undefined) continue;
    const sums = await sumsOf(context, table, balance, group);
    const byRow = new Map(group.map((item) => [item.after, item]));
    for (const overdraft of overdraftsBy(table, [...byRow.keys()], sums)) {
      const item = group.find(({ after }) => after === overdraft.fact);
      if (item !== undefined) found.push({ ...overdraft, item, amount: balance.amount });
    }
  }
  return found;
}
