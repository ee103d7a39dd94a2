import type { JWK } from "jose";
import { isoInstant } from "#kernel/clock.ts";
import type { Store } from "#db/session.ts";
import {
  checkpointOf,
  openCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type CheckpointKey,
} from "./checkpoint.ts";
import { verifyAudit, type StreamVerdict } from "./verify.ts";

/** What a node needs to vouch for its audit. */
export interface CheckedAudit {
  readonly store: Pick<Store, "read">;
  readonly nodeId: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly key: () => CheckpointKey;
  /** The keys by which its checkpoints are known. */
  readonly keys: () => readonly JWK[];
}

/** Which checkpoints an audit was compared with. */
export interface ComparedWith {
  readonly used: number;
  /** When the newest of them was made, RFC 3339; null where there was none. */
  readonly newest: string | null;
  /** How many that were given by hand are altered, or not signed by this node. */
  readonly refused: number;
  /** How many others that should have come from elsewhere could not be opened. */
  readonly unusable: number;
}

/** What became of checking a node's audit. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly streams: readonly StreamVerdict[];
  readonly checkpoints: ComparedWith;
}

/** Checkpoints of a node that were kept elsewhere. */
export interface KeptElsewhere {
  /** Brought by a person: one that is not the node's own is a fault. */
  readonly byHand: readonly string[];
  /** Given back by the other side of the sync: a node that was enrolled anew has no key to older ones. */
  readonly exchanged: readonly string[];
}

/** Where each stream of the tenants stands, signed: a compact JWS for each tenant. */
export async function signedCheckpoints(
  { store, nodeId, now, key }: CheckedAudit,
  tenantIds: readonly string[],
): Promise<readonly string[]> {
  const signed: string[] = [];
  for (const tenantId of tenantIds) {
    const checkpoint = await store.read({ tenantId }, (session) =>
      checkpointOf(session, tenantId, nodeId, isoInstant(now())),
    );
    signed.push(await signCheckpoint(checkpoint, key()));
  }
  return signed;
}

async function opened(
  signed: readonly string[],
  keys: readonly JWK[],
): Promise<readonly Checkpoint[]> {
  const all = await Promise.all(signed.map((one) => openCheckpoint(one, keys)));
  return all.filter((one): one is Checkpoint => one !== null);
}

/** Checks the audit of the tenants, and of those that a checkpoint names though the node knows them no longer. */
export async function verifyAudits(
  { store, keys }: Pick<CheckedAudit, "store" | "keys">,
  tenantIds: readonly string[],
  kept: KeptElsewhere,
): Promise<AuditVerdict> {
  const byHand = await opened(kept.byHand, keys());
  const exchanged = await opened(kept.exchanged, keys());
  const checkpoints = [...byHand, ...exchanged].toSorted((one, other) =>
    one.made_at < other.made_at ? -1 : 1,
  );
  const streams: StreamVerdict[] = [];
  for (const tenantId of new Set([...tenantIds, ...checkpoints.map((one) => one.tenant_id)])) {
    const verdicts = await store.read({ tenantId }, (session) =>
      verifyAudit(session, tenantId, checkpoints),
    );
    streams.push(...verdicts);
  }
  const refused = kept.byHand.length - byHand.length;
  const compared = {
    used: checkpoints.length,
    newest: checkpoints.at(-1)?.made_at ?? null,
    refused,
    unusable: kept.exchanged.length - exchanged.length,
  };
  return {
    ok: refused === 0 && streams.every(({ ok }) => ok),
    streams,
    checkpoints: compared,
  };
}
