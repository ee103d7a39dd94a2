const tables = ["audit_events", "audit_heads", "audit_checkpoints"];

// Each step looks up the next tenant in the key: the cost is by tenants, not by events.
const next = (table: string) => `SELECT * FROM (
       WITH RECURSIVE t AS (
         (SELECT tenant_id FROM ${table} ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT a.tenant_id FROM ${table} AS a WHERE a.tenant_id > t.tenant_id
                  ORDER BY a.tenant_id LIMIT 1) FROM t WHERE t.tenant_id IS NOT NULL
       ) SELECT tenant_id FROM t WHERE tenant_id IS NOT NULL) AS of_${table}`;

const inTurn = `
     ${tables.map(next).join("\n     UNION\n     ")}`;

// Over several machines no step can look up the next tenant: each reads its part of the key.
const atOnce = tables.map((table) => `SELECT tenant_id FROM ${table}`).join(" UNION ");

function functionStatement(verb: "CREATE" | "CREATE OR REPLACE", body: string): string {
  return `${verb} FUNCTION audit_tenants() RETURNS SETOF TEXT
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$${body} $$`;
}

/**
 * By which the database says whose audit it holds, also of tenants that somebody took out of the directory. Nothing but ids
 * is told. @param role that serves requests
 */
export function auditTenantsStatements(role: string): readonly string[] {
  return [
    ...tables.map(
      (table) => `CREATE POLICY owner_may ON ${table} FOR SELECT TO CURRENT_USER USING (true)`,
    ),
    functionStatement("CREATE", inTurn),
    "REVOKE ALL ON FUNCTION audit_tenants() FROM PUBLIC",
    `GRANT EXECUTE ON FUNCTION audit_tenants() TO ${role}`,
  ];
}

/** The same where the tables stand on several machines. */
export function spreadAuditTenantsStatement(): string {
  return functionStatement("CREATE OR REPLACE", ` ${atOnce}`);
}
