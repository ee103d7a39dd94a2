import { appendToChain, chainStart, type UnchainedEvent } from "@edgeward/shared/db/audit-chain.ts";
import {
  auditEventsTable,
  auditHeadsTable,
  claimsTable,
  conflictsTable,
  domainEventsTable,
  reservationsTable,
  searchKeysTable,
} from "@edgeward/shared/db/core.table.ts";
import type { Logger } from "@edgeward/shared/kernel/log.ts";
import type { NodeRuntime, WriteOrigin } from "@edgeward/shared/db/runtime.ts";
import type { SqlRow, SqlSession } from "@edgeward/shared/db/session.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { Claim, RecordRow } from "@edgeward/shared/db/table.ts";
import { domainEventRow } from "@edgeward/shared/db/row-change.ts";
import { bulkInsert, bulkInsertIgnoring, bulkUpsert } from "../db/bulk.ts";
import { deliveriesStatement } from "../webhooks/fan-out.ts";
import { feedStatement } from "./feed.ts";
import type {
  FoundConflict,
  Sequenced,
  SettledRow,
  SettledSet,
  StandingRow,
} from "./ingest-set.ts";

/** What writing a set needs to know. */
export interface IngestContext {
  readonly session: SqlSession;
  readonly runtime: NodeRuntime;
  readonly tenantId: string;
  readonly nodeId: string;
  readonly branchId: string;
  /** RFC 3339. */
  readonly receivedAt: string;
  readonly origin: WriteOrigin;
  /** Told of what the database refused, which no check had foreseen. */
  readonly log: Pick<Logger, "error">;
}

async function writeRows(context: IngestContext, rows: readonly SettledRow[]): Promise<void> {
  for (const [table, group] of Map.groupBy(rows, (item) => item.table)) {
    await bulkUpsert(
      context.session,
      table,
      group.map((item) => item.after),
    );
  }
}

async function writeSearchKeys(context: IngestContext, rows: readonly SettledRow[]): Promise<void> {
  const fresh: SqlRow[] = [];
  const stale: string[] = [];
  for (const { table, before, after } of rows) {
    if (table.searchKeys === undefined) continue;
    const old = before === null ? [] : table.searchKeys(before);
    const keys = [...new Set(table.searchKeys(after))];
    if (old.some((key) => !keys.includes(key))) stale.push(after.id);
    for (const key of keys) {
      fresh.push({
        tenant_id: after.tenant_id,
        entity: table.name,
        search_key: key,
        entity_id: after.id,
      });
    }
  }
  if (stale.length > 0) {
    const text = "DELETE FROM search_keys WHERE tenant_id = $1 AND entity_id = ANY($2::text[])";
    await context.session.query(text, [context.tenantId, stale]);
  }
  await bulkInsertIgnoring(context.session, searchKeysTable, fresh, []);
}

function claimsOf(item: SettledRow): readonly Claim[] {
  return item.table.claims === undefined ? [] : item.table.claims(item.after);
}

// What arrives by sync has happened: a value that two offline branches both took is kept twice and shown to a person.
async function writeClaims(
  context: IngestContext,
  rows: readonly SettledRow[],
): Promise<readonly RecordRow[]> {
  const claimed = rows.filter((item) => item.table.claims !== undefined);
  const changed = claimed.filter((item) => item.before !== null).map((item) => item.after.id);
  if (changed.length > 0) {
    const text = "DELETE FROM claims WHERE tenant_id = $1 AND entity_id = ANY($2::text[])";
    await context.session.query(text, [context.tenantId, changed]);
  }
  const wanted = claimed.flatMap((item) =>
    claimsOf(item).map((claim) => ({
      tenant_id: context.tenantId,
      claim_kind: claim.kind,
      claim_value: claim.value,
      entity_id: item.after.id,
    })),
  );
  const columns = ["claim_kind", "claim_value", "entity_id"];
  const written = await bulkInsertIgnoring(context.session, claimsTable, wanted, columns);
  const went = new Set(written.map((row) => JSON.stringify(columns.map((name) => row[name]))));
  const refused = wanted.filter(
    (row) => !went.has(JSON.stringify([row.claim_kind, row.claim_value, row.entity_id])),
  );
  return refused.flatMap((row) =>
    claimConflict(context, rows, row.entity_id, row.claim_kind, row.claim_value),
  );
}

function claimConflict(
  context: IngestContext,
  rows: readonly SettledRow[],
  entityId: string,
  kind: string,
  value: string,
): readonly RecordRow[] {
  const item = rows.find((row) => row.after.id === entityId);
  if (item === undefined) return [];
  const branchId = item.table.audience === "tenant" ? null : item.after.branch_id;
  const about = { entity: item.table.name, entity_id: entityId, branch_id: branchId };
  return [
    conflictRecord(context, context.runtime.newId("cnf"), {
      ...about,
      patient_id: patientOf(item.table.name, entityId, item.after["patient_id"]),
      op_id: item.opId,
      conflict_kind: "duplicate",
      field: kind,
      kept_value: value,
      other_value: value,
      base_stamp: null,
      kept_stamp: item.after.hlc,
      other_stamp: item.after.hlc,
      other_actor_id: item.after.updated_by,
    }),
  ];
}

/** A conflict as a record of its own: it comes down to the branch it concerns, and is settled like any other change. */
function conflictRecord(
  context: IngestContext,
  id: string,
  fields: SqlRow & { readonly branch_id: string | null },
): RecordRow {
  const hlc = context.runtime.tick();
  return {
    ...fields,
    conflict_status: "open",
    resolution: null,
    resolution_note: null,
    metadata: {},
    id,
    tenant_id: context.tenantId,
    created_at: context.receivedAt,
    updated_at: context.receivedAt,
    created_by: "system",
    updated_by: "system",
    version: 1,
    origin: "hub",
    origin_node_id: context.runtime.nodeId,
    hlc,
    stamps: { "*": hlc },
    unknown_fields: {},
  };
}

async function writeReservations(
  context: IngestContext,
  rows: readonly SettledRow[],
): Promise<void> {
  const reserved = rows.filter((item) => item.table.reservation !== undefined);
  const ids = reserved.filter((item) => item.before !== null).map((item) => item.after.id);
  if (ids.length > 0) {
    const text = "DELETE FROM reservations WHERE tenant_id = $1 AND ref_id = ANY($2::text[])";
    await context.session.query(text, [context.tenantId, ids]);
  }
  const taken = reserved.flatMap((item): SqlRow[] => {
    const reservation = item.table.reservation?.(item.after) ?? null;
    if (reservation === null) return [];
    return [
      {
        tenant_id: context.tenantId,
        ref_id: item.after.id,
        resource_id: reservation.resourceId,
        start_ms: reservation.startMs,
        end_ms: reservation.endMs,
      },
    ];
  });
  await bulkInsertIgnoring(context.session, reservationsTable, taken, []);
}

function conflictRow(context: IngestContext, conflict: FoundConflict): RecordRow {
  const { change, operation } = conflict;
  return conflictRecord(context, conflict.id, {
    branch_id: conflict.branchId,
    entity: change.table,
    entity_id: change.id,
    patient_id: patientOf(change.table, change.id, conflict.patientId),
    op_id: operation.op_id,
    conflict_kind: conflict.kind,
    field: conflict.field,
    kept_value: conflict.keptValue,
    other_value: conflict.otherValue,
    base_stamp: conflict.baseStamp,
    kept_stamp: conflict.keptStamp,
    other_stamp: conflict.otherStamp,
    kept_actor_id: conflict.keptActorId,
    other_actor_id: conflict.otherActorId,
  });
}

async function writeConflicts(
  context: IngestContext,
  conflicts: readonly RecordRow[],
): Promise<void> {
  if (conflicts.length === 0) return;
  // One that a branch has found between its tablets is here already, under the same id.
  await bulkInsertIgnoring(context.session, conflictsTable, conflicts, []);
  const entries = conflicts.map((row) => ({
    table: conflictsTable,
    row,
    opId: String(row["op_id"]),
    originNodeId: null,
  }));
  const statement = feedStatement(context.tenantId, entries);
  await context.session.query(statement.text, statement.values);
}

async function writeEvents(context: IngestContext, taken: readonly Sequenced[]): Promise<void> {
  const events = taken.flatMap(({ operation }) =>
    operation.events.map((event) => ({
      ...domainEventRow(event, operation),
      tenant_id: context.tenantId,
    })),
  );
  const written = await bulkInsertIgnoring(context.session, domainEventsTable, events, ["id"]);
  const fresh = new Set(written.map((row) => row["id"]));
  const kept = taken.flatMap(({ operation }) =>
    operation.events.filter((event) => fresh.has(event.id)),
  );
  if (kept.length === 0) return;
  const statement = deliveriesStatement(context.tenantId, kept, context.receivedAt);
  await context.session.query(statement.text, statement.values);
}

function auditEvents(
  context: IngestContext,
  set: SettledSet,
  stream: string,
): readonly UnchainedEvent[] {
  return set.taken.flatMap(({ operation }) =>
    operation.changes.map((change): UnchainedEvent => ({
      id: context.runtime.newId("aud"),
      tenant_id: context.tenantId,
      stream,
      created_at: operation.at,
      actor_id: operation.actor.id,
      actor_type: operation.actor.type,
      actor_role: operation.actor.role,
      client_id: null,
      session_id: null,
      device_id: operation.device_id,
      branch_id: operation.branch_id,
      request_id: context.origin.requestId,
      ip: null,
      module: change.table,
      action: change.kind === "insert" ? "create" : "update",
      outcome: "success",
      entity_type: change.table,
      entity_id: change.id,
      patient_id: patientOf(change.table, change.id, change.fields["patient_id"]),
      reason: operation.reason,
      changes: Object.keys(change.fields).map((path) => ({ path })),
      trust: "replayed",
    })),
  );
}

function patientOf(table: string, id: string, patientId: unknown): string | null {
  if (table === "patients") return id;
  return typeof patientId === "string" ? patientId : null;
}

async function writeAudit(context: IngestContext, set: SettledSet): Promise<void> {
  const { session, runtime, tenantId } = context;
  const stream = `${runtime.nodeId}/${session.lane}`;
  const events = auditEvents(context, set, stream);
  if (events.length === 0) return;
  const head = await session.kysely
    .selectFrom("audit_heads")
    .select(["seq", "hash"])
    .where("tenant_id", "=", tenantId)
    .where("stream", "=", stream)
    .executeTakeFirst();
  const chained = appendToChain(head ?? chainStart, events);
  await bulkInsert(session, auditEventsTable, chained.events);
  const statement = upsertStatement(session.dialect, auditHeadsTable, {
    tenant_id: tenantId,
    stream,
    ...chained.head,
  });
  await session.query(statement.text, statement.values);
}

async function writeFeed(context: IngestContext, rows: readonly SettledRow[]): Promise<void> {
  if (rows.length === 0) return;
  const statement = feedStatement(
    context.tenantId,
    rows.map((item) => ({
      table: item.table,
      row: item.after,
      opId: item.opId,
      originNodeId: item.isEcho ? context.nodeId : null,
    })),
  );
  await context.session.query(statement.text, statement.values);
}

/** Tells a node how records stand that it has changed for itself and nobody else took so. */
export async function tellStanding(
  context: IngestContext,
  standing: readonly StandingRow[],
): Promise<void> {
  if (standing.length === 0) return;
  const entries = standing.map((item) => ({ ...item, originNodeId: null }));
  const statement = feedStatement(context.tenantId, entries);
  await context.session.query(statement.text, statement.values);
}

/** Writes what a set came to, table by table, in a handful of round trips whatever its size. */
export async function writeSet(context: IngestContext, set: SettledSet): Promise<void> {
  await writeRows(context, set.rows);
  await writeSearchKeys(context, set.rows);
  const duplicates = await writeClaims(context, set.rows);
  await writeReservations(context, set.rows);
  const conflicts = [...set.conflicts.map((item) => conflictRow(context, item)), ...duplicates];
  await writeConflicts(context, conflicts);
  await writeEvents(context, set.taken);
  await writeAudit(context, set);
  await writeFeed(context, set.rows);
  await tellStanding(context, set.standing);
}
