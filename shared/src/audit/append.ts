import {
  appendToChain,
  chainStart,
  type AuditEvent,
  type ChainHead,
  type UnchainedEvent,
} from "./chain.ts";
import type { Statement, AuditItem, NodeRuntime, SqlRow } from "#db/model.ts";
import { auditEventsTable, auditHeadsTable, auditSubjectsTable } from "#db/core.table.ts";
import type { Dialect } from "#db/dialect.ts";
import type { Session } from "#db/session.ts";
import type { RowOf } from "#db/table.ts";
import { insertRows, upsertStatement } from "#db/statements.ts";

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
    reason: entry.reason ?? origin.reason,
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

/** Which stream of a node's chains a session writes. */
export function streamOf(runtime: Pick<NodeRuntime, "nodeId">, lane: string): string {
  return `${runtime.nodeId}/${lane}`;
}

/** A stream's newest link, as it is known. */
export interface ChainEnd {
  readonly tenantId: string;
  readonly stream: string;
  readonly head: ChainHead;
}

/** Chains audit events behind a known end; returns what puts them down, with the new end. */
export function chainedStatements(
  dialect: Dialect,
  runtime: Pick<NodeRuntime, "newId">,
  { tenantId, stream, head }: ChainEnd,
  items: readonly AuditItem[],
): { readonly end: ChainEnd; readonly statements: readonly Statement[] } {
  const events = items.map((item) => unchained(item, tenantId, stream, runtime.newId("aud")));
  const chained = appendToChain(head, events);
  const newest = { tenant_id: tenantId, stream, ...chained.head };
  return {
    end: { tenantId, stream, head: chained.head },
    statements: [
      ...insertRows(dialect, auditEventsTable, chained.events, "refuse"),
      ...insertRows(
        dialect,
        auditSubjectsTable,
        subjectRows(tenantId, stream, chained.events),
        "refuse",
      ),
      upsertStatement(dialect, auditHeadsTable, newest),
    ],
  };
}

/** The newest link of a stream. As text that is prepared once: built anew, the question took more time than its answer. */
export async function chainEndOf(
  session: Pick<Session, "dialect" | "query">,
  tenantId: string,
  stream: string,
): Promise<ChainEnd> {
  const { dialect } = session;
  const [row] = await session.query(
    `SELECT seq, hash FROM audit_heads WHERE tenant_id = ${dialect.placeholder(1)} AND stream = ${dialect.placeholder(2)}`,
    [tenantId, stream],
  );
  return { tenantId, stream, head: headIn(row) };
}

/** The link in a row of `audit_heads`; where there is none, the stream begins. */
export function headIn(row: SqlRow | undefined): ChainHead {
  return row === undefined ? chainStart : { seq: Number(row["seq"]), hash: String(row["hash"]) };
}
