import {
  appendToChain,
  chainStart,
  type AuditEntry,
  type AuditEvent,
  type UnchainedEvent,
} from "./audit-chain.ts";
import { auditEventsTable, auditHeadsTable, auditSubjectsTable } from "./core.table.ts";
import type { NodeRuntime, WriteOrigin } from "./runtime.ts";
import type { SqlSession, Statement } from "./session.ts";
import type { RowOf } from "./table.ts";
import { insertManyStatements, upsertStatement } from "./statements.ts";

/** An audit event to be: who, what, and when (RFC 3339). */
export interface AuditItem {
  readonly origin: WriteOrigin;
  readonly entry: AuditEntry;
  readonly at: string;
}

function unchained(
  { origin, entry, at }: AuditItem,
  tenantId: string,
  stream: string,
  id: string,
): UnchainedEvent {
  return {
    ...entry,
    id,
    tenant_id: tenantId,
    stream,
    created_at: at,
    actor_id: origin.actor.id,
    actor_type: origin.actor.type,
    actor_role: origin.actor.role,
    client_id: origin.clientId,
    session_id: origin.sessionId,
    device_id: origin.deviceId,
    branch_id: origin.branchId,
    request_id: origin.requestId,
    ip: origin.ip,
    reason: origin.reason,
    trust: origin.trust,
  };
}

// One row for all pages of a batch that name the same record: at a desk many look at the same first page.
function subjectRows(
  tenantId: string,
  stream: string,
  events: readonly AuditEvent[],
): readonly RowOf<typeof auditSubjectsTable>[] {
  const ranges = new Map<string, { readonly first: number; last: number }>();
  for (const event of events) {
    for (const id of event.subject_ids ?? []) {
      const known = ranges.get(id);
      if (known === undefined) ranges.set(id, { first: event.seq, last: event.seq });
      else known.last = event.seq;
    }
  }
  return Array.from(ranges, ([id, { first, last }]) => ({
    tenant_id: tenantId,
    subject_id: id,
    stream,
    first_seq: first,
    last_seq: last,
  }));
}

/** Chains audit events onto the session's stream. Only one session at a time writes a stream, so the head cannot move meanwhile. */
export async function auditStatements(
  session: SqlSession,
  runtime: Pick<NodeRuntime, "nodeId" | "newId">,
  tenantId: string,
  items: readonly AuditItem[],
): Promise<readonly Statement[]> {
  if (items.length === 0) return [];
  const stream = `${runtime.nodeId}/${session.lane}`;
  const known = await session.kysely
    .selectFrom("audit_heads")
    .select(["seq", "hash"])
    .where("tenant_id", "=", tenantId)
    .where("stream", "=", stream)
    .executeTakeFirst();
  const events = items.map((item) => unchained(item, tenantId, stream, runtime.newId("aud")));
  const chained = appendToChain(known ?? chainStart, events);
  const head = { tenant_id: tenantId, stream, ...chained.head };
  return [
    ...insertManyStatements(session.dialect, auditEventsTable, chained.events),
    ...insertManyStatements(
      session.dialect,
      auditSubjectsTable,
      subjectRows(tenantId, stream, chained.events),
    ),
    upsertStatement(session.dialect, auditHeadsTable, head),
  ];
}
