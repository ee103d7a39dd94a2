import type { SqlRow } from "./model.ts";
import { keptAs, keptInstead } from "./read-kept.ts";
import { question } from "./question.ts";
import type { Session, Reader } from "./session.ts";
import type { SyncState } from "#contract/record.ts";
import type { recordColumns, Columns, RowOfColumns, TableDeclaration } from "./table.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";

/** The columns that every record answers, as the wire writes them. */
export function presentRecord(
  row: Omit<RowOfColumns<typeof recordColumns>, "branch_id" | "stamps" | "id">,
  syncState: SyncState,
) {
  return {
    tenant_id: row.tenant_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
    updated_by: row.updated_by,
    version: row.version,
    origin: row.origin === "hub" ? ("hub" as const) : ("branch" as const),
    origin_node_id: row.origin_node_id,
    hlc: row.hlc,
    sync_state: syncState,
    metadata: row.metadata,
  };
}

/** Finds one record of a table by its id: undefined where the tenant has none. */
export type RecordFinder<C extends Columns> = (
  db: Reader,
  tenantId: string,
  id: string,
) => Promise<RowOfColumns<C> | undefined>;

/** The finder of a table's records. */
export function recordFinder<C extends Columns>(table: TableDeclaration<C>): RecordFinder<C> {
  const asked = question((db, { tenantId, id }: { tenantId: string; id: string }) =>
    db
      .selectFrom(sql<SqlRow>`${sql.table(table.name)}`.as("record"))
      .selectAll()
      .where(sql<SqlBool>`tenant_id = ${tenantId}`)
      .where(sql<SqlBool>`id = ${id}`),
  );
  return async (db, tenantId, id) => {
    const [row] = await asked(db, { tenantId, id });
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

type Scalar = string | number | boolean;

/** The condition that columns hold what is asked for: a value, or one of several; what is not given does not count. */
export function whereFields(
  wanted: Readonly<Record<string, Scalar | readonly string[] | undefined>>,
): RawBuilder<SqlBool> {
  return allOf(
    Object.entries(wanted).map(([column, value]) => {
      if (value === undefined) return null;
      if (typeof value !== "object") return sql<SqlBool>`${sql.ref(column)} = ${value}`;
      // PostgreSQL takes no empty list.
      if (value.length === 0) return sql<SqlBool>`1 = 0`;
      return sql<SqlBool>`${sql.ref(column)} IN (${sql.join([...value])})`;
    }),
  );
}

/** For whom records are presented; a command knows of those that it has itself written and will send. */
export interface Viewer {
  readonly db: Reader;
  readonly tenantId: string;
  readonly write?: { sends(id: string): boolean; makes(id: string): boolean };
  /** Milliseconds since the epoch, for what an answer says of the time that has gone by. */
  readonly now?: () => number;
}

const statesOf = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("pending_entities")
      .select(["entity_id", sql<string>`'pending'`.as("travel_state")])
      .where("tenant_id", "=", tenantId)
      .where("entity_id", "in", ids)
      .unionAll(
        db
          .selectFrom("conflicts")
          .select(["entity_id", sql<string>`'conflict'`.as("travel_state")])
          .where("tenant_id", "=", tenantId)
          .where("entity_id", "in", ids)
          .where("conflict_status", "=", "open"),
      ),
);

/** How far each of some records has travelled. */
export async function syncStatesOf(
  { db, tenantId, write }: Viewer,
  ids: readonly string[],
): Promise<(id: string) => SyncState> {
  // Of what a command has made nobody can have said anything yet.
  const known = ids.filter((id) => write?.makes(id) !== true);
  const rows = known.length === 0 ? [] : await statesOf(db, { tenantId, ids: known });
  const pendingIds = new Set(
    rows.filter((row) => row.travel_state === "pending").map((row) => row.entity_id),
  );
  const openIds = new Set(
    rows.filter((row) => row.travel_state === "conflict").map((row) => row.entity_id),
  );
  return (id) => {
    if (openIds.has(id)) return "conflict";
    return pendingIds.has(id) || write?.sends(id) === true ? "pending" : "synced";
  };
}

/** How far a record has travelled that its command has just made or changed, and that nobody disputes. */
export function writtenState(write: NonNullable<Viewer["write"]>, id: string): SyncState {
  return write.sends(id) ? "pending" : "synced";
}

/** How far a table's row has travelled, as an expression beside its columns. */
export function travelState(table: string, tenantId: string): RawBuilder<SyncState> {
  const [first = "", ...others] = stateTexts(table);
  const parts = others.map((text) => sql`${tenantId}${sql.raw(text)}`);
  return sql<SyncState>`${sql.raw(first)}${sql.join(parts, sql``)}`;
}

/** The expression of a row's state, in parts between which its tenant stands. */
function stateTexts(row: string): readonly string[] {
  // Whether there is any at all is asked once a statement and not for each of its rows; at a hub nothing is pending. A row's own
  // is asked for as a value: of an EXISTS PostgreSQL gathers the open conflicts of all records first, for a page of 25 as well.
  return [
    "CASE WHEN (SELECT 1 FROM conflicts AS c WHERE c.tenant_id = ",
    ` AND c.entity_id = ${row}.id AND c.conflict_status = 'open' LIMIT 1) IS NOT NULL THEN 'conflict'
    WHEN EXISTS (SELECT 1 FROM pending_entities WHERE tenant_id = `,
    ") AND (SELECT 1 FROM pending_entities AS p WHERE p.tenant_id = ",
    ` AND p.entity_id = ${row}.id LIMIT 1) IS NOT NULL THEN 'pending' ELSE 'synced' END`,
  ];
}

function withStateText(table: string, columns: string, place: (number: number) => string): string {
  const [first = "", ...others] = stateTexts("r");
  const state = others.map((text, index) => `${place(index + 1)}${text}`).join("");
  return `SELECT ${columns}, ${first}${state} AS travel_state
    FROM ${table} AS r WHERE r.tenant_id = ${place(4)} AND r.id = ${place(5)}`;
}

function stateOf(value: unknown): SyncState {
  return value === "conflict" || value === "pending" ? value : "synced";
}

/** A table's row with its state, as the engine gives it; undefined where there is none. */
async function rowWithState(
  session: Session,
  table: string,
  tenantId: string,
  id: string,
): Promise<SqlRow | undefined> {
  const { dialect, keptRows } = session;
  const ask = async (columns: string): Promise<SqlRow | undefined> => {
    const text = withStateText(table, columns, (number) => dialect.placeholder(number));
    const [found] = await session.query(text, [tenantId, tenantId, tenantId, tenantId, id]);
    return found;
  };
  if (keptRows === undefined || dialect.rowStamp === null) return ask("r.*");
  const stamp = `${dialect.rowStamp("r")} AS row_stamp`;
  if (keptRows.find(table, id) !== undefined) {
    const stamped = await ask(`r.id, r.version, r.hlc, ${stamp}`);
    const known = stamped === undefined ? undefined : keptAs(keptRows, table, stamped);
    if (known !== undefined || stamped === undefined) return known;
  }
  const row = await ask(`r.*, ${stamp}`);
  return row === undefined ? undefined : keptInstead(keptRows, table, row);
}

/**
 * A record with how far it has travelled, in one question. A read by id asks nothing else; as two questions that were built
 * anew for each request it took a third more of the hub's processor time. Where the row was read of late, its stamp is asked for.
 */
export async function findWithState<C extends TableDeclaration["columns"]>(
  session: Session,
  table: TableDeclaration<C>,
  tenantId: string,
  id: string,
): Promise<{ readonly row: RowOfColumns<C>; readonly state: SyncState } | null> {
  const found = await rowWithState(session, table.name, tenantId, id);
  if (found === undefined) return null;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table gives its declared columns
  return { row: found as RowOfColumns<C>, state: stateOf(found["travel_state"]) };
}
