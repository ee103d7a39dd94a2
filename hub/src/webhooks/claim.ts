import { sql } from "kysely";
import type { Session } from "@edgeward/shared/db/session.ts";
import { ofAllTenants } from "#db/all-tenants.ts";
import type { StoredEvent } from "./envelope.ts";
import type { SealedSecret } from "#tables/webhooks.table.ts";

/** A delivery that this dispatcher has in hand until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly tenant_id: string;
  readonly endpoint_id: string;
  /** Attempts recorded so far. */
  readonly attempt_count: number;
  readonly lease_until: string;
  readonly url: string;
  readonly secrets: readonly SealedSecret[];
  readonly event: StoredEvent;
}

/** How much to claim. Instants are RFC 3339. */
export interface ClaimRequest {
  readonly now: string;
  readonly leaseUntil: string;
  readonly limit: number;
  /** Deliveries under way, by endpoint. */
  readonly underWay: Readonly<Record<string, number>>;
}

/** At most this many deliveries under way for one endpoint, so that a slow one cannot take all places. */
const endpointPlaces = 10;
// One that fails is only probed, so that even thirty dead endpoints leave room for the living.
const failingEndpointPlaces = 2;

// From endpoint to endpoint through the index: one probe each, however long their queues are.
const waitingOfAll = sql`waiting AS (
      (SELECT tenant_id, endpoint_id FROM webhook_deliveries
        WHERE delivery_status = 'pending' ORDER BY tenant_id, endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting AS last CROSS JOIN LATERAL (
        SELECT tenant_id, endpoint_id FROM webhook_deliveries
         WHERE delivery_status = 'pending'
           AND (tenant_id, endpoint_id) > (last.tenant_id, last.endpoint_id)
         ORDER BY tenant_id, endpoint_id LIMIT 1) AS next
    )`;

/** The endpoints of one tenant. */
interface TenantEndpoints {
  readonly tenantId: string;
  readonly endpointIds: readonly string[];
}

/** The endpoints that may have something due: of one tenant those that are given, otherwise of all tenants. */
function waitingIn(only: TenantEndpoints | null) {
  if (only === null) return sql`${sql.raw(ofAllTenants)} WITH RECURSIVE ${waitingOfAll}`;
  return sql`WITH waiting AS (
      SELECT ${only.tenantId}::text AS tenant_id, endpoint_id FROM unnest(${only.endpointIds}::text[]) AS endpoint_id
    )`;
}

// The random order keeps a few busy ones from always being served first; those of one tenant are given in such an order.
function openIn(only: TenantEndpoints | null, underWay: ClaimRequest["underWay"]) {
  return sql`open AS MATERIALIZED (
      SELECT endpoint.tenant_id, endpoint.id, endpoint.url, endpoint.secrets,
             CASE WHEN endpoint.failing_since IS NULL
               THEN ${endpointPlaces}::int ELSE ${failingEndpointPlaces}::int END
             - coalesce((${JSON.stringify(underWay)}::jsonb ->> endpoint.id)::int, 0) AS places
        FROM waiting
        JOIN webhook_endpoints AS endpoint
          ON endpoint.tenant_id = waiting.tenant_id AND endpoint.id = waiting.endpoint_id
       WHERE endpoint.status = 'enabled' ${ofTenant(only, "endpoint")}
       ${only === null ? sql`ORDER BY random()` : sql``}
    )`;
}

function ofTenant(only: TenantEndpoints | null, alias: string) {
  return only === null ? sql`` : sql`AND ${sql.ref(`${alias}.tenant_id`)} = ${only.tenantId}`;
}

/** Takes what is due of one tenant's endpoints, or of all there are. */
async function claim(
  session: Session,
  { now, leaseUntil, limit, underWay }: ClaimRequest,
  only: TenantEndpoints | null,
): Promise<readonly ClaimedDelivery[]> {
  const result = await sql<ClaimedDelivery>`
    ${waitingIn(only)},
    ${openIn(only, underWay)},
    picked AS MATERIALIZED (
      SELECT open.tenant_id, due.id, open.url, open.secrets, to_jsonb(event) AS event
        FROM open CROSS JOIN LATERAL (
          SELECT id, event_id FROM webhook_deliveries AS waits
           WHERE waits.tenant_id = open.tenant_id AND waits.endpoint_id = open.id ${ofTenant(only, "waits")}
             AND delivery_status = 'pending' AND next_attempt_at <= ${now}
             AND (lease_until IS NULL OR lease_until <= ${now})
           ORDER BY next_attempt_at LIMIT greatest(open.places, 0)
           FOR UPDATE SKIP LOCKED) AS due
        JOIN domain_events AS event
          ON event.tenant_id = open.tenant_id AND event.id = due.event_id ${ofTenant(only, "event")}
       LIMIT ${limit}::int
    )
    UPDATE webhook_deliveries AS delivery SET lease_until = ${leaseUntil}
      FROM picked
     WHERE delivery.tenant_id = picked.tenant_id AND delivery.id = picked.id ${ofTenant(only, "delivery")}
    RETURNING delivery.id, delivery.tenant_id, delivery.endpoint_id, delivery.attempt_count,
              delivery.lease_until, picked.url, picked.secrets, picked.event`.execute(
    session.kysely,
  );
  return result.rows;
}

/** The endpoints for which something is due, those of a tenant together, in an order that is another each time. */
async function dueEndpoints(session: Session, now: string): Promise<readonly TenantEndpoints[]> {
  const rows = await session.query(
    `${ofAllTenants} SELECT DISTINCT tenant_id, endpoint_id FROM webhook_deliveries
      WHERE delivery_status = 'pending' AND next_attempt_at <= $1
        AND (lease_until IS NULL OR lease_until <= $1)`,
    [now],
  );
  const inAnyOrder = rows
    .map((row) => ({ row, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ row }) => row);
  const byTenant = Map.groupBy(inAnyOrder, (row) => String(row["tenant_id"]));
  return Array.from(byTenant, ([tenantId, group]) => ({
    tenantId,
    endpointIds: group.map((row) => String(row["endpoint_id"])),
  }));
}

// Where tenants stand on several machines, one statement cannot lock rows of several.
async function claimByTenant(
  session: Session,
  request: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  for (const endpoints of await dueEndpoints(session, request.now)) {
    const limit = request.limit - claimed.length;
    if (limit <= 0) break;
    claimed.push(...(await claim(session, { ...request, limit }, endpoints)));
  }
  return claimed;
}

/** Takes what is due, a few from each endpoint, and leases it. Two dispatchers never take the same. */
export function claimDue(
  session: Session,
  request: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  return session.dialect.isSpread ? claimByTenant(session, request) : claim(session, request, null);
}

/** Gives a delivery back untried. */
export async function releaseClaim(session: Session, claimed: ClaimedDelivery): Promise<void> {
  await session.query(
    `UPDATE webhook_deliveries SET lease_until = NULL
      WHERE tenant_id = $1 AND id = $2 AND lease_until = $3`,
    [claimed.tenant_id, claimed.id, claimed.lease_until],
  );
}

/** Ends what still waits for endpoints that have been disabled. */
export async function cancelForDisabled(session: Session): Promise<void> {
  // The lease stays: an attempt under way may still arrive, and then counts.
  await session.query(
    `${ofAllTenants}
     UPDATE webhook_deliveries AS delivery SET delivery_status = 'cancelled', next_attempt_at = NULL
       FROM webhook_endpoints AS endpoint
      WHERE endpoint.status = 'disabled'
        AND delivery.tenant_id = endpoint.tenant_id AND delivery.endpoint_id = endpoint.id
        AND delivery.delivery_status = 'pending'`,
    [],
  );
}
