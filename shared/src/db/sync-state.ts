import type { Reader } from "./session.ts";

/** How far each of some records has travelled. */
export async function syncStatesOf(
  db: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<(id: string) => "synced" | "pending" | "conflict"> {
  if (ids.length === 0) return () => "synced";
  const pending = await db
    .selectFrom("pending_entities")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", ids)
    .execute();
  const open = await db
    .selectFrom("conflicts")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity_id", "in", ids)
    .where("conflict_status", "=", "open")
    .execute();
  const pendingIds = new Set(pending.map((row) => row.entity_id));
  const openIds = new Set(open.map((row) => row.entity_id));
  return (id) => {
    if (openIds.has(id)) return "conflict";
    return pendingIds.has(id) ? "pending" : "synced";
  };
}
