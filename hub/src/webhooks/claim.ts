import { sql } from "kysely";
import type { Session } from "@edgeward/shared/db/session.ts";
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

// `waiting` steps from endpoint to endpoint through the index: one probe each, however long their queues are.
// The random order keeps a few busy ones from always being served first.
/** Takes what is due, a few from each endpoint, and leases it. Two dispatchers never take the same. */
export async function claimDue(
  session: Session,
  { now, leaseUntil, limit, underWay }: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const result = await sql<ClaimedDelivery>`
    WITH RECURSIVE waiting AS (
      (SELECT tenant_id, endpoint_id FROM webhook_deliveries
        WHERE delivery_status = 'pending' ORDER BY tenant_id, endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting AS last CROSS JOIN LATERAL (
        SELECT tenant_id, endpoint_id FROM webhook_deliveries
         WHERE delivery_status = 'pending'
           AND (tenant_id, endpoint_id) > (last.tenant_id, last.endpoint_id)
         ORDER BY tenant_id, endpoint_id LIMIT 1) AS next
    ),
    open AS MATERIALIZED (
      SELECT endpoint.tenant_id, endpoint.id, endpoint.url, endpoint.secrets,
             CASE WHEN endpoint.failing_since IS NULL
               THEN ${endpointPlaces}::int ELSE ${failingEndpointPlaces}::int END
             - coalesce((${JSON.stringify(underWay)}::jsonb ->> endpoint.id)::int, 0) AS places
        FROM waiting
        JOIN webhook_endpoints AS endpoint
          ON endpoint.tenant_id = waiting.tenant_id AND endpoint.id = waiting.endpoint_id
       WHERE endpoint.status = 'enabled'
       ORDER BY random()
    ),
    picked AS MATERIALIZED (
      SELECT open.tenant_id, due.id, open.url, open.secrets
        FROM open CROSS JOIN LATERAL (
          SELECT id FROM webhook_deliveries
           WHERE tenant_id = open.tenant_id AND endpoint_id = open.id
             AND delivery_status = 'pending' AND next_attempt_at <= ${now}
             AND (lease_until IS NULL OR lease_until <= ${now})
           ORDER BY next_attempt_at LIMIT greatest(open.places, 0)
           FOR UPDATE SKIP LOCKED) AS due
       LIMIT ${limit}::int
    )
    UPDATE webhook_deliveries AS delivery SET lease_until = ${leaseUntil}
      FROM picked, domain_events AS event
     WHERE delivery.tenant_id = picked.tenant_id AND delivery.id = picked.id
       AND event.tenant_id = delivery.tenant_id AND event.id = delivery.event_id
    RETURNING delivery.id, delivery.tenant_id, delivery.endpoint_id, delivery.attempt_count,
              delivery.lease_until, picked.url, picked.secrets, to_jsonb(event) AS event`.execute(
    session.kysely,
  );
  return result.rows;
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
    `UPDATE webhook_deliveries AS delivery SET delivery_status = 'cancelled', next_attempt_at = NULL
       FROM webhook_endpoints AS endpoint
      WHERE endpoint.status = 'disabled'
        AND delivery.tenant_id = endpoint.tenant_id AND delivery.endpoint_id = endpoint.id
        AND delivery.delivery_status = 'pending'`,
    [],
  );
}
