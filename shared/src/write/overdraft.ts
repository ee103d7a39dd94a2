import { AppError } from "#kernel/errors.ts";
import type { RowChange, NodeRuntime } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import type { Balance, TableDeclaration } from "#db/table.ts";

/** What one command takes out of a balance, or puts into it. */
interface Movement {
  readonly table: TableDeclaration;
  readonly balance: Balance;
  /** The values of the fields that name the item. */
  readonly of: readonly unknown[];
  readonly change: number;
}

// A branch sees all that is its own. What others share with it may have been moved where nobody could say so.
function isInSight(kind: NodeRuntime["kind"], { of }: Balance): boolean {
  return kind === "hub" || of.includes("branch_id");
}

function movements(kind: NodeRuntime["kind"], rows: readonly RowChange[]): readonly Movement[] {
  const found = new Map<string, Movement>();
  for (const { table, before, after } of rows) {
    const { balance } = table;
    if (balance?.below !== "refused" || before !== null || !isInSight(kind, balance)) continue;
    const of = balance.of.map((name) => after[name]);
    const key = JSON.stringify([table.name, of]);
    const change = (found.get(key)?.change ?? 0) + Number(after[balance.amount]);
    found.set(key, { table, balance, of, change });
  }
  // In one order whoever moves them, so that two who wait for each other's rows do not wait for ever.
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

async function sumOf(session: Session, tenantId: string, movement: Movement): Promise<number> {
  const { dialect } = session;
  const { table, balance, of } = movement;
  const values: unknown[] = [];
  // Written out, for PostgreSQL finds by no index what IS NOT DISTINCT FROM a value.
  const same = balance.of.map((name, index) => {
    if (of[index] === null) return `${name} IS NULL`;
    values.push(dialect.encode(table.columns[name]?.kind ?? "text", of[index]));
    return `${name} = ${dialect.placeholder(values.length + 1)}`;
  });
  const [row] = await session.query(
    `SELECT coalesce(sum(${balance.amount}), 0) AS balance FROM ${table.name}
      WHERE tenant_id = ${dialect.placeholder(1)} AND ${same.join(" AND ")}`,
    [tenantId, ...values],
  );
  return Number(row?.["balance"]);
}

/**
 * Refuses facts that would take a balance below nothing, where its ledger is declared so and this node sees all of it.
 * Only what is made here: what arrives has happened, is taken, and is shown to a person.
 * @throws AppError insufficient_balance
 */
export async function refuseOverdrafts(
  session: Session,
  { kind }: Pick<NodeRuntime, "kind">,
  tenantId: string,
  rows: readonly RowChange[],
): Promise<void> {
  for (const movement of movements(kind, rows)) {
    if (movement.change >= 0) continue;
    const { table, balance, of, change } = movement;
    const name = `balance ${tenantId} ${table.name} ${JSON.stringify(of)}`;
    await session.lock(name);
    const there = await sumOf(session, tenantId, movement);
    if (there + change >= 0) continue;
    throw new AppError("insufficient_balance", "There is not as much left as is taken out.", {
      entity: table.name,
      of: Object.fromEntries(balance.of.map((field, index) => [field, of[index]])),
      available: there,
      asked: -change,
    });
  }
}
