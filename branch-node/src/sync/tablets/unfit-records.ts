import type { Operation } from "@edgeward/shared/db/model.ts";
import { selectByKeyStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { RecordSet, RowSum } from "@edgeward/shared/resource/command-writes.ts";
import type { Fault } from "@edgeward/shared/sync/judge/judge.ts";
import { branchJudge } from "./branch-judge.ts";
import { recordName, type TabletContext } from "./tablet-context.ts";

/** A record as it stands here. */
export async function stored(
  ctx: TabletContext,
  table: TableDeclaration | null,
  id: string,
): Promise<RecordRow | null> {
  if (table === null || table.merge === "local") return null;
  const statement = selectByKeyStatement(ctx.session.dialect, table, [ctx.tenantId, id]);
  const [row] = await ctx.session.query(statement.text, statement.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
  return row === undefined ? null : (row as RecordRow);
}

async function withColumn(
  { session, tenantId }: TabletContext,
  { table, column }: Pick<RecordSet, "table" | "column">,
  values: readonly string[],
): Promise<readonly RecordRow[]> {
  if (values.length === 0 || session.schema.find(table) === null) return [];
  const place = (nth: number) => session.dialect.placeholder(nth);
  const places = values.map((_, nth) => place(nth + 2)).join(", ");
  const rows = await session.query(
    `SELECT * FROM ${table} WHERE tenant_id = ${place(1)} AND ${column} IN (${places})`,
    [tenantId, ...values],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
  return rows.map((row) => row as RecordRow);
}

/** The records of a set that are here. */
async function storedSet(ctx: TabletContext, set: RecordSet): Promise<readonly RecordRow[]> {
  const own = await withColumn(ctx, set, [set.value]);
  if (set.andOfThese !== true) return own;
  const ids = own.map(({ id }) => id);
  return [...own, ...(await withColumn(ctx, set, ids))];
}

/** What rows that are here add up to. */
async function storedSum(
  { session, tenantId }: TabletContext,
  { table, sum, of }: RowSum,
): Promise<number> {
  if (session.schema.find(table) === null) return 0;
  const place = (nth: number) => session.dialect.placeholder(nth);
  const same = Object.keys(of).map((name, nth) => `${name} = ${place(nth + 2)}`);
  const [row] = await session.query(
    `SELECT coalesce(sum(${sum}), 0) AS total FROM ${table}
      WHERE tenant_id = ${place(1)} AND ${same.join(" AND ")}`,
    [tenantId, ...Object.values(of)],
  );
  return Number(row?.["total"]);
}

function setName({ table, column, value }: RecordSet): string {
  return `${table}/${column}/${value}`;
}

function sumName({ table, sum, of }: RowSum): string {
  return `${table}/${sum}/${JSON.stringify(of)}`;
}

/** Why an operation does not fit the records that it meets here, or null. @param roles the author's */
export async function unfitForRecords(
  ctx: TabletContext,
  operation: Operation,
  roles: readonly string[],
): Promise<Fault | null> {
  const { schema } = ctx.session;
  const rows = new Map<string, RecordRow | null>();
  for (const { table, id } of branchJudge.recordsFor(operation))
    rows.set(recordName({ table, id }), await stored(ctx, schema.find(table), id));
  const sets = new Map<string, readonly RecordRow[]>();
  for (const set of branchJudge.setsFor(operation))
    sets.set(setName(set), await storedSet(ctx, set));
  const sums = new Map<string, number>();
  for (const sum of branchJudge.sumsFor(operation))
    sums.set(sumName(sum), await storedSum(ctx, sum));
  const { role } = operation.actor;
  return branchJudge.faultMet({
    operation,
    before: (change) => rows.get(recordName(change)) ?? null,
    among: (set) => sets.get(setName(set)) ?? [],
    sumOf: (sum) => sums.get(sumName(sum)) ?? 0,
    schema,
    roles: role === null ? roles : [role],
  });
}
