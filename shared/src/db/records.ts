import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reader, SqlRow } from "./session.ts";
import type { RowOfColumns, TableDeclaration } from "./table.ts";

type Columns = TableDeclaration["columns"];

/** Finds one record of a table by its id: undefined where the tenant has none. */
export type RecordFinder<C extends Columns> = (
  db: Reader,
  tenantId: string,
  id: string,
) => Promise<RowOfColumns<C> | undefined>;

/** The finder of a table's records. */
export function recordFinder<C extends Columns>(table: TableDeclaration<C>): RecordFinder<C> {
  return async (db, tenantId, id) => {
    const row = await db
      .selectFrom(sql<SqlRow>`${sql.table(table.name)}`.as("record"))
      .selectAll()
      .where(sql<SqlBool>`tenant_id = ${tenantId}`)
      .where(sql<SqlBool>`id = ${id}`)
      .executeTakeFirst();
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns are those that the table declares
    return row as RowOfColumns<C> | undefined;
  };
}

/** Within which times the records of a list were made and changed: from, and not to. */
export interface RecordTimes {
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly updated_from?: string | undefined;
  readonly updated_to?: string | undefined;
}

function allOf(conditions: readonly (RawBuilder<SqlBool> | null)[]): RawBuilder<SqlBool> {
  const asked = conditions.filter((condition) => condition !== null);
  return asked.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(asked, sql` AND `)}`;
}

/** The condition that records were made and changed within these times; what is not given does not count. */
export function madeWithin(times: RecordTimes): RawBuilder<SqlBool> {
  const { created_from, created_to, updated_from, updated_to } = times;
  return allOf([
    created_from === undefined ? null : sql<SqlBool>`created_at >= ${created_from}`,
    created_to === undefined ? null : sql<SqlBool>`created_at < ${created_to}`,
    updated_from === undefined ? null : sql<SqlBool>`updated_at >= ${updated_from}`,
    updated_to === undefined ? null : sql<SqlBool>`updated_at < ${updated_to}`,
  ]);
}

/** What columns of a row are to hold. */
export type Wanted<Row> = {
  readonly [Name in keyof Row]?: string | readonly string[] | undefined;
};

/** The condition that columns hold what is asked for: a value, or one of several; what is not given does not count. */
export function holding(
  wanted: Readonly<Record<string, string | readonly string[] | undefined>>,
): RawBuilder<SqlBool> {
  return allOf(
    Object.entries(wanted).map(([column, value]) => {
      if (value === undefined) return null;
      if (typeof value === "string") return sql<SqlBool>`${sql.ref(column)} = ${value}`;
      return sql<SqlBool>`${sql.ref(column)} IN (${sql.join([...value])})`;
    }),
  );
}
