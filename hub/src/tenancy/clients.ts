import { createHmac, randomBytes } from "node:crypto";
import { clientsTable, type ClientRow } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { found, openWrite } from "@edgeward/shared/write/write.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import {
  signAccessToken,
  type SigningKey,
  type TokenClaims,
} from "@edgeward/shared/http/tokens.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import type { GrantedToken } from "@edgeward/shared/http/token-endpoint.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "./secrets.ts";
import { enterDirectory, tenantOf } from "./directory.ts";
import { accessTokenSeconds, insertRevocation, type Revocations } from "./revocations.ts";
import { systemOrigin } from "./system-origin.ts";

/** What issuing tokens needs of the hub. */
export interface IssuerOptions {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly key: () => SigningKey;
  readonly issuer: string;
  readonly now: () => number;
  readonly newId: IdSource;
  readonly attempts: AttemptLimits;
  readonly revocations: Revocations;
}

/** A new client as its owner is shown it, once. */
export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whose a new client is, and what it may do. */
export interface ClientSpecification {
  readonly tenantId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[] | null;
  /** Null for all branches of the tenant. */
  readonly branches: readonly string[] | null;
}

/** The key under which a tenant's client secrets are kept; its nodes get it when they are enrolled. */
export function clientKey(secrets: Secrets, tenantId: string): Buffer {
  return secrets.key(`client-secrets:${tenantId}`);
}

/** How a client's secret is kept. */
export function hashClientSecret(secrets: Secrets, tenantId: string, secret: string): string {
  return createHmac("sha256", clientKey(secrets, tenantId)).update(secret).digest("hex");
}

/** Makes a client with a secret of 256 bits. */
export async function createClientCredentials(
  options: Pick<IssuerOptions, "store" | "secrets">,
  runtime: WriteRuntime,
  specification: ClientSpecification,
): Promise<NewClient> {
  const { store, secrets } = options;
  const { tenantId, name, roles, scopes, branches } = specification;
  const clientId = runtime.newId("cli");
  const clientSecret = randomBytes(32).toString("base64url");
  await store.write({ tenantId }, async (session) => {
    const write = openWrite(session, runtime, systemOrigin(tenantId, null), "client.create");
    write.insert(clientsTable, clientId, {
      branch_id: null,
      name,
      secret_hash: hashClientSecret(secrets, tenantId, clientSecret),
      roles,
      scopes,
      branches,
      status: "active",
      metadata: {},
    });
    await write.flush([]);
  });
  await enterDirectory(store, "client", clientId, tenantId);
  return { clientId, clientSecret };
}

/**
 * Suspends a client: it gets no token any more, and those that it holds end, at the branches as well. Returns its tenant.
 * @throws AppError not_found
 */
export async function suspendClient(
  { store, now, revocations }: IssuerOptions,
  runtime: WriteRuntime,
  clientId: string,
): Promise<string> {
  const tenantId = await tenantOf(store, "client", clientId);
  if (tenantId === null) throw new AppError("not_found", "There is no such client.");
  await store.write({ tenantId }, async (session) => {
    const write = openWrite(session, runtime, systemOrigin(tenantId, null), "client.suspend");
    const client = found(await write.load(clientsTable, clientId));
    if (client.status !== "suspended") write.update(clientsTable, client, { status: "suspended" });
    await write.flush([]);
    await insertRevocation(session, "client", clientId, now());
  });
  revocations.note("client", clientId);
  return tenantId;
}

/** A client by its id, whatever its tenant. */
export async function findClient(
  store: PostgresStore,
  clientId: string,
): Promise<ClientRow | undefined> {
  const tenantId = await tenantOf(store, "client", clientId);
  if (tenantId === null) return undefined;
  return store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("clients")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", clientId)
      .executeTakeFirst(),
  );
}

/** Signs a token of the clinical surface. */
export async function issueToken(
  options: IssuerOptions,
  claims: Omit<TokenClaims, "iss" | "aud">,
): Promise<GrantedToken> {
  const accessToken = await signAccessToken(
    options.key(),
    { ...claims, iss: options.issuer, aud: "clinical" },
    accessTokenSeconds,
    options.now(),
    options.newId("ses"),
  );
  return { accessToken, expiresInSeconds: accessTokenSeconds, scope: claims.scope ?? null };
}
