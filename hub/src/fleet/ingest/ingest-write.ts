import { conflictsTable, domainEventsTable } from "@edgeward/shared/db/core.table.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { auditOfArrived } from "@edgeward/shared/write/arrived-audit.ts";
import { domainEventRow } from "@edgeward/shared/write/row-change.ts";
import { bulkInsertIgnoring } from "#db/bulk.ts";
import { sendAll } from "#db/send-all.ts";
import { deliveriesStatement } from "#webhooks/fan-out.ts";
import { feedStatement } from "#fleet/feed/feed.ts";
import { overdrawnBy, type Overdrawn } from "./ingest-balances.ts";
import {
  writeClaims,
  writeRecords,
  writeReservations,
  writeSearchKeys,
  type NewRows,
  type TakenClaim,
} from "./ingest-derived.ts";
import type { FoundConflict, Sequenced, MergedRow, MergedSet, CurrentRow } from "./ingest-set.ts";
import type { IngestContext } from "./ingest-context.ts";

// What arrives by sync has happened: a value that two offline branches both took is kept twice and shown to a person.
function claimConflict(context: IngestContext, { item, kind, value }: TakenClaim): RecordRow {
  const { table, after, opId } = item;
  return conflictRecord(context, context.runtime.newId("cnf"), {
    branch_id: table.audience === "tenant" ? null : after.branch_id,
    entity: table.name,
    entity_id: after.id,
    patient_id: patientOf(table.name, after.id, after["patient_id"]),
    op_id: opId,
    conflict_kind: "duplicate",
    field: kind,
    kept_value: value,
    other_value: value,
    base_stamp: null,
    kept_stamp: after.hlc,
    other_stamp: after.hlc,
    other_actor_id: after.updated_by,
  });
}

// Stock that cannot be: the fact has happened and stays, and a person looks at what it took below nothing.
function balanceConflict(context: IngestContext, { item, amount, sum }: Overdrawn): RecordRow {
  const { table, after, opId } = item;
  return conflictRecord(context, deterministicId("cnf", opId, table.name, after.id, amount), {
    branch_id: table.audience === "tenant" ? null : after.branch_id,
    entity: table.name,
    entity_id: after.id,
    patient_id: patientOf(table.name, after.id, after["patient_id"]),
    op_id: opId,
    conflict_kind: "balance",
    field: amount,
    kept_value: after[amount],
    other_value: sum,
    base_stamp: null,
    kept_stamp: after.hlc,
    other_stamp: after.hlc,
    other_actor_id: after.updated_by,
  });
}

/** A conflict as a record of its own: it comes down to the branch it concerns, and is merged like any other change. */
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

async function writeConflicts(context: IngestContext, set: MergedSet, put: NewRows): Promise<void> {
  const taken = await writeClaims(context, set.rows, put);
  const conflicts = [
    ...set.conflicts.map((item) => conflictRow(context, item)),
    ...taken.map((claim) => claimConflict(context, claim)),
  ];
  await keepConflicts(context, conflicts);
}

async function keepConflicts(
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

// After the records, whose sums it asks for.
async function writeOverdrafts(context: IngestContext, set: MergedSet): Promise<void> {
  const overdrawn = await overdrawnBy(context, set.rows);
  await keepConflicts(
    context,
    overdrawn.map((one) => balanceConflict(context, one)),
  );
}

async function writeEvents(
  context: IngestContext,
  taken: readonly Sequenced[],
  put: NewRows,
): Promise<void> {
  const events = taken.flatMap(({ operation }) =>
    operation.events.map((event) => ({
      ...domainEventRow(event, operation),
      tenant_id: context.tenantId,
    })),
  );
  const written = await put.keyed(context.session, domainEventsTable, events, ["id"]);
  const fresh = new Set(written.map((row) => row["id"]));
  const kept = taken.flatMap(({ operation }) =>
    operation.events.filter((event) => fresh.has(event.id)),
  );
  if (kept.length === 0) return;
  const statement = deliveriesStatement(context.tenantId, kept, context.receivedAt);
  await context.session.query(statement.text, statement.values);
}

function patientOf(table: string, id: string, patientId: unknown): string | null {
  if (table === "patients") return id;
  return typeof patientId === "string" ? patientId : null;
}

async function writeAudit(context: IngestContext, set: MergedSet): Promise<void> {
  const { session, runtime, tenantId, origin } = context;
  const items = set.taken.flatMap(({ operation }) =>
    operation.changes.map((change) =>
      auditOfArrived(tenantId, operation, change, origin.requestId),
    ),
  );
  const statements = await session.audit(runtime, items);
  await Promise.all(statements.map(({ text, values }) => session.query(text, values)));
}

async function writeFeed(context: IngestContext, rows: readonly MergedRow[]): Promise<void> {
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
export async function echoCurrentRows(
  context: IngestContext,
  standing: readonly CurrentRow[],
): Promise<void> {
  if (standing.length === 0) return;
  const entries = standing.map((item) => ({ ...item, originNodeId: null }));
  const statement = feedStatement(context.tenantId, entries);
  await context.session.query(statement.text, statement.values);
}

/**
 * Writes what a set came to, table by table, in a handful of statements whatever its size. They follow each other
 * without waiting: while the server is at work on one table the next is prepared.
 */
export async function writeSet(
  context: IngestContext,
  set: MergedSet,
  put: NewRows,
): Promise<void> {
  const byTable = [...Map.groupBy(set.rows, (item) => item.table)];
  await sendAll([
    () => writeSearchKeys(context, set.rows, put),
    ...byTable.map(
      ([table, rows]) =>
        () =>
          writeRecords(context, table, rows, put),
    ),
    () => writeAudit(context, set),
    () => writeConflicts(context, set, put),
    () => writeReservations(context, set.rows),
    () => writeEvents(context, set.taken, put),
    () => writeFeed(context, set.rows),
    () => echoCurrentRows(context, set.standing),
  ]);
  await writeOverdrafts(context, set);
}
