import type { SqlRow } from "#db/model.ts";
import { selectByKeyStatement } from "#db/statements.ts";
import type { Balance, TableDeclaration } from "#db/table.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import type { BalanceStory } from "./conflicts.contract.ts";
import { namesOf } from "./conflicts.queries.ts";
import type { ConflictRow } from "./conflicts.rules.ts";

type Context = ReadContext | WriteContext;

interface Ledger {
  readonly table: TableDeclaration;
  readonly balance: Balance;
  /** The movement that the conflict is about: it names the item. */
  readonly cause: SqlRow;
}

// As many as a person reads before deciding; the rest is said as a number.
const mostFacts = 20;

async function ledgerOf(ctx: Context, row: ConflictRow): Promise<Ledger | null> {
  const table = row.conflict_kind === "balance" ? ctx.session.schema.find(row.entity) : null;
  if (table?.balance === undefined) return null;
  const { dialect } = ctx.session;
  const statement = selectByKeyStatement(dialect, table, [ctx.tenantId, row.entity_id]);
  const [cause] = await ctx.session.query(statement.text, statement.values);
  return cause === undefined ? null : { table, balance: table.balance, cause };
}

/** The rows of the same item, as a condition with its values. */
function sameItem(ctx: Context, { balance, cause }: Ledger) {
  const { dialect } = ctx.session;
  const conditions = ["tenant_id", ...balance.of].map(
    (name, index) => `${name} IS NOT DISTINCT FROM ${dialect.placeholder(index + 1)}`,
  );
  return {
    text: conditions.join(" AND "),
    values: [ctx.tenantId, ...balance.of.map((name) => cause[name])],
  };
}

async function newestFacts(ctx: Context, ledger: Ledger): Promise<readonly SqlRow[]> {
  const { text, values } = sameItem(ctx, ledger);
  const { table, balance } = ledger;
  return ctx.session.query(
    `SELECT id, ${balance.amount} AS amount, created_at, created_by, branch_id, origin_node_id
       FROM ${table.name} WHERE ${text} ORDER BY hlc DESC, id DESC LIMIT ${mostFacts}`,
    values,
  );
}

async function totals(ctx: Context, ledger: Ledger): Promise<{ sum: number; count: number }> {
  const { text, values } = sameItem(ctx, ledger);
  const [row] = await ctx.session.query(
    `SELECT sum(${ledger.balance.amount}) AS sum, count(*) AS count FROM ${ledger.table.name} WHERE ${text}`,
    values,
  );
  return { sum: Number(row?.["sum"] ?? 0), count: Number(row?.["count"] ?? 0) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The movements with what was left after each, counted back from what is left now; oldest first. */
function withBalances(
  rows: readonly SqlRow[],
  sum: number,
  causeId: string,
  names: ReadonlyMap<string, string>,
): BalanceStory["facts"] {
  let left = sum;
  const facts = rows.map((row) => {
    const amount = Number(row["amount"]);
    const after = left;
    left -= amount;
    const actorId = String(row["created_by"]);
    return {
      id: String(row["id"]),
      amount,
      balance_after: after,
      at: String(row["created_at"]),
      branch_id: textOrNull(row["branch_id"]),
      node_id: textOrNull(row["origin_node_id"]),
      actor_id: actorId,
      actor_name: names.get(actorId) ?? null,
      is_cause: row["id"] === causeId,
    };
  });
  return facts.toReversed();
}

/** What led to a balance below nothing: the item, what is left of it now, and the movements before. Null for other conflicts. */
export async function balanceStory(ctx: Context, row: ConflictRow): Promise<BalanceStory | null> {
  const ledger = await ledgerOf(ctx, row);
  if (ledger === null) return null;
  const { balance, cause } = ledger;
  const rows = await newestFacts(ctx, ledger);
  const { sum, count } = await totals(ctx, ledger);
  const actors = rows.map((one) => textOrNull(one["created_by"]));
  const names = await namesOf(ctx.db, ctx.tenantId, actors);
  const named = (field: string | undefined) =>
    field === undefined ? null : textOrNull(cause[field]);
  return {
    of: Object.fromEntries(balance.of.map((name) => [name, cause[name]])),
    unit: named(balance.unit),
    currency: named(balance.currency),
    sum,
    facts: withBalances(rows, sum, row.entity_id, names),
    earlier: count - rows.length,
  };
}
