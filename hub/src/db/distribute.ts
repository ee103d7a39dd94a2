import type pg from "pg";
import { spreadAuditTenantsStatement } from "./audit-tenants.ts";
import { appRole, placedTables, workerRole } from "./hub-schema.ts";

// What the roles of the hub need where their rows stand on other machines: the tenant of a transaction has to be known
// there, and the triggers that keep sums and former rights write, there, to other tables of the same tenant.
const roleSettings = [
  "citus.propagate_set_commands = 'local'",
  "citus.allow_nested_distributed_execution = 'on'",
];

async function isSpread(client: pg.Client): Promise<boolean> {
  const known = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (known.rowCount === 0) return false;
  const workers = await client.query("SELECT 1 FROM citus_get_active_worker_nodes() LIMIT 1");
  return workers.rowCount !== 0;
}

/**
 * Spreads the tables of tenants over the machines of a Citus cluster, those that are not spread yet; on a PostgreSQL of one
 * machine it does nothing. All tables are in one colocation group: what belongs to a tenant stands on one machine.
 * @returns the tables that were spread
 */
export async function distributeTables(client: pg.Client): Promise<readonly string[]> {
  if (!(await isSpread(client))) return [];
  const { rows } = await client.query<{ name: string }>(
    "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h'",
  );
  const spread = new Set(rows.map(({ name }) => name));
  const missing = placedTables.flatMap(({ name, placement }) =>
    placement === "by_tenant" && !spread.has(name) ? [name] : [],
  );
  for (const role of [appRole, workerRole])
    for (const setting of roleSettings) await client.query(`ALTER ROLE ${role} SET ${setting}`);
  // Of the hub's triggers each writes to tables of the same tenant only.
  await client.query("SET citus.enable_unsafe_triggers = 'on'");
  for (const name of missing) {
    const [beside = null] = spread;
    await client.query("SELECT create_distributed_table($1, 'tenant_id', colocate_with => $2)", [
      name,
      beside ?? "none",
    ]);
    spread.add(name);
  }
  await client.query(spreadAuditTenantsStatement());
  return missing;
}
