import type { Change, Operation, SqlRow } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { RecordSet } from "@edgeward/shared/resource/command-writes.ts";
import type { Judge } from "@edgeward/shared/sync/judge/judge.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { RowsBySet } from "./rows-by-set.ts";

/** A record that an operation would have changed and did not: its node has to hear how it stands. */
export interface CurrentRow {
  readonly table: TableDeclaration;
  readonly row: RecordRow;
  readonly opId: string;
}

/** Rows of a table by id, locked against other writers. */
async function lockRows(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly SqlRow[]> {
  // In one order, so that two batches that meet on the same rows wait for each other instead of both.
  return session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE`,
    [tenantId, ids],
  );
}

/** What a change is of: the table and the id. */
export function nameOf(change: Pick<Change, "table" | "id">): string {
  return `${change.table}/${change.id}`;
}

/** The records that a set touches, as they stand, locked. @param namedBy the records of one operation; those that it changes */
export async function loadRows(
  session: Session,
  tenantId: string,
  operations: readonly Sequenced[],
  namedBy: Judge["recordsFor"] = ({ changes }) => changes,
): Promise<Map<string, RecordRow>> {
  const rows = new Map<string, RecordRow>();
  const named = operations.flatMap((item) => namedBy(item.operation));
  const groups = [...Map.groupBy(named, ({ table }) => table)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [name, group] of groups) {
    const table = session.schema.find(name);
    if (table === null || table.merge === "local") continue;
    const ids = [...new Set(group.map(({ id }) => id))];
    for (const row of await lockRows(session, table, tenantId, ids)) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
      const record = row as RecordRow;
      rows.set(`${name}/${record.id}`, record);
    }
  }
  return rows;
}

/**
 * The records of some sets as they stand, added to those that were locked. It is asked behind these: what two batches would
 * each add to one set, they add while they hold the record that the set is of.
 */
export async function loadSets(
  session: Session,
  tenantId: string,
  sets: readonly RecordSet[],
  rows: Map<string, RecordRow>,
): Promise<void> {
  const groups = Map.groupBy(sets, ({ table, column }) => `${table}.${column}`);
  for (const group of groups.values()) {
    const [{ table, column } = { table: "", column: "" }] = group;
    if (session.schema.find(table) === null) continue;
    const load = (values: readonly string[]) =>
      loadSet(session, tenantId, { table, column }, values, rows);
    await load([...new Set(group.map(({ value }) => value))]);
    const deep = group.filter(({ andOfThese }) => andOfThese === true);
    const atHand = new RowsBySet(rows);
    const ids = deep.flatMap((set) => atHand.of(set).map(({ id }) => id));
    if (ids.length > 0) await load([...new Set(ids)]);
  }
}

async function loadSet(
  session: Session,
  tenantId: string,
  { table, column }: Pick<RecordSet, "table" | "column">,
  values: readonly string[],
  rows: Map<string, RecordRow>,
): Promise<void> {
  const found = await session.query(
    `SELECT * FROM ${table} WHERE tenant_id = $1 AND ${column} = ANY($2::text[])`,
    [tenantId, values],
  );
  for (const row of found) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
    const record = row as RecordRow;
    const name = nameOf({ table, id: record.id });
    if (!rows.has(name)) rows.set(name, record);
  }
}

/** The record of that name as it stands, if it is here. */
export function currentRowOf(
  schema: Schema,
  rows: ReadonlyMap<string, RecordRow>,
  name: string,
  opId: string,
): readonly CurrentRow[] {
  const table = schema.find(name.slice(0, name.indexOf("/")));
  const row = rows.get(name);
  return table === null || row === undefined ? [] : [{ table, row, opId }];
}

/** The records that an operation was to change, as they stand. */
export function currentRowsOf(
  schema: Schema,
  rows: ReadonlyMap<string, RecordRow>,
  operation: Operation,
): readonly CurrentRow[] {
  return operation.changes.flatMap((change) =>
    currentRowOf(schema, rows, nameOf(change), operation.op_id),
  );
}
