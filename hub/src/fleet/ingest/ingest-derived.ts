import { claimsTable, reservationsTable, searchKeysTable } from "@edgeward/shared/db/core.table.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Claim, RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { arrayText } from "#db/array-text.ts";
import { bulkInsert, bulkInsertIgnoring, bulkUpsert } from "#db/bulk.ts";
import type { MergedRow } from "./ingest-set.ts";

/** How rows that should be new are put into the database. */
export interface NewRows {
  /** Records that were not there when the set was merged. */
  readonly records: (
    session: Session,
    table: TableDeclaration,
    rows: readonly SqlRow[],
  ) => Promise<void>;
  /** Rows under keys that others may have taken; returns those that went in, by the given columns. */
  readonly keyed: (
    session: Session,
    table: TableDeclaration,
    rows: readonly SqlRow[],
    returning: readonly string[],
  ) => Promise<readonly SqlRow[]>;
}

/**
 * Takes new rows for new. Where one is taken the statement fails with 23505, and the set is written again with care:
 * looking for what is there costs each row of each set more than one set that is written twice (search keys of an
 * operation 138 -> 100 us of the server's processor time, 70 in their order).
 */
export const insertExpectingNew: NewRows = {
  records: bulkInsert,
  keyed: async (session, table, rows) => {
    await bulkInsert(session, table, rows);
    return rows;
  },
};

/** Leaves out what is taken, row by row. */
export const insertTolerant: NewRows = { records: bulkUpsert, keyed: bulkInsertIgnoring };

/** What a set's records are found by, and what they hold. */
interface DerivedContext {
  readonly session: Session;
  readonly tenantId: string;
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Writes the records themselves, table by table. */
export async function writeRecords(
  { session }: DerivedContext,
  table: TableDeclaration,
  rows: readonly MergedRow[],
  put: NewRows,
): Promise<void> {
  const after = ({ after: row }: MergedRow): RecordRow => row;
  const fresh = rows.filter(({ before }) => before === null).map(after);
  const changed = rows.filter(({ before }) => before !== null).map(after);
  await Promise.all([put.records(session, table, fresh), bulkUpsert(session, table, changed)]);
}

interface KeyChanges {
  readonly fresh: SqlRow[];
  readonly added: SqlRow[];
  readonly gone: { readonly entity: string; readonly key: string; readonly id: string }[];
}

function keyChanges(rows: readonly MergedRow[]): KeyChanges {
  const changes: KeyChanges = { fresh: [], added: [], gone: [] };
  for (const { table, before, after } of rows) {
    if (table.searchKeys === undefined) continue;
    const old = new Set(before === null ? [] : table.searchKeys(before));
    const keys = new Set(table.searchKeys(after));
    const { tenant_id, id: entity_id } = after;
    const about = { tenant_id, entity: table.name, entity_id };
    const added = [...keys.difference(old)].map((search_key) => ({ ...about, search_key }));
    (before === null ? changes.fresh : changes.added).push(...added);
    for (const key of old.difference(keys))
      changes.gone.push({ entity: table.name, key, id: entity_id });
  }
  return changes;
}

// In the order of the index, so that neighbours fall on the same page of it: 96 -> 70 us an operation.
function inKeyOrder(rows: readonly SqlRow[]): readonly SqlRow[] {
  const name = (row: SqlRow) => `${String(row["search_key"])} ${String(row["entity_id"])}`;
  return rows
    .map((row) => ({ row, place: name(row) }))
    .toSorted((one, other) => order(one.place, other.place))
    .map(({ row }) => row);
}

/** Writes what records are searched by: of a changed record only the keys that came and went. */
export async function writeSearchKeys(
  { session, tenantId }: DerivedContext,
  rows: readonly MergedRow[],
  put: NewRows,
): Promise<void> {
  const { fresh, added, gone } = keyChanges(rows);
  if (gone.length > 0) {
    const text = `DELETE FROM search_keys AS s
      USING unnest($2::text[], $3::text[], $4::text[]) AS g(entity, key, id)
      WHERE s.tenant_id = $1 AND s.entity = g.entity AND s.search_key = g.key AND s.entity_id = g.id`;
    const columns = [
      gone.map((one) => one.entity),
      gone.map((one) => one.key),
      gone.map((one) => one.id),
    ];
    await session.query(text, [tenantId, ...columns.map(arrayText)]);
  }
  await Promise.all([
    put.keyed(session, searchKeysTable, inKeyOrder(fresh), []),
    bulkInsertIgnoring(session, searchKeysTable, inKeyOrder(added), []),
  ]);
}

/** A value that a record should hold and another holds already. */
export interface TakenClaim {
  readonly item: MergedRow;
  readonly kind: string;
  readonly value: string;
}

function claimsOf(table: TableDeclaration, row: RecordRow): readonly Claim[] {
  return table.claims?.(row) ?? [];
}

function hasNewClaims({ table, before, after }: MergedRow): boolean {
  return before === null || !sameJson(claimsOf(table, before), claimsOf(table, after));
}

function claimRows(tenantId: string, item: MergedRow) {
  return claimsOf(item.table, item.after).map(({ kind, value }) => ({
    item,
    row: {
      tenant_id: tenantId,
      claim_kind: kind,
      claim_value: value,
      entity_id: item.after.id,
    },
  }));
}

const claimColumns = ["claim_kind", "claim_value", "entity_id"] as const;

function claimName(row: SqlRow): string {
  return JSON.stringify(claimColumns.map((name) => row[name]));
}

/** Writes what records hold alone; returns what another holds already, which a person is shown. */
export async function writeClaims(
  context: DerivedContext,
  rows: readonly MergedRow[],
  put: NewRows,
): Promise<readonly TakenClaim[]> {
  const { session, tenantId } = context;
  const claiming = rows.filter((item) => item.table.claims !== undefined && hasNewClaims(item));
  const changed = claiming.filter(({ before }) => before !== null).map(({ after }) => after.id);
  if (changed.length > 0) {
    const text = "DELETE FROM claims WHERE tenant_id = $1 AND entity_id = ANY($2::text[])";
    await session.query(text, [tenantId, changed]);
  }
  // In one order, so that two batches that want the same values wait for each other instead of both.
  const wanted = claiming
    .flatMap((item) => claimRows(tenantId, item))
    .toSorted((one, other) => order(claimName(one.row), claimName(other.row)));
  const given = wanted.map(({ row }) => row);
  const written = await put.keyed(session, claimsTable, given, claimColumns);
  const went = new Set(written.map(claimName));
  return wanted
    .filter(({ row }) => !went.has(claimName(row)))
    .map(({ item, row }) => ({ item, kind: row.claim_kind, value: row.claim_value }));
}

function hasNewReservation({ table, before, after }: MergedRow): boolean {
  return before === null || !sameJson(table.reservation?.(before), table.reservation?.(after));
}

/** Writes which times records reserve. What arrives may overlap what was taken here; the first keeps the place. */
export async function writeReservations(
  { session, tenantId }: DerivedContext,
  rows: readonly MergedRow[],
): Promise<void> {
  const reserved = rows.filter(
    (item) => item.table.reservation !== undefined && hasNewReservation(item),
  );
  const ids = reserved.filter(({ before }) => before !== null).map(({ after }) => after.id);
  if (ids.length > 0) {
    const text = "DELETE FROM reservations WHERE tenant_id = $1 AND ref_id = ANY($2::text[])";
    await session.query(text, [tenantId, ids]);
  }
  const taken = reserved.flatMap((item): SqlRow[] => {
    const reservation = item.table.reservation?.(item.after) ?? null;
    if (reservation === null) return [];
    const { resourceId: resource_id, startMs: start_ms, endMs: end_ms } = reservation;
    return [{ tenant_id: tenantId, ref_id: item.after.id, resource_id, start_ms, end_ms }];
  });
  await bulkInsertIgnoring(session, reservationsTable, taken, []);
}
