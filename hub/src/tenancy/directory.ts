import { isId } from "@edgeward/shared/kernel/ids.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

/** What can be looked up before its tenant is known. */
export type DirectoryKind = "client" | "node" | "enrolment" | "tenant";

/** Whose a client, node or enrolment code is, or null. */
export async function tenantOf(
  store: PostgresStore,
  kind: DirectoryKind,
  key: string,
): Promise<string | null> {
  const rows = await store.platform((session) =>
    session.query("SELECT tenant_id FROM directory WHERE entry_kind = $1 AND entry_key = $2", [
      kind,
      key,
    ]),
  );
  const tenantId = rows[0]?.["tenant_id"];
  return typeof tenantId === "string" ? tenantId : null;
}

/** The tenant of a short name, or of an id; null for one that is not here. */
export async function tenantCalled(store: PostgresStore, name: string): Promise<string | null> {
  if (!isId("ten", name)) return tenantOf(store, "tenant", name);
  const rows = await store.platform((session) =>
    session.query("SELECT 1 FROM directory WHERE tenant_id = $1 LIMIT 1", [name]),
  );
  return rows.length === 0 ? null : name;
}

async function shortNameOf(store: PostgresStore, tenantId: string): Promise<string | null> {
  const row = await store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("tenants")
      .select("slug")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", tenantId)
      .executeTakeFirst(),
  );
  return row?.slug ?? null;
}

/** Enters the short names of tenants that were made before short names were looked up. */
export async function enterShortNames(store: PostgresStore): Promise<void> {
  const rows = await store.platform((session) =>
    session.query(
      `SELECT DISTINCT tenant_id FROM directory AS d
        WHERE NOT EXISTS (SELECT 1 FROM directory AS n
          WHERE n.entry_kind = 'tenant' AND n.tenant_id = d.tenant_id) ORDER BY tenant_id`,
      [],
    ),
  );
  for (const row of rows) {
    const tenantId = String(row["tenant_id"]);
    const name = await shortNameOf(store, tenantId);
    if (name !== null) await enterDirectory(store, "tenant", name.toLowerCase(), tenantId);
  }
}

/** Every tenant of this hub. */
export async function tenantIds(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.platform((session) =>
    session.query("SELECT DISTINCT tenant_id FROM directory ORDER BY tenant_id", []),
  );
  return rows.map((row) => String(row["tenant_id"]));
}

/** Every tenant whose audit is here, also one that is in the directory no longer. */
export async function auditedTenantIds(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.platform((session) =>
    session.query(
      "SELECT tenant_id FROM directory UNION SELECT t FROM audit_tenants() AS t ORDER BY 1",
      [],
    ),
  );
  return rows.map((row) => String(row["tenant_id"]));
}

/** Notes whose it is. */
export async function enterDirectory(
  store: PostgresStore,
  kind: DirectoryKind,
  key: string,
  tenantId: string,
): Promise<void> {
  await store.platform((session) =>
    session.query(
      "INSERT INTO directory (entry_kind, entry_key, tenant_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [kind, key, tenantId],
    ),
  );
}
