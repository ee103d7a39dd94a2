import { exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK } from "jose";
import pg from "pg";
import * as z from "zod";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { encodeUlidPart } from "@edgeward/shared/kernel/ids.ts";
import type { SigningKey } from "@edgeward/shared/http/tokens.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "./secrets.ts";

/** The hub's signing key in force, and all public keys that still verify. */
export interface SigningKeys {
  readonly active: SigningKey;
  readonly publicKeys: JSONWebKeySet;
}

const jwkShape = z.looseObject({ kty: z.string(), crv: z.string(), x: z.string(), d: z.string() });

async function makeKey(secrets: Secrets, nowMs: number): Promise<readonly unknown[]> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const kid = `hub-${encodeUlidPart(BigInt(nowMs), 10)}`;
  const described = { kid, alg: "EdDSA", use: "sig" };
  const publicJwk = { ...(await exportJWK(publicKey)), ...described };
  const privateJwk = { ...(await exportJWK(privateKey)), ...described };
  return [
    kid,
    JSON.stringify(publicJwk),
    secrets.seal(JSON.stringify(privateJwk)),
    isoInstant(nowMs),
  ];
}

/**
 * Makes the hub's first signing key where there is none. Only the owner of the database may: whoever could put a key there
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
      await client.query(
        `INSERT INTO signing_keys (kid, public_jwk, sealed_private_jwk, key_status, created_at)
         VALUES ($1, $2, $3, 'active', $4)`,
        [...(await makeKey(secrets, nowMs))],
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
  const privateJwk = jwkShape.parse(JSON.parse(secrets.open(active.sealed_private_jwk)));
  const privateKey = await importJWK(privateJwk, "EdDSA");
  if (privateKey instanceof Uint8Array) throw new Error("the signing key is not a key pair");
  return {
    active: { kid: active.kid, privateKey },
    publicKeys: { keys: keys.map((key) => key.public_jwk) },
  };
}
