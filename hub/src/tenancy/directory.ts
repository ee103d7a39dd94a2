import type { PostgresStore } from "#db/postgres-store.ts";

/** What can be looked up before its tenant is known. */
export type DirectoryKind = "client" | "node" | "enrolment";

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
