import type { Store } from "#db/session.ts";

const keptMs = 1_000;
const mostTenants = 10_000;

/** Looks up the code of a tenant's plan, null for a tenant that is not here; asked anew after a second. */
export function cachedPlans(
  store: Pick<Store, "read">,
): (tenantId: string) => Promise<string | null> {
  const cache = new Map<string, { readonly at: number; readonly found: Promise<string | null> }>();
  return (tenantId) => {
    const known = cache.get(tenantId);
    if (known !== undefined && performance.now() - known.at < keptMs) return known.found;
    const found = store.read({ tenantId }, async (session) => {
      const row = await session.kysely
        .selectFrom("tenants")
        .select("plan_code")
        .where("tenant_id", "=", tenantId)
        .where("id", "=", tenantId)
        .executeTakeFirst();
      return row?.plan_code ?? null;
    });
    found.catch(() => cache.delete(tenantId));
    if (cache.size > mostTenants) cache.clear();
    cache.set(tenantId, { at: performance.now(), found });
    return found;
  };
}
