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

/** What became of checking a node's audit. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly streams: readonly StreamVerdict[];
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

const notOurs: StreamVerdict = {
  tenant_id: "",
  stream: "checkpoint",
  events: 0,
  ok: false,
  broken_at: null,
  reason: "a checkpoint is altered, or not signed by a key of this node",
};

/**
 * Checks the audit of the tenants, and of those that a checkpoint names though the node knows them no longer.
 * @param signed checkpoints of this node that were kept elsewhere
 */
export async function verifyAudits(
  { store, keys }: CheckedAudit,
  tenantIds: readonly string[],
  signed: readonly string[],
): Promise<AuditVerdict> {
  const opened = await Promise.all(signed.map((one) => openCheckpoint(one, keys())));
  const checkpoints = opened.filter((one): one is Checkpoint => one !== null);
  const streams: StreamVerdict[] = checkpoints.length < signed.length ? [notOurs] : [];
  const all = new Set([...tenantIds, ...checkpoints.map(({ tenant_id: id }) => id)]);
  for (const tenantId of all) {
    const verdicts = await store.read({ tenantId }, (session) =>
      verifyAudit(session, tenantId, checkpoints),
    );
    streams.push(...verdicts);
  }
  return { ok: streams.every(({ ok }) => ok), streams };
}
