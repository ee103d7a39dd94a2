import { hash } from "node:crypto";
import { canonicalJson } from "#kernel/canonical-json.ts";
import type { RowOf } from "#db/table.ts";
import type { auditEventsTable } from "#db/audit.table.ts";
import type { AuditEntry } from "#db/model.ts";

/** One link of the audit chain, as it is stored. */
export type AuditEvent = RowOf<typeof auditEventsTable>;

/** The newest link of a stream. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** Where every stream begins: nothing before the first event, 64 zeros in place of its hash. */
export const chainStart: ChainHead = { seq: 0, hash: "0".repeat(64) };

/** An event before it has its place in the chain. */
export type UnchainedEvent = Omit<AuditEvent, "seq" | "prev_hash" | "hash" | "subject_ids"> &
  Pick<AuditEntry, "subject_ids">;

/** SHA-256 over the previous hash and the event's canonical JSON without its own hash. */
function auditHash(event: Omit<AuditEvent, "hash">): string {
  // An event from before there were pages has no such member, and its hash must go on whereFields.
  const hashed = { ...event, subject_ids: event.subject_ids ?? undefined };
  return hash("sha256", event.prev_hash + canonicalJson(hashed));
}

/** Puts events at the end of a chain, in order; returns them with the new head. */
export function appendToChain(
  head: ChainHead,
  events: readonly UnchainedEvent[],
): { readonly head: ChainHead; readonly events: readonly AuditEvent[] } {
  let current = head;
  const chained = events.map((event) => {
    const placed = {
      ...event,
      subject_ids: event.subject_ids ?? null,
      seq: current.seq + 1,
      prev_hash: current.hash,
    };
    const link = auditHash(placed);
    current = { seq: placed.seq, hash: link };
    return { ...placed, hash: link };
  });
  return { head: current, events: chained };
}

/** The first place where a stored stream does not hold, or null. Events in order of `seq`; `head` as stored beside them. */
export function findChainBreak(
  events: readonly AuditEvent[],
  head: ChainHead,
  from: ChainHead = chainStart,
): { readonly seq: number; readonly reason: string } | null {
  let expected = from;
  for (const event of events) {
    if (event.seq !== expected.seq + 1) return { seq: expected.seq + 1, reason: "event missing" };
    if (event.prev_hash !== expected.hash)
      return { seq: event.seq, reason: "previous hash differs" };
    const { hash: link, ...rest } = event;
    if (auditHash(rest) !== link) return { seq: event.seq, reason: "event altered" };
    expected = { seq: event.seq, hash: link };
  }
  if (head.seq !== expected.seq || head.hash !== expected.hash) {
    return { seq: expected.seq + 1, reason: "chain ends before its head" };
  }
  return null;
}
