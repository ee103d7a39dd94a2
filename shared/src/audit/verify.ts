import { findChainBreak, chainStart, type AuditEvent, type ChainHead } from "./chain.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Session } from "#db/session.ts";

/** What became of checking one stream. */
export interface StreamVerdict {
  readonly tenant_id: string;
  readonly stream: string;
  readonly events: number;
  readonly ok: boolean;
  readonly broken_at: number | null;
  readonly reason: string | null;
}

const pageSize = 2_000;

async function page(
  session: Session,
  tenantId: string,
  stream: string,
  after: number,
): Promise<readonly AuditEvent[]> {
  return session.kysely
    .selectFrom("audit_events")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("stream", "=", stream)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(pageSize)
    .execute();
}

async function verifyStream(
  session: Session,
  tenantId: string,
  stream: string,
  head: ChainHead,
): Promise<StreamVerdict> {
  let place = chainStart;
  for (;;) {
    const events = await page(session, tenantId, stream, place.seq);
    const end = events.at(-1);
    const reached = end === undefined ? place : { seq: end.seq, hash: end.hash };
    const isLast = events.length < pageSize;
    const fault = findChainBreak(events, isLast ? head : reached, place);
    if (fault !== null || isLast) {
      return {
        tenant_id: tenantId,
        stream,
        events: reached.seq,
        ok: fault === null,
        broken_at: fault?.seq ?? null,
        reason: fault?.reason ?? null,
      };
    }
    place = reached;
  }
}

async function streamsOf(session: Session, tenantId: string): Promise<ReadonlySet<string>> {
  const rows = await session.kysely
    .selectFrom("audit_events")
    .select("stream")
    .distinct()
    .where("tenant_id", "=", tenantId)
    .execute();
  return new Set(rows.map((row) => row.stream));
}

async function hashAt(
  session: Session,
  tenantId: string,
  stream: string,
  seq: number,
): Promise<string | null> {
  if (seq === chainStart.seq) return chainStart.hash;
  const row = await session.kysely
    .selectFrom("audit_events")
    .select("hash")
    .where("tenant_id", "=", tenantId)
    .where("stream", "=", stream)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** The streams that a checkpoint knows otherwise than they are here: one look at an event for each, whatever their length. */
export async function againstCheckpoint(
  session: Session,
  checkpoint: Checkpoint,
  verdicts: ReadonlyMap<string, StreamVerdict> = new Map(),
): Promise<readonly StreamVerdict[]> {
  const { tenant_id: tenantId, made_at: madeAt } = checkpoint;
  const faults: StreamVerdict[] = [];
  for (const { stream, seq, hash } of checkpoint.streams) {
    const here = await hashAt(session, tenantId, stream, seq);
    if (here === hash) continue;
    const events = verdicts.get(stream)?.events ?? 0;
    const place = { tenant_id: tenantId, stream, events, ok: false };
    faults.push(
      here === null
        ? {
            ...place,
            broken_at: Math.min(events + 1, seq),
            reason: `behind the checkpoint of ${madeAt}, which has ${seq} events`,
          }
        : { ...place, broken_at: seq, reason: `rewritten since the checkpoint of ${madeAt}` },
    );
  }
  return faults;
}

/**
 * Checks every audit stream of a tenant from its first event to its head. A stream without a head is broken, too, and so is
 * one that a checkpoint knows otherwise. @param checkpoints of this node's streams, whose signatures have been checked; those
 * of other tenants are left out
 */
export async function verifyAudit(
  session: Session,
  tenantId: string,
  checkpoints: readonly Checkpoint[] = [],
): Promise<readonly StreamVerdict[]> {
  const heads = await session.kysely
    .selectFrom("audit_heads")
    .select(["stream", "seq", "hash"])
    .where("tenant_id", "=", tenantId)
    .execute();
  const byStream = new Map(heads.map((head) => [head.stream, head]));
  const streams = new Set([...byStream.keys(), ...(await streamsOf(session, tenantId))]);
  const verdicts = new Map<string, StreamVerdict>();
  for (const stream of [...streams].toSorted()) {
    const head = byStream.get(stream) ?? chainStart;
    verdicts.set(stream, await verifyStream(session, tenantId, stream, head));
  }
  for (const checkpoint of checkpoints.filter((one) => one.tenant_id === tenantId)) {
    for (const fault of await againstCheckpoint(session, checkpoint, verdicts))
      // What the chain itself shows says more precisely where.
      if (verdicts.get(fault.stream)?.ok !== false) verdicts.set(fault.stream, fault);
  }
  return [...verdicts.values()];
}
