import { sql } from "kysely";
import { clinicalEventTypes } from "@edgeward/shared/clinical/index.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError, fieldError, type FieldIssue } from "@edgeward/shared/kernel/errors.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { checkReceiverUrl } from "./endpoint-url.ts";
import { newSigningSecret } from "./signature.ts";
import { webhookEndpointsTable, type SealedSecret } from "#tables/webhooks.table.ts";

type EndpointRow = RowOf<typeof webhookEndpointsTable>;

/** Where a tenant wants to be notified, and of what. */
export interface NewEndpoint {
  readonly tenantId: string;
  readonly url: string;
  /** Names of the catalogue, or `*` alone for all of them. */
  readonly eventTypes: readonly string[];
  /** Only for the demo: also plain HTTP to this machine's own loopback. */
  readonly allowLoopbackHttp: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
}

/** An endpoint as its owner is shown it, once. */
export interface AddedEndpoint {
  readonly id: string;
  readonly signingSecret: string;
}

/** An endpoint as it is listed: without its secrets. */
export interface ListedEndpoint {
  readonly id: string;
  readonly tenant_id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly failure_count: number;
  readonly created_at: string;
}

const knownTypes: ReadonlySet<string> = new Set([
  "*",
  ...clinicalEventTypes.map(({ type }) => type),
]);
/** An old secret signs beside the new one for a day, or as its owner says, at most a week. */
const rotationSeconds = { default: 86_400, maximum: 604_800 } as const;
const liveSecrets = 3;

function checkEventTypes(types: readonly string[]): readonly string[] {
  if (types.length === 0) {
    throw fieldError({
      path: "events",
      code: "validation_error",
      message: "must name an event, or *",
    });
  }
  const unknown = types.flatMap((type, index): FieldIssue[] =>
    knownTypes.has(type)
      ? []
      : [
          {
            path: `events.${index}`,
            code: "invalid_enum",
            message: "is not an event of this surface",
          },
        ],
  );
  if (unknown.length > 0) throw fieldError(...unknown);
  return types.includes("*") ? ["*"] : [...new Set(types)];
}

async function requireTenant(session: Session, tenantId: string): Promise<void> {
  const tenant = await session.kysely
    .selectFrom("tenants")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", tenantId)
    .executeTakeFirst();
  if (tenant === undefined) {
    throw fieldError({
      path: "tenant_id",
      code: "invalid_reference",
      message: "is not a tenant here",
    });
  }
}

/**
 * Registers a receiver of clinical events in the transaction at hand. The receiver is not called. The secret is shown here
 * and never again. @throws AppError validation_error on `url`, invalid_enum on `events.…`, invalid_reference on `tenant_id`
 */
export async function insertEndpoint(
  session: Session,
  secrets: Secrets,
  endpoint: NewEndpoint,
): Promise<AddedEndpoint> {
  const { tenantId, newId } = endpoint;
  const url = checkReceiverUrl(endpoint.url, { allowLoopback: endpoint.allowLoopbackHttp });
  const eventTypes = checkEventTypes(endpoint.eventTypes);
  const id = newId("whk");
  const signingSecret = newSigningSecret();
  await requireTenant(session, tenantId);
  const statement = insertStatement(session.dialect, webhookEndpointsTable, {
    id,
    tenant_id: tenantId,
    url: url.href,
    surface: "clinical",
    event_types: eventTypes,
    secrets: [{ sealed: secrets.seal(signingSecret), expires_at: null }],
    status: "enabled",
    disabled_reason: null,
    failing_since: null,
    failure_count: 0,
    created_at: isoInstant(endpoint.now()),
  });
  await session.query(statement.text, statement.values);
  return { id, signingSecret };
}

/** The same in a transaction of its own. */
export function addEndpoint(
  store: PostgresStore,
  secrets: Secrets,
  endpoint: NewEndpoint,
): Promise<AddedEndpoint> {
  return store.write({ tenantId: endpoint.tenantId }, (session) =>
    insertEndpoint(session, secrets, endpoint),
  );
}

/** An endpoint as it is listed. */
export function listed(row: EndpointRow): ListedEndpoint {
  const { surface: _surface, secrets: _secrets, event_types, ...shown } = row;
  return { ...shown, events: event_types };
}

/** The endpoints of a tenant, the oldest first. */
export async function listEndpoints(
  store: PostgresStore,
  tenantId: string,
): Promise<readonly ListedEndpoint[]> {
  const rows = await store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
  return rows.map(listed);
}

async function lockEndpoint(session: Session, tenantId: string, id: string): Promise<EndpointRow> {
  const row = await session.kysely
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not_found", "There is no such endpoint.");
  return row;
}

/**
 * Ends deliveries to an endpoint, in the transaction at hand; what still waits for it is cancelled by the dispatcher.
 * @throws AppError not_found
 */
export async function disableIn(
  session: Session,
  tenantId: string,
  endpointId: string,
): Promise<ListedEndpoint> {
  const row = await lockEndpoint(session, tenantId, endpointId);
  if (row.status === "disabled") return listed(row);
  const change = { status: "disabled", disabled_reason: "operator" };
  await session.kysely
    .updateTable("webhook_endpoints")
    .set(change)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", endpointId)
    .execute();
  return listed({ ...row, ...change });
}

/** The same in a transaction of its own. */
export function disableEndpoint(
  store: PostgresStore,
  tenantId: string,
  endpointId: string,
): Promise<ListedEndpoint> {
  return store.write({ tenantId }, (session) => disableIn(session, tenantId, endpointId));
}

/** Which endpoint gets a new secret, and how long its present one goes on signing. */
export interface Rotation {
  readonly tenantId: string;
  readonly endpointId: string;
  /** 0 ends the old secret at once. A day when undefined. */
  readonly expiresInSeconds: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

function rotated(
  current: readonly SealedSecret[],
  sealed: string,
  endsAt: string,
  now: string,
): readonly SealedSecret[] {
  const older = current
    .map((secret) => ({ ...secret, expires_at: secret.expires_at ?? endsAt }))
    .filter((secret) => secret.expires_at > now);
  return [{ sealed, expires_at: null }, ...older].slice(0, liveSecrets);
}

/**
 * Gives an endpoint a new signing secret and shows it, once, in the transaction at hand. Until the old one ends, deliveries
 * carry a signature by each. @throws AppError not_found, or validation_error for more than a week
 */
export async function rotateIn(
  session: Session,
  secrets: Secrets,
  { tenantId, endpointId, expiresInSeconds, now }: Rotation,
): Promise<string> {
  const seconds = expiresInSeconds ?? rotationSeconds.default;
  if (seconds < 0 || seconds > rotationSeconds.maximum) {
    throw fieldError({
      path: "expires_in",
      code: "validation_error",
      message: "must be 0 to 604800 seconds",
    });
  }
  const signingSecret = newSigningSecret();
  const sealed = secrets.seal(signingSecret);
  const row = await lockEndpoint(session, tenantId, endpointId);
  const kept = rotated(row.secrets, sealed, isoInstant(now + seconds * 1_000), isoInstant(now));
  await session.kysely
    .updateTable("webhook_endpoints")
    .set({ secrets: sql<typeof kept>`${JSON.stringify(kept)}::jsonb` })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", endpointId)
    .execute();
  return signingSecret;
}

/** The same in a transaction of its own. */
export function rotateSecret(
  store: PostgresStore,
  secrets: Secrets,
  rotation: Rotation,
): Promise<string> {
  return store.write({ tenantId: rotation.tenantId }, (session) =>
    rotateIn(session, secrets, rotation),
  );
}

/** The secrets that sign at an instant, the newest first. @param now RFC 3339 */
export function secretsInForce(
  secrets: Secrets,
  kept: readonly SealedSecret[],
  now: string,
): readonly string[] {
  return kept
    .filter((secret) => secret.expires_at === null || secret.expires_at > now)
    .map((secret) => secrets.open(secret.sealed));
}
