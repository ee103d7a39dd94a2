import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import * as z from "zod";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import { createKeyedHash } from "@edgeward/shared/kernel/keyed-hash.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import { counterShape, type Counter } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { purposeKey } from "./branch-key.ts";
import { hubKeySetShape } from "./hub-key-set.ts";
import { KeyNotOpened, openBytes, sealBytes } from "./key-seal.ts";

/** Who a node is: its key pair never leaves this machine. */
export interface NodeIdentity {
  readonly nodeId: string;
  readonly tenantId: string;
  readonly branchId: string;
  readonly epoch: number;
  readonly hubUrl: string;
  readonly hubIssuer: string;
  readonly clientKey: Buffer;
  /** The numbers that were given out at the branch before this node: its series go on above them. */
  readonly counters: readonly Counter[];
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  /** The hub's public keys as they were at enrolment. */
  readonly pinnedHubKeys: readonly JWK[];
  /** The node that this machine was before it was enrolled anew: its work is sent as this one's. */
  readonly previousNodeId?: string;
}

const identityFile = "identity.json";

const storedIdentity = z.object({
  node_id: z.string(),
  tenant_id: z.string(),
  branch_id: z.string(),
  epoch: z.number(),
  hub_url: z.string(),
  hub_issuer: z.string(),
  counters: z.array(counterShape),
  previous_node_id: z.string().optional(),
  hub_keys: hubKeySetShape,
  public_jwk: z.record(z.string(), z.unknown()),
  /** The secrets, sealed by the key of the folder. */
  sealed: z.string(),
});

const identitySecrets = z.object({
  client_key: z.string(),
  private_jwk: z.record(z.string(), z.unknown()),
});
type IdentitySecrets = z.output<typeof identitySecrets>;

function sealedSecrets(folder: string, secrets: IdentitySecrets): string {
  return sealBytes(purposeKey(folder, "identity"), Buffer.from(JSON.stringify(secrets)));
}

function secretsOf(folder: string, sealed: string): IdentitySecrets {
  const plain = openBytes(purposeKey(folder, "identity"), sealed);
  if (plain !== null) return identitySecrets.parse(JSON.parse(plain.toString("utf8")));
  const file = join(folder, identityFile);
  throw new KeyNotOpened(`${file} and database.key do not belong together; put both back`);
}

const installShape = z.looseObject({
  install_id: z.string().optional(),
  machine: z.string().optional(),
});

function machineIdFile(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim();
  } catch {
    return "";
  }
}

/** What distinguishes this machine from one that runs a copy of its disk; a hash, so that it says nothing else about it. */
export function machineMark(): string {
  return createHash("sha256").update(`${hostname()}\n${machineIdFile()}`).digest("hex");
}

function keepJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Whether a node has been at work in a folder before this start. */
export function hasWorkedIn(folder: string): boolean {
  return installIn(join(folder, identityFile)).install_id !== undefined;
}

/**
 * The installation that works in a folder: random, and another one as soon as the folder is found on another machine,
 * so that the hub can distinguish a node from its copy. @param machine the mark of this machine
 */
export function installIdOf(folder: string, machine: string): string {
  const file = join(folder, identityFile);
  const stored = installShape.parse(JSON.parse(readFileSync(file, "utf8")));
  if (stored.install_id !== undefined && stored.machine === machine) return stored.install_id;
  const installId = randomBytes(16).toString("hex");
  keepJson(file, { ...stored, install_id: installId, machine });
  return installId;
}

/** How this node keeps its tenant's sealed values; it serves no other tenant. */
export function branchSeal({ tenantId, clientKey }: NodeIdentity): NodeRuntime["valueSeal"] {
  return (asked) => valueSealOf(asked === tenantId ? clientKey : noKey);
}

// Opens nothing of anybody.
const noKey = Buffer.alloc(32);

/** How this node's audit hashes values. @param nodeKey its key for `branch` */
export function auditHash(nodeKey: Uint8Array): NodeRuntime["hashValue"] {
  const keyedHash = createKeyedHash(nodeKey);
  return (tenantId, text) => keyedHash(`${tenantId}\n${text}`);
}

/** The node's identity, or null before it has been enrolled. @param hubUrl where the hub is now, when it has moved */
export async function readIdentity(
  folder: string,
  hubUrl: string | null = null,
): Promise<NodeIdentity | null> {
  const file = join(folder, identityFile);
  if (!existsSync(file)) return null;
  const stored = storedIdentity.parse(JSON.parse(readFileSync(file, "utf8")));
  const secrets = secretsOf(folder, stored.sealed);
  const privateKey = await importJWK(secrets.private_jwk, "EdDSA");
  if (privateKey instanceof Uint8Array) throw new Error(`${file} does not hold a key pair`);
  return {
    nodeId: stored.node_id,
    tenantId: stored.tenant_id,
    branchId: stored.branch_id,
    epoch: stored.epoch,
    hubUrl: hubUrl ?? stored.hub_url,
    hubIssuer: stored.hub_issuer,
    clientKey: Buffer.from(secrets.client_key, "hex"),
    counters: stored.counters,
    privateKey,
    pinnedHubKeys: stored.hub_keys.keys,
    publicJwk: { ...stored.public_jwk, kid: stored.node_id, alg: "EdDSA", use: "sig" },
    ...(stored.previous_node_id === undefined ? {} : { previousNodeId: stored.previous_node_id }),
  };
}

const enrolmentReply = z.object({
  node_id: z.string(),
  tenant_id: z.string(),
  branch_id: z.string(),
  epoch: z.number(),
  client_key: z.string(),
  counters: z.array(counterShape),
  issuer: z.string(),
  hub_keys: hubKeySetShape,
});

// What distinguishes this machine from others stays when it gets another name.
function installIn(file: string): z.output<typeof installShape> {
  if (!existsSync(file)) return {};
  const { install_id, machine } = installShape.parse(JSON.parse(readFileSync(file, "utf8")));
  return { install_id, machine };
}

/** What a machine was before it is enrolled anew. */
export type EarlierNode = Pick<NodeIdentity, "nodeId" | "branchId" | "epoch">;

/**
 * Enrols this machine with a hub by a one-time code and keeps the identity in a file of mode 0600.
 * @param hubUrl without a slash at the end @param earlier whose work lies here, if anybody's
 * @throws Error with the hub's own words when it refuses
 */
export async function enrolNode(
  folder: string,
  hubUrl: string,
  code: string,
  name: string,
  earlier: EarlierNode | null = null,
): Promise<NodeIdentity> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const [publicJwk, privateJwk] = [await exportJWK(publicKey), await exportJWK(privateKey)];
  const response = await fetch(`${hubUrl}/fleet/enrol`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      code,
      name,
      public_jwk: { kty: publicJwk.kty, crv: publicJwk.crv, x: publicJwk.x },
      ...(earlier === null
        ? {}
        : { earlier: { branch_id: earlier.branchId, epoch: earlier.epoch } }),
    }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`the hub refused the enrolment: ${JSON.stringify(answer)}`);
  const reply = enrolmentReply.parse(answer);
  const file = join(folder, identityFile);
  const stored = {
    ...installIn(file),
    ...(earlier === null ? {} : { previous_node_id: earlier.nodeId }),
    node_id: reply.node_id,
    tenant_id: reply.tenant_id,
    branch_id: reply.branch_id,
    epoch: reply.epoch,
    hub_url: hubUrl,
    hub_issuer: reply.issuer,
    hub_keys: reply.hub_keys,
    counters: reply.counters,
    public_jwk: publicJwk,
    sealed: sealedSecrets(folder, {
      client_key: reply.client_key,
      private_jwk: { ...privateJwk },
    }),
  };
  keepJson(file, stored);
  const identity = await readIdentity(folder);
  if (identity === null) throw new Error("the identity could not be kept");
  return identity;
}
