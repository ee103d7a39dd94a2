import type { Session } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { webhookDeliveriesTable } from "#tables/webhooks.table.ts";

type DeliveryRow = RowOf<typeof webhookDeliveriesTable>;

async function lockDelivery(session: Session, tenantId: string, id: string): Promise<DeliveryRow> {
  const row = await session.kysely
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not_found", "There is no such delivery.");
  return row;
}

async function refuseStopped(
  session: Session,
  { tenant_id: tenantId, endpoint_id: id }: DeliveryRow,
) {
  const receiver = await session.kysely
    .selectFrom("webhook_endpoints")
    .select("status")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (receiver?.status === "enabled") return;
  throw new AppError("invalid_transition", "This receiver is sent nothing any more.");
}

async function refuseForgotten(
  session: Session,
  { tenant_id: tenantId, event_id: id }: DeliveryRow,
) {
  const event = await session.kysely
    .selectFrom("domain_events")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (event === undefined) throw new AppError("gone", "The event is kept no longer.");
}

/**
 * Has a delivery sent once more, in the transaction at hand: the dispatcher takes it as one that is due. Its tries go on being
 * counted; after the last of the schedule a failure gives it up again at once.
 * @param at RFC 3339 @throws AppError not_found, invalid_transition where its receiver was stopped, gone
 */
export async function resendIn(
  session: Session,
  tenantId: string,
  deliveryId: string,
  at: string,
): Promise<Omit<DeliveryRow, "lease_until">> {
  const { lease_until: _lease, ...row } = await lockDelivery(session, tenantId, deliveryId);
  await refuseStopped(session, { ...row, lease_until: null });
  await refuseForgotten(session, { ...row, lease_until: null });
  const change = { delivery_status: "pending", next_attempt_at: at, delivered_at: null };
  await session.kysely
    .updateTable("webhook_deliveries")
    .set(change)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", deliveryId)
    .execute();
  return { ...row, ...change };
}
