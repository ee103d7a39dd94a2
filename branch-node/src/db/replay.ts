import { auditStatements } from "@edgeward/shared/audit/append.ts";
import type { AuditItem, Change, Operation } from "@edgeward/shared/db/model.ts";
import { domainEventsTable } from "@edgeward/shared/db/core.table.ts";
import { derivedStatements } from "@edgeward/shared/write/derived.ts";
import { domainEventRow } from "@edgeward/shared/write/row-change.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import {
  insertIgnoringStatement,
  selectByKeyStatement,
  upsertStatement,
} from "@edgeward/shared/db/statements.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import { applyChange } from "@edgeward/shared/sync/merge/merge.ts";
import type { ChangeOrigin } from "@edgeward/shared/sync/merge/merge-outcome.ts";

/** Where an operation is brought back, and what names its audit events. */
export interface ReplayOrigin extends ChangeOrigin {
  readonly newId: IdSource;
}

async function replayChange(
  session: SqlSession,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): Promise<void> {
  const table = session.schema.find(change.table);
  if (table === null || table.merge === "local") return;
  const key = selectByKeyStatement(session.dialect, table, [origin.tenantId, change.id]);
  const [known] = await session.query(key.text, key.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  const before = known === undefined ? null : (known as RecordRow);
  const result = applyChange(table, before, operation, change, origin);
  // What it would conflict with is told by the hub, where both sides meet.
  if (result.outcome === "rejected" || result.row === before) return;
  await session.runAll([
    upsertStatement(session.dialect, table, result.row),
    ...derivedStatements(session.dialect, { table, before, after: result.row }, "arrived"),
  ]);
}

function auditOf(tenantId: string, operation: Operation, change: Change): AuditItem {
  return {
    origin: {
      tenantId,
      branchId: operation.branch_id,
      actor: operation.actor,
      clientId: null,
      sessionId: null,
      deviceId: operation.device_id,
      requestId: null,
      ip: null,
      reason: operation.reason,
      trust: "replayed",
    },
    at: operation.at,
    entry: {
      module: change.table,
      action: change.kind === "insert" ? "create" : "update",
      outcome: "success",
      entity_type: change.table,
      entity_id: change.id,
      patient_id: patientOf(change),
      changes: Object.keys(change.fields).map((path) => ({ path })),
    },
  };
}

function patientOf(change: Change): string | null {
  if (change.table === "patients") return change.id;
  const given = change.fields["patient_id"];
  return typeof given === "string" ? given : null;
}

// Who did what is told by the record of a replay as by the record of the act; it says that it is one.
async function keepTrace(
  session: SqlSession,
  operation: Operation,
  { tenantId, nodeId, newId }: ReplayOrigin,
): Promise<void> {
  const items = operation.changes.map((change) => auditOf(tenantId, operation, change));
  await session.runAll([
    ...(await auditStatements(session, { nodeId, newId }, tenantId, items)),
    ...operation.events.map((event) =>
      insertIgnoringStatement(session.dialect, domainEventsTable, {
        ...domainEventRow(event, operation),
        tenant_id: tenantId,
      }),
    ),
  ]);
}

/**
 * Brings an operation of this very node back: its records, by the rules by which the hub took it, and with them its audit
 * and its events, so that none of them ever stands alone.
 */
export async function replayOperation(
  session: SqlSession,
  operation: Operation,
  origin: ReplayOrigin,
): Promise<void> {
  for (const change of operation.changes) await replayChange(session, operation, change, origin);
  await keepTrace(session, operation, origin);
}
