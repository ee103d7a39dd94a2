import { appendToChain, chainStart, type ChainHead, type UnchainedEvent } from "./chain.ts";
import type { Statement, AuditItem, NodeRuntime, SqlRow } from "#db/model.ts";
import { auditEventsTable, auditHeadsTable, auditSubjectsTable } from "#db/audit.table.ts";
import type { Dialect } from "#db/dialect.ts";
import type { AuditRuntime, Session } from "#db/session.ts";
import { insertRows, upsertStatement } from "#db/statements.ts";
import { subjectRows } from "./named-subjects.ts";

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
  { newId, named }: Pick<AuditRuntime, "newId" | "named">,
  { tenantId, stream, head }: ChainEnd,
  items: readonly AuditItem[],
): { readonly end: ChainEnd; readonly statements: readonly Statement[] } {
  const events = items.map((item) => unchained(item, tenantId, stream, newId("aud")));
  const chained = appendToChain(head, events);
  const newest = { tenant_id: tenantId, stream, ...chained.head };
  return {
    end: { tenantId, stream, head: chained.head },
    statements: [
      ...insertRows(dialect, auditEventsTable, chained.events, "refuse"),
      ...insertRows(
        dialect,
        auditSubjectsTable,
        named?.rows(chained.events) ?? subjectRows(chained.events),
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
