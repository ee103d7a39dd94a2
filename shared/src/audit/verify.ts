import { findChainBreak, chainStart, type AuditEvent, type ChainHead } from "./chain.ts";
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

/** Checks every audit stream of a tenant from its first event to its head. A stream without a head is broken, too. */
export async function verifyAudit(
  session: Session,
  tenantId: string,
): Promise<readonly StreamVerdict[]> {
  const heads = await session.kysely
    .selectFrom("audit_heads")
    .select(["stream", "seq", "hash"])
    .where("tenant_id", "=", tenantId)
    .execute();
  const byStream = new Map(heads.map((head) => [head.stream, head]));
  const streams = new Set([...byStream.keys(), ...(await streamsOf(session, tenantId))]);
  const verdicts: StreamVerdict[] = [];
  for (const stream of [...streams].toSorted()) {
    verdicts.push(
      await verifyStream(session, tenantId, stream, byStream.get(stream) ?? chainStart),
    );
  }
  return verdicts;
}
