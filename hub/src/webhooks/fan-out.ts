import type { DomainEvent } from "@edgeward/shared/db/operation.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { SqlRow, SqlSession } from "@edgeward/shared/db/session.ts";

/** The deliveries that some events call for: one for each endpoint that asked for their type. Made with the events themselves. */
export async function deliveryRows(
  session: SqlSession,
  runtime: Pick<NodeRuntime, "newId">,
  tenantId: string,
  events: readonly DomainEvent[],
  at: string,
): Promise<readonly SqlRow[]> {
  if (events.length === 0) return [];
  const endpoints = await session.kysely
    .selectFrom("webhook_endpoints")
    .select(["id", "event_types"])
    .where("tenant_id", "=", tenantId)
    .where("surface", "=", "clinical")
    .where("status", "=", "enabled")
    .execute();
  return endpoints.flatMap((endpoint) =>
    events
      .filter((event) => endpoint.event_types.some((type) => type === "*" || type === event.type))
      .map((event) => ({
        id: runtime.newId("dlv"),
        tenant_id: tenantId,
        endpoint_id: endpoint.id,
        event_id: event.id,
        event_type: event.type,
        delivery_status: "pending",
        attempt_count: 0,
        next_attempt_at: at,
        lease_until: null,
        delivered_at: null,
        created_at: at,
      })),
  );
}
