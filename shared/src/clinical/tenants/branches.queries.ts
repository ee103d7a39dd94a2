import type { Reader } from "#db/session.ts";
import type { BranchSettings } from "#resource/context.ts";

/** What handlers need to know of a branch, or null for one that is not the tenant's. */
export async function findBranchSettings(
  db: Reader,
  tenantId: string,
  branchId: string,
): Promise<BranchSettings | null> {
  const row = await db
    .selectFrom("branches")
    .select(["id", "code", "name", "time_zone", "country", "has_node"])
    .where("tenant_id", "=", tenantId)
    .where("id", "=", branchId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    timeZone: row.time_zone,
    country: row.country,
    hasNode: row.has_node,
  };
}
