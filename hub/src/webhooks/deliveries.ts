import type { Page } from "@edgeward/shared/contract/paging.ts";
import { readPage, type CursorCodec } from "@edgeward/shared/db/page.ts";
import type { Reader, Session } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { webhookAttemptsTable, webhookDeliveriesTable } from "#tables/webhooks.table.ts";

type AttemptRow = RowOf<typeof webhookAttemptsTable>;

/** One try as it is listed. */
export type ListedAttempt = Omit<AttemptRow, "tenant_id" | "delivery_id" | "endpoint_id">;

/** A delivery with everything that was tried for it, the first try first. */
export type ListedDelivery = Omit<RowOf<typeof webhookDeliveriesTable>, "lease_until"> & {
  readonly attempts: readonly ListedAttempt[];
};

/** Which deliveries to list. */
export interface DeliveryQuery {
  readonly tenantId: string;
  /** All of the tenant's when undefined. */
  readonly endpointId: string | undefined;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

function listedAttempt(row: AttemptRow): ListedAttempt {
  const { tenant_id: _tenant, delivery_id: _delivery, endpoint_id: _endpoint, ...shown } = row;
  return shown;
}

async function attemptsOf(
  kysely: Reader,
  tenantId: string,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await kysely
    .selectFrom("webhook_attempts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("delivery_id", "in", deliveryIds)
    .orderBy("attempt_number")
    .execute();
  return Map.groupBy(rows, (row) => row.delivery_id);
}

/** One page of a tenant's deliveries, the newest first. @throws AppError invalid_cursor or cursor_expired */
export async function deliveriesIn(
  { kysely }: Pick<Session, "kysely">,
  cursors: CursorCodec,
  query: DeliveryQuery,
): Promise<Page<ListedDelivery>> {
  const { tenantId, endpointId, limit, cursor } = query;
  const all = kysely.selectFrom("webhook_deliveries").selectAll().where("tenant_id", "=", tenantId);
  const chosen = endpointId === undefined ? all : all.where("endpoint_id", "=", endpointId);
  const page = await readPage(chosen, {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors,
    list: "webhook_deliveries",
    tenantId,
    filters: { endpointId: endpointId ?? null },
  });
  const attempts = await attemptsOf(
    kysely,
    tenantId,
    page.data.map((row) => row.id),
  );
  const data = page.data.map(({ lease_until: _lease, ...row }) => ({
    ...row,
    attempts: (attempts.get(row.id) ?? []).map(listedAttempt),
  }));
  return { ...page, data };
}

/** The same in a snapshot of its own. */
export function listDeliveries(
  store: PostgresStore,
  cursors: CursorCodec,
  query: DeliveryQuery,
): Promise<Page<ListedDelivery>> {
  return store.read({ tenantId: query.tenantId }, (session) =>
    deliveriesIn(session, cursors, query),
  );
}
