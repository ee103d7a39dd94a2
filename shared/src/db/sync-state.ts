import { sql, type RawBuilder } from "kysely";
import type { SyncState } from "#contract/record.ts";
import { inList } from "./in-list.ts";
import type { Reader, SqlSession } from "./session.ts";
import type { RowOfColumns, TableDeclaration } from "./table.ts";

/** How far each of some records has travelled. */
export async function syncStatesOf(
  db: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<(id: string) => "synced" | "pending" | "conflict"> {
  if (ids.length === 0) return () => "synced";
  const list = inList(ids);
  const rows = await db
    .selectFrom("pending_entities")
    .select(["entity_id", sql<string>`'pending'`.as("travel_state")])
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", list)
    .unionAll(
      db
        .selectFrom("conflicts")
        .select(["entity_id", sql<string>`'conflict'`.as("travel_state")])
        .where("tenant_id", "=", tenantId)
        .where("entity_id", "in", list)
        .where("conflict_status", "=", "open"),
    )
    .execute();
  const pendingIds = new Set(
    rows.filter((row) => row.travel_state === "pending").map((row) => row.entity_id),
  );
  const openIds = new Set(
    rows.filter((row) => row.travel_state === "conflict").map((row) => row.entity_id),
  );
  return (id) => {
    if (openIds.has(id)) return "conflict";
    return pendingIds.has(id) ? "pending" : "synced";
  };
}

/** How far a table's row has travelled, as an expression beside its columns. */
export function travelState(table: string): RawBuilder<SyncState> {
  return sql.raw(stateText(table));
}

function stateText(row: string): string {
  const open = `SELECT 1 FROM conflicts AS c
    WHERE c.tenant_id = ${row}.tenant_id AND c.entity_id = ${row}.id AND c.conflict_status = 'open'`;
  const pending = `SELECT 1 FROM pending_entities AS p
    WHERE p.tenant_id = ${row}.tenant_id AND p.entity_id = ${row}.id`;
  return `CASE WHEN EXISTS (${open}) THEN 'conflict' WHEN EXISTS (${pending}) THEN 'pending' ELSE 'synced' END`;
}

function withStateText(table: string, tenantPlace: string, idPlace: string): string {
  return `SELECT r.*, ${stateText("r")} AS travel_state
    FROM ${table} AS r WHERE r.tenant_id = ${tenantPlace} AND r.id = ${idPlace}`;
}

function stateOf(value: unknown): SyncState {
  return value === "conflict" || value === "pending" ? value : "synced";
}

/**
 * A record with how far it has travelled, in one question. A read by id asks nothing else; as two questions that were built
 * anew for each request it took a third more of the hub's processor time.
 */
export async function findWithState<C extends TableDeclaration["columns"]>(
  session: SqlSession,
  table: TableDeclaration<C>,
  tenantId: string,
  id: string,
): Promise<{ readonly row: RowOfColumns<C>; readonly state: SyncState } | null> {
  const { dialect } = session;
  const text = withStateText(table.name, dialect.placeholder(1), dialect.placeholder(2));
  const [found] = await session.query(text, [tenantId, id]);
  if (found === undefined) return null;
  const { travel_state: state, ...row } = found;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table gives its declared columns
  return { row: row as RowOfColumns<C>, state: stateOf(state) };
}
