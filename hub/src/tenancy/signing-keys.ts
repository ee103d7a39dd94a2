import { exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK } from "jose";
import pg from "pg";
import * as z from "zod";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { encodeUlidPart } from "@edgeward/shared/kernel/ids.ts";
import { endorse } from "@edgeward/shared/http/key-endorsement.ts";
import type { SigningKey } from "@edgeward/shared/http/tokens.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "./secrets.ts";

/** The hub's signing key in force, and all public keys that still verify. */
export interface SigningKeys {
  readonly active: SigningKey;
  readonly publicKeys: JSONWebKeySet;
}

const jwkShape = z.looseObject({ kty: z.string(), crv: z.string(), x: z.string(), d: z.string() });

async function privateKeyOf(secrets: Secrets, { sealed_private_jwk: sealed }: StoredKey) {
  const jwk = jwkShape.parse(JSON.parse(secrets.open(sealed)));
  const privateKey = await importJWK(jwk, "EdDSA");
  if (privateKey instanceof Uint8Array) throw new Error("the signing key is not a key pair");
  return privateKey;
}

/** @param earlier the key before it, by which nodes know that it is the hub's */
async function makeKey(
  secrets: Secrets,
  nowMs: number,
  earlier: StoredKey | undefined,
): Promise<readonly unknown[]> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const kid = `hub-${encodeUlidPart(BigInt(nowMs), 10)}`;
  const described = { kid, alg: "EdDSA", use: "sig" };
  const bare = { ...(await exportJWK(publicKey)), ...described };
  const publicJwk =
    earlier === undefined
      ? bare
      : {
          ...bare,
          endorsement: await endorse(bare, {
            kid: earlier.kid,
            privateKey: await privateKeyOf(secrets, earlier),
          }),
        };
  const privateJwk = { ...(await exportJWK(privateKey)), ...described };
  return [
    kid,
    JSON.stringify(publicJwk),
    secrets.seal(JSON.stringify(privateJwk)),
    isoInstant(nowMs),
  ];
}

/**
 * Makes the hub's first signing key where there is none, or the next where the last has been set to `verifying`: it carries
 * the endorsement of the one before. Only the owner of the database may: whoever could put a key there
 * could sign as the hub. @param adminUrl a role that owns the tables
 */
export async function ensureSigningKey(
  adminUrl: string,
  secrets: Secrets,
  nowMs: number,
): Promise<void> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "edgeward-migrate",
  });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("LOCK TABLE signing_keys IN EXCLUSIVE MODE");
    const known = await client.query("SELECT 1 FROM signing_keys WHERE key_status = 'active'");
    if (known.rowCount === 0) {
      const earlier = await client.query<StoredKey>(
        "SELECT * FROM signing_keys WHERE key_status = 'verifying' ORDER BY created_at DESC LIMIT 1",
      );
      await client.query(
        `INSERT INTO signing_keys (kid, public_jwk, sealed_private_jwk, key_status, created_at)
         VALUES ($1, $2, $3, 'active', $4)`,
        [...(await makeKey(secrets, nowMs, earlier.rows[0]))],
      );
    }
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

interface StoredKey {
  readonly kid: string;
  readonly public_jwk: JWK;
  readonly sealed_private_jwk: string;
  readonly key_status: string;
}

async function storedKeys(store: PostgresStore): Promise<readonly StoredKey[]> {
  const rows = await store.platform((session) =>
    session.query(
      "SELECT * FROM signing_keys WHERE key_status <> 'retired' ORDER BY created_at DESC",
      [],
    ),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns of the table just selected
  return rows as unknown as readonly StoredKey[];
}

/** The hub's keys. @throws Error where there is none yet */
export async function loadSigningKeys(
  store: PostgresStore,
  secrets: Secrets,
): Promise<SigningKeys> {
  const keys = await storedKeys(store);
  const active = keys.find((key) => key.key_status === "active");
  if (active === undefined) throw new Error("the hub has no active signing key");
  return {
    active: { kid: active.kid, privateKey: await privateKeyOf(secrets, active) },
    publicKeys: { keys: keys.map((key) => key.public_jwk) },
  };
}
