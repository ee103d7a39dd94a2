import {
  type Change,
  type RowChange,
  type Operation,
  operationSchemaVersion,
} from "@edgeward/shared/db/model.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import {
  schemaHistory,
  upcastFields,
  versionOf,
  type SchemaHistory,
} from "@edgeward/shared/sync/wire/schema-history.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { withSealedRow } from "@edgeward/shared/db/sealed-values.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import { withDerived, type RecordRow, type TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { applyRows } from "@edgeward/shared/write/apply-rows.ts";
import { withValues } from "@edgeward/shared/sync/merge/merge.ts";
import { mergeFields } from "@edgeward/shared/sync/merge/merge-fields.ts";
import { changedFields, stampOf, withAdded } from "@edgeward/shared/write/row-change.ts";

/**
 * A record as the feed brings it. A hub that does not know a field yet carries it beside the row, where it is found
 * again; what only the hub knows is kept in the same way.
 */
export function recordOf(
  table: TableDeclaration,
  given: Readonly<Record<string, unknown>>,
): RecordRow {
  const kept = given["unknown_fields"];
  const beside: Record<string, unknown> =
    typeof kept === "object" && kept !== null ? { ...kept } : {};
  const unknown: Record<string, unknown> = {};
  const row: Record<string, unknown> = {};
  for (const name in beside) if (table.columns[name] === undefined) unknown[name] = beside[name];
  for (const name in given) if (table.columns[name] === undefined) unknown[name] = given[name];
  for (const name in table.columns) row[name] = given[name] ?? beside[name] ?? null;
  row["unknown_fields"] = unknown;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a table that travels has recordColumns; the hub is its writer
  return row as unknown as RecordRow;
}

/** The node's own stream, as far as the hub had taken it when it read a page. */
export interface Accepted {
  readonly epoch: number;
  readonly seq: number;
  /** The form of operations that the hub writes, where it is not today's. */
  readonly hubSchema?: number;
  /** The steps from there to today; the product's own where none are given. */
  readonly history?: SchemaHistory;
}

// A hub that was not upgraded yet leaves out what a record has today.
function asOfToday(
  table: TableDeclaration,
  given: Readonly<Record<string, unknown>>,
  { hubSchema = operationSchemaVersion, history = schemaHistory }: Accepted,
): Readonly<Record<string, unknown>> {
  if (hubSchema >= versionOf(history)) return given;
  return upcastFields(history, table.name, given, hubSchema);
}

/** What waits here of some records, by their ids, in the order in which it was made. */
async function pendingOperations(
  session: Session,
  tenantId: string,
  entityIds: string,
  accepted: Accepted,
): Promise<ReadonlyMap<string, readonly Operation[]>> {
  const rows = await session.query(
    // What the hub had taken is in the row, also when its answer was lost; put on top, it would cover what came later.
    `SELECT p.entity_id, j.operation FROM pending_entities AS p JOIN journal AS j ON j.op_id = p.op_id
      WHERE p.tenant_id = ? AND p.entity_id IN (SELECT value FROM json_each(?))
        AND j.journal_state = 'pending' AND (j.epoch <> ? OR j.seq > ?)
      ORDER BY j.seq`,
    [tenantId, entityIds, accepted.epoch, accepted.seq],
  );
  const byId = new Map<string, Operation[]>();
  for (const row of rows) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a column of the journal, which only this node writes
    const { entity_id: id, operation } = row as unknown as PendingRow;
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [operation]);
    else known.push(operation);
  }
  return byId;
}

interface PendingRow {
  readonly entity_id: string;
  readonly operation: Operation;
}

interface Unsent {
  readonly table: TableDeclaration;
  readonly operation: Operation;
  readonly change: Operation["changes"][number];
  /** The node whose changes wait here. */
  readonly nodeId: string;
}

// The very row that the change left when it was made here: when the hub takes it as it is, this node is not notified again.
function withChange(row: RecordRow, { table, operation, change, nodeId }: Unsent): RecordRow {
  const isKnown = ([name]: readonly [string, unknown]) => table.columns[name] !== undefined;
  const grown = Object.entries(change.added ?? {}).map(([name, added]) => {
    const present = table.columns[name] === undefined ? row.unknown_fields[name] : row[name];
    return [name, withAdded(present, added)] as const;
  });
  const fields = [...Object.entries(change.fields), ...grown];
  const stamps = Object.fromEntries(fields.map(([name]) => [name, operation.hlc]));
  const unknown = Object.fromEntries(fields.filter((field) => !isKnown(field)));
  return {
    ...row,
    ...Object.fromEntries(fields.filter(isKnown)),
    unknown_fields: { ...row.unknown_fields, ...unknown },
    stamps: { ...row.stamps, ...stamps },
    version: Math.max(row.version, change.version),
    updated_at: operation.at,
    updated_by: operation.actor.id,
    hlc: operation.hlc,
    origin: "branch",
    origin_node_id: nodeId,
  };
}

function part(change: Change, isIn: (name: string) => boolean): Change {
  const of = <T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(members).filter(([name]) => isIn(name)));
  return { ...change, fields: of(change.fields), added: of(change.added ?? {}) };
}

/**
 * The fields of a change that something else which waits has changed as well, and which it had not seen: what a tablet
 * hands over late. Those that follow them go along.
 */
function unseenOf(row: RecordRow, { table, change }: Unsent, laid: ReadonlySet<string>) {
  const names = changedFields(change);
  const unseen = new Set(
    names.filter((name) => laid.has(name) && change.base[name] !== stampOf(row, name)),
  );
  for (const name of names) {
    const rule = table.fieldRules[name];
    if (typeof rule === "object" && unseen.has(rule.follows)) unseen.add(name);
  }
  return unseen;
}

// As when it came in: which of the two stands is decided by the fields' own rules, and not by what was handed over last.
function withLateChange(row: RecordRow, unsent: Unsent, unseen: ReadonlySet<string>): RecordRow {
  const { table, operation, change } = unsent;
  const late = part(change, (name) => unseen.has(name));
  const met = mergeFields({ table, current: row, operation, change: late });
  const seen = part(change, (name) => !unseen.has(name));
  const over = withChange(row, { ...unsent, change: seen });
  const { updated_at, updated_by, hlc } = row;
  const last = operation.hlc > hlc ? over : { ...over, updated_at, updated_by, hlc };
  return withDerived(table, {
    ...withValues(table, last, met.values),
    stamps: { ...last.stamps, ...met.stamps },
  });
}

// What was changed here and has not been sent stays on top of what the hub says, until the hub has judged it.
function withPending(
  table: TableDeclaration,
  row: RecordRow,
  nodeId: string,
  operations: readonly Operation[],
): RecordRow {
  let merged = row;
  const laid = new Set<string>();
  for (const operation of operations) {
    for (const change of operation.changes) {
      if (change.id !== row.id || change.kind !== "update") continue;
      const unsent = { table, operation, change, nodeId };
      const unseen = unseenOf(merged, unsent, laid);
      merged =
        unseen.size === 0 ? withChange(merged, unsent) : withLateChange(merged, unsent, unseen);
      for (const name of changedFields(change)) laid.add(name);
    }
  }
  return merged;
}

function isSameState(one: RecordRow, other: RecordRow): boolean {
  // By whom as well: a hub that has lost something comes to the same values in another order.
  return (
    one.version === other.version &&
    one.hlc === other.hlc &&
    one.origin_node_id === other.origin_node_id &&
    one.updated_at === other.updated_at &&
    one.updated_by === other.updated_by &&
    sameJson(one.stamps, other.stamps)
  );
}

/** The records of a table that are here already, by their ids. */
async function knownRows(
  session: Session,
  table: TableDeclaration,
  tenantId: string,
  ids: string,
): Promise<Map<string, RecordRow>> {
  const rows = await session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [tenantId, ids],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  const records = rows as unknown as readonly RecordRow[];
  return new Map(records.map((row) => [row.id, row]));
}

/** The node that takes records in. */
interface ReceivingNode {
  readonly tenantId: string;
  readonly nodeId: string;
  /** What the tenant's sealed values are sealed with: a record comes in clear. */
  readonly clientKey: Uint8Array;
}

/** What the feed has brought of one table. */
interface Arrived {
  readonly table: TableDeclaration;
  readonly rows: readonly FeedRow[];
}

async function applyToTable(
  session: Session,
  { tenantId, nodeId: ownId, clientKey }: ReceivingNode,
  { table, rows }: Arrived,
  accepted: Accepted,
): Promise<readonly FeedRow[]> {
  const ids = JSON.stringify(rows.map((row) => row.id));
  const here = await knownRows(session, table, tenantId, ids);
  const waiting = await pendingOperations(session, tenantId, ids, accepted);
  const changed: FeedRow[] = [];
  const changes = new Map<string, RowChange>();
  for (const given of rows) {
    const arrived = recordOf(table, asOfToday(table, given.row, accepted));
    const before = here.get(given.id) ?? null;
    if (before !== null && isSameState(before, arrived)) continue;
    // Where something waits, the record here was last changed by this node; it may have come back without the record.
    const nodeId = before?.origin_node_id ?? ownId;
    const whole = withPending(table, arrived, nodeId, waiting.get(given.id) ?? []);
    const after = withSealedRow(session.schema, table, whole, valueSealOf(clientKey));
    here.set(given.id, after);
    changed.push(given);
    const earlier = changes.get(given.id);
    changes.set(given.id, {
      table,
      before: earlier === undefined ? before : earlier.before,
      after,
    });
  }
  await applyRows(session, { tenantId, changes: [...changes.values()] }, { cause: "arrived" });
  return changed;
}

/**
 * Takes records as they stand at the hub, with what waits here on top; returns those that were not here already.
 * Two questions a table, whatever the number of rows: where each was looked up by
 * itself, 1,000 rows were 4,000 statements.
 */
export async function applyArrived(
  session: Session,
  node: ReceivingNode,
  given: readonly FeedRow[],
  accepted: Accepted,
): Promise<readonly FeedRow[]> {
  const changed: FeedRow[] = [];
  for (const [name, rows] of Map.groupBy(given, (row) => row.table)) {
    const table = session.schema.find(name);
    if (table === null || table.merge === "local") continue;
    changed.push(...(await applyToTable(session, node, { table, rows }, accepted)));
  }
  return changed;
}

const nothingAccepted: Accepted = { epoch: -1, seq: 0 };

/**
 * Puts what waits here of some records on top of them again, where an operation that the hub had taken before has just
 * been brought back: what somebody has written since is shown until the hub has judged it.
 */
export async function putWaitingOnTop(
  session: Session,
  node: ReceivingNode,
  brought: Operation["changes"],
): Promise<void> {
  for (const [name, changes] of Map.groupBy(brought, (change) => change.table)) {
    const table = session.schema.find(name);
    if (table === null || table.merge === "local") continue;
    const ids = JSON.stringify(changes.map((change) => change.id));
    const waiting = await pendingOperations(session, node.tenantId, ids, nothingAccepted);
    if (waiting.size === 0) continue;
    const here = await knownRows(session, table, node.tenantId, ids);
    const covered = [...here.values()].map((before): RowChange => ({
      table,
      before,
      after: withSealedRow(
        session.schema,
        table,
        withPending(table, before, node.nodeId, waiting.get(before.id) ?? []),
        valueSealOf(node.clientKey),
      ),
    }));
    const { tenantId } = node;
    await applyRows(session, { tenantId, changes: covered }, { cause: "arrived" });
  }
}
