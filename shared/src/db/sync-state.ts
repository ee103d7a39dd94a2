import { sql } from "kysely";
import { inList } from "./in-list.ts";
import type { Reader } from "./session.ts";

/** How far each of some records has travelled. */
export async function syncStatesOf(
  db: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<(id: string) => "synced" | "pending" | "conflict"> {
  if (ids.length === 0) return () => "synced";
  const list = inList(ids);
  const rows = await db
    .selectFrom("pending_entities")
    .select(["entity_id", sql<string>`'pending'`.as("travel_state")])
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", list)
    .unionAll(
      db
        .selectFrom("conflicts")
        .select(["entity_id", sql<string>`'conflict'`.as("travel_state")])
        .where("tenant_id", "=", tenantId)
        .where("entity_id", "in", list)
        .where("conflict_status", "=", "open"),
    )
    .execute();
  const pendingIds = new Set(
    rows.filter((row) => row.travel_state === "pending").map((row) => row.entity_id),
  );
  const openIds = new Set(
    rows.filter((row) => row.travel_state === "conflict").map((row) => row.entity_id),
  );
  return (id) => {
    if (openIds.has(id)) return "conflict";
    return pendingIds.has(id) ? "pending" : "synced";
  };
}
