import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Series, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { laneCounter } from "@edgeward/shared/write/series.ts";
import type { Counter } from "@edgeward/shared/sync/wire/fleet.contract.ts";

const dayMs = 24 * 60 * 60_000;

/** Whose series are asked for. */
export interface SeriesOwner {
  readonly tenantId: string;
  readonly branchId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a node of the branch may be lost, with numbers that it had given out. */
  readonly isAfterLoss: boolean;
}

/** The one character after which no text begins that began with this one. */
function nextCharacter(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 1);
}

/** Which records carry the branch's numbers that may still matter, as SQL. @param values of the statement, added to */
function conditionsOf(
  { column, day, afterCode }: Series,
  now: number,
  values: unknown[],
): readonly string[] {
  const given = (value: string) => `$${values.push(value)}`;
  const conditions = [`r.${column} IS NOT NULL`];
  if (afterCode === undefined) conditions.push("r.branch_id = b.id");
  else {
    conditions.push(`r.${column} >= b.code || ${given(afterCode)}`);
    conditions.push(`r.${column} < b.code || ${given(nextCharacter(afterCode))}`);
  }
  // Local days reach a day to either side of ours.
  if (day !== undefined)
    conditions.push(`r.${day} >= ${given(isoInstant(now - 2 * dayMs).slice(0, 10))}`);
  return conditions;
}

async function highestOf(
  session: Session,
  { name }: TableDeclaration,
  series: Series,
  { tenantId, branchId, now, isAfterLoss }: SeriesOwner,
): Promise<readonly Counter[]> {
  const { column, within = [], leftOut = 0 } = series;
  const values: unknown[] = [tenantId, branchId];
  const conditions = conditionsOf(series, now, values);
  const columns = within.map((one) => `r.${one}`).join(", ");
  const rows = await session.query(
    `SELECT ${[...within.map((one) => `r.${one}`), `max(r.${column}) AS highest`].join(", ")}
       FROM ${name} r JOIN branches b ON b.tenant_id = r.tenant_id AND b.id = $2
      WHERE r.tenant_id = $1 AND ${conditions.join(" AND ")}
      ${columns === "" ? "" : `GROUP BY ${columns} ORDER BY ${columns}`}`,
    values,
  );
  // Also of a series that nobody has begun here: a lost node may have.
  return rows.map(({ highest, ...own }) => {
    const value = (highest === null ? 0 : series.countOf(highest)) + (isAfterLoss ? leftOut : 0);
    return { name: series.counter(branchId, own), value };
  });
}

/**
 * The lane of the branch's numbers of papers: each node that it has had, each time that one came back from a backup, and
 * what the hub itself has numbered while the branch had none, have one of their own.
 */
async function laneOf(session: Session, { tenantId, branchId }: SeriesOwner): Promise<Counter> {
  const name = laneCounter(branchId);
  const [row] = await session.query(
    `SELECT (SELECT coalesce(sum(epoch), 0) FROM nodes WHERE tenant_id = $1 AND branch_id = $2)
          + (SELECT coalesce(sum(counter_value), 0) FROM counters
              WHERE tenant_id = $1 AND counter_name = $3) AS lane`,
    [tenantId, branchId, name],
  );
  return { name, value: Number(row?.["lane"]) };
}

/** The highest numbers that a branch has given out, as far as they have come up: a node goes on above them. */
export async function highestNumbers(
  session: Session,
  owner: SeriesOwner,
): Promise<readonly Counter[]> {
  const found: Counter[] = [await laneOf(session, owner)];
  for (const table of session.schema.tables) {
    for (const series of table.series) {
      found.push(...(await highestOf(session, table, series, owner)));
    }
  }
  return found;
}
