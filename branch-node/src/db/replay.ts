import type { Change, Operation } from "@edgeward/shared/db/model.ts";
import { domainEventsTable } from "@edgeward/shared/db/core.table.ts";
import { auditOfArrived } from "@edgeward/shared/write/arrived-audit.ts";
import { derivedStatements } from "@edgeward/shared/write/derived.ts";
import { findTable } from "@edgeward/shared/db/schema.ts";
import { domainEventRow } from "@edgeward/shared/write/row-change.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
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
  session: Session,
  operation: Operation,
  change: Change,
  origin: ChangeOrigin,
): Promise<void> {
  const table = findTable(change.table);
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

async function keepTrace(
  session: Session,
  operation: Operation,
  { tenantId, nodeId, newId }: ReplayOrigin,
): Promise<void> {
  const items = operation.changes.map((change) => auditOfArrived(tenantId, operation, change));
  await session.runAll([
    ...(await session.audit({ nodeId, newId }, items)),
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
  session: Session,
  operation: Operation,
  origin: ReplayOrigin,
): Promise<void> {
  for (const change of operation.changes) await replayChange(session, operation, change, origin);
  await keepTrace(session, operation, origin);
}
