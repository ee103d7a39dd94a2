import {
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type CryptoKey,
  type JWK,
} from "jose";
import * as z from "zod";
import type { Session } from "#db/session.ts";

// Signed as a checkpoint: nothing else that the same key signs can be taken for one.
const kind = "audit-checkpoint";
const algorithm = "EdDSA";

/** What a checkpoint says. */
export const checkpointShape = z.strictObject({
  tenant_id: z.string().min(1).max(64),
  node_id: z.string().min(1).max(64),
  made_at: z.iso.datetime(),
  streams: z
    .array(
      z.strictObject({
        stream: z.string().regex(/^[\x21-\x7e]{1,200}$/u),
        /** The newest event, and as events are numbered from 1 also how many there are. */
        seq: z.int().min(0),
        hash: z.string().length(64),
      }),
    )
    .readonly(),
});

/** Where each audit stream of a tenant stood at one moment. */
export type Checkpoint = z.output<typeof checkpointShape>;

/** Longest signed checkpoint that is read, in characters. */
const maximumCheckpointLength = 100_000;

/** What signs a node's checkpoints. */
export interface CheckpointKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** The heads of a tenant's streams as a checkpoint; reads no event. @param madeAt ISO 8601 in UTC */
export async function checkpointOf(
  session: Pick<Session, "kysely">,
  tenantId: string,
  nodeId: string,
  madeAt: string,
): Promise<Checkpoint> {
  const streams = await session.kysely
    .selectFrom("audit_heads")
    .select(["stream", "seq", "hash"])
    .where("tenant_id", "=", tenantId)
    .orderBy("stream")
    .execute();
  return { tenant_id: tenantId, node_id: nodeId, made_at: madeAt, streams };
}

/** A checkpoint as a compact JWS. */
export async function signCheckpoint(checkpoint: Checkpoint, by: CheckpointKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(checkpoint)))
    .setProtectedHeader({ alg: algorithm, kid: by.kid, typ: kind })
    .sign(by.privateKey);
}

/** What a signed checkpoint says, or null where none of the keys has signed it as one. @param keys of its signer */
export async function openCheckpoint(
  signed: string,
  keys: readonly JWK[],
): Promise<Checkpoint | null> {
  try {
    if (signed.length > maximumCheckpointLength) return null;
    const { kid, typ } = decodeProtectedHeader(signed);
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined || typ !== kind) return null;
    const options = { algorithms: [algorithm] };
    const { payload } = await compactVerify(signed, await importJWK(key, algorithm), options);
    return checkpointShape.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}
