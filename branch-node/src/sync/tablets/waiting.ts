import type { Operation, Statement } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import { isAnyId } from "@edgeward/shared/kernel/ids.ts";
import { orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { tabletUnmadeRecordsTable } from "#db/tablet.table.ts";
import { recordName, type TabletContext } from "./tablet-context.ts";

/** What keeps an operation from being tried. */
export type Block =
  /** It builds on one that was discarded. */
  | { readonly kind: "orphaned" }
  /** It builds on one that has not been taken, which it waits for by this name. */
  | { readonly kind: "waits"; readonly name: string; readonly opId: string };

type Place = Pick<TabletContext, "session" | "tenantId">;

// Discarded by a person, or built on one that was.
const isGivenUp = `(o.outcome = 'discarded' OR (o.outcome = 'rejected' AND o.result ->> '$.code' = '${orphanedCode}'))`;

/** Of some ids of a table's records those that are here. */
async function hereAmong(
  { session, tenantId }: Place,
  tableName: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const table = session.schema.find(tableName);
  if (table === null || ids.length === 0) return new Set();
  const rows = await session.query(
    `SELECT id FROM ${table.name} WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [tenantId, JSON.stringify(ids)],
  );
  return new Set(rows.map((row) => String(row["id"])));
}

function insertedIds({ changes }: Operation): ReadonlySet<string> {
  return new Set(changes.filter(({ kind }) => kind === "insert").map(({ id }) => id));
}

// What an operation makes itself it does not wait for: it may be the corrected one.
function namedIds(operation: Operation): readonly string[] {
  const named = operation.changes.flatMap(({ id, fields }) => [id, ...Object.values(fields)]);
  const ids = named.filter((value) => typeof value === "string").filter(isAnyId);
  return [...new Set(ids).difference(insertedIds(operation))];
}

async function depBlock(
  { session, tenantId }: Place,
  deviceId: string,
  { op_id: opId, deps = [] }: Operation,
): Promise<Block | null> {
  if (deps.length === 0) return null;
  const rows = await session.query(
    `SELECT o.op_id, ${isGivenUp} AS is_given_up FROM tablet_operations AS o
      WHERE o.tenant_id = ? AND o.device_id = ? AND o.op_id IN (SELECT value FROM json_each(?))
        AND o.op_id <> ? AND o.outcome IN ('held', 'rejected', 'discarded') ORDER BY o.seq`,
    [tenantId, deviceId, JSON.stringify(deps), opId],
  );
  if (rows.some((row) => row["is_given_up"] === 1)) return { kind: "orphaned" };
  const [first] = rows;
  if (first === undefined) return null;
  const name = String(first["op_id"]);
  return { kind: "waits", name, opId: name };
}

async function recordBlock(
  place: Place,
  deviceId: string,
  operation: Operation,
): Promise<Block | null> {
  const ids = namedIds(operation);
  if (ids.length === 0) return null;
  const { session, tenantId } = place;
  const rows = await session.query(
    `SELECT u.record_table, u.record_id, u.op_id, ${isGivenUp} AS is_given_up FROM tablet_unmade_records AS u
       JOIN tablet_operations AS o
         ON o.tenant_id = u.tenant_id AND o.device_id = u.device_id AND o.op_id = u.op_id
      WHERE u.tenant_id = ? AND u.device_id = ? AND u.record_id IN (SELECT value FROM json_each(?))
        AND u.op_id <> ? AND o.outcome IN ('held', 'rejected', 'discarded')
      ORDER BY ${isGivenUp}, o.seq`,
    [tenantId, deviceId, JSON.stringify(ids), operation.op_id],
  );
  for (const row of rows) {
    const [table, id] = [String(row["record_table"]), String(row["record_id"])];
    if ((await hereAmong(place, table, [id])).has(id)) continue;
    if (row["is_given_up"] === 1) return { kind: "orphaned" };
    return { kind: "waits", name: recordName({ table, id }), opId: String(row["op_id"]) };
  }
  return null;
}

/** What an operation of a device builds on that has not been taken here, or null: by what it says and by the records it names. */
export async function blockOf(
  place: Place,
  deviceId: string,
  operation: Operation,
): Promise<Block | null> {
  return (
    (await depBlock(place, deviceId, operation)) ?? (await recordBlock(place, deviceId, operation))
  );
}

/** An operation with those alone of what it says to build on that this branch has taken: of anything else the hub may never hear. */
export async function withKnownDeps(
  { session, tenantId }: Place,
  operation: Operation,
): Promise<Operation> {
  const { deps, ...rest } = operation;
  if (deps === undefined || deps.length === 0) return operation;
  const rows = await session.query(
    "SELECT op_id FROM journal WHERE tenant_id = ? AND op_id IN (SELECT value FROM json_each(?))",
    [tenantId, JSON.stringify(deps)],
  );
  const known = new Set(rows.map((row) => String(row["op_id"])));
  const kept = deps.filter((dep) => known.has(dep));
  return kept.length === 0 ? rest : { ...rest, deps: kept };
}

// By the form of the table's own ids: whatever a refused operation calls its record, no other word is waited for.
function isIdOf(session: Session, table: string, id: string): boolean {
  return session.schema.find(table)?.forms["id"]?.safeParse(id).success === true;
}

/** Notes which records are not here because an operation was not taken. A record that stands is nobody's to wait for. */
export async function noteUnmade(
  place: Place,
  deviceId: string,
  operation: Operation,
): Promise<void> {
  const { session, tenantId } = place;
  const made = operation.changes.filter(
    ({ kind, id, table }) => kind === "insert" && isIdOf(session, table, id),
  );
  for (const [table, changes] of Map.groupBy(made, (change) => change.table)) {
    const ids = changes.map(({ id }) => id);
    const here = await hereAmong(place, table, ids);
    const rows = ids
      .filter((id) => !here.has(id))
      .map((id) => ({
        tenant_id: tenantId,
        device_id: deviceId,
        record_id: id,
        record_table: table,
        op_id: operation.op_id,
      }));
    await session.runAll(insertRows(session.dialect, tabletUnmadeRecordsTable, rows, "skip"));
  }
}

/** Forgets what was noted of records that are here now. */
export function forgetUnmade(
  tenantId: string,
  deviceId: string,
  operation: Operation,
): readonly Statement[] {
  const ids = [...insertedIds(operation)];
  if (ids.length === 0) return [];
  const text = `DELETE FROM tablet_unmade_records
    WHERE tenant_id = ? AND device_id = ? AND record_id IN (SELECT value FROM json_each(?))`;
  return [{ text, values: [tenantId, deviceId, JSON.stringify(ids)] }];
}

/** The names under which others wait for an operation and for what it makes. */
export function namesOf(operation: Operation): readonly string[] {
  const made = operation.changes.filter(({ kind }) => kind === "insert").map(recordName);
  return [operation.op_id, ...made];
}

/** Whether anything of the branch's devices waits. */
export async function isAnythingWaiting(session: Session, tenantId: string): Promise<boolean> {
  const rows = await session.query(
    "SELECT 1 FROM tablet_operations WHERE tenant_id = ? AND waits_for IS NOT NULL LIMIT 1",
    [tenantId],
  );
  return rows.length > 0;
}

/** Everything that something waits for. */
export async function waitedFor(session: Session, tenantId: string): Promise<readonly string[]> {
  const rows = await session.query(
    "SELECT DISTINCT waits_for FROM tablet_operations WHERE tenant_id = ? AND waits_for IS NOT NULL",
    [tenantId],
  );
  return rows.map((row) => String(row["waits_for"]));
}

async function waitedForAmong(
  { session, tenantId }: Place,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT value AS name FROM json_each(?) WHERE EXISTS (
       SELECT 1 FROM tablet_operations AS o WHERE o.tenant_id = ? AND o.waits_for = value)`,
    [JSON.stringify(names), tenantId],
  );
  return rows.map((row) => String(row["name"]));
}

/** Operations that wait no longer to be taken: they were, or were given up. */
async function answeredAmong(
  { session, tenantId }: Place,
  opIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT value AS name FROM json_each(?) WHERE NOT EXISTS (
       SELECT 1 FROM tablet_operations AS o WHERE o.tenant_id = ? AND o.op_id = value
          AND o.outcome IN ('held', 'rejected') AND NOT ${isGivenUp})`,
    [JSON.stringify(opIds), tenantId],
  );
  return rows.map((row) => String(row["name"]));
}

/** Records that are here, or that nobody makes any more because what would have was given up. */
async function recordsAmong(place: Place, names: readonly string[]): Promise<readonly string[]> {
  const { session, tenantId } = place;
  const groups = Map.groupBy(names, (name) => name.slice(0, name.indexOf("/")));
  const ready: string[] = [];
  for (const [table, group] of groups) {
    const ids = group.map((name) => name.slice(table.length + 1));
    const here = await hereAmong(place, table, ids);
    const rows = await session.query(
      `SELECT DISTINCT u.record_id FROM tablet_unmade_records AS u JOIN tablet_operations AS o
          ON o.tenant_id = u.tenant_id AND o.device_id = u.device_id AND o.op_id = u.op_id
        WHERE u.tenant_id = ? AND u.record_id IN (SELECT value FROM json_each(?))
          AND ${isGivenUp}`,
      [tenantId, JSON.stringify(ids)],
    );
    const orphaned = new Set(rows.map((row) => String(row["record_id"])));
    const isReady = (id: string) => here.has(id) || orphaned.has(id);
    ready.push(...ids.filter(isReady).map((id) => recordName({ table, id })));
  }
  return ready;
}

/** Of some names those that operations wait for and that can be looked at again. */
export async function readyAmong(
  session: Session,
  tenantId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const place = { session, tenantId };
  const waited = await waitedForAmong(place, names);
  const records = waited.filter((name) => name.includes("/"));
  const opIds = waited.filter((name) => !name.includes("/"));
  return [...(await recordsAmong(place, records)), ...(await answeredAmong(place, opIds))];
}
