import { clinicalTables } from "@edgeward/shared/clinical/index.ts";
import { revenueStatements } from "@edgeward/shared/clinical/revenue/revenue.sums.ts";
import { coreTables } from "@edgeward/shared/db/core.table.ts";
import { createTableStatements, type Dialect } from "@edgeward/shared/db/dialect.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import { auditTenantsStatements } from "./audit-tenants.ts";
import { formerRightsStatements } from "./former-rights.ts";
import {
  enrolmentCodesTable,
  feedAdditions,
  feedGrantsTable,
  feedHorizonsTable,
  feedStatements,
  formerRightsTable,
  nodeInstallsTable,
  nodesTable,
  receivedOperationsTable,
} from "#tables/fleet.table.ts";
import { consoleSessionsTable } from "#tables/console.table.ts";
import {
  webhookAttemptsTable,
  webhookDeliveriesTable,
  webhookEndpointsTable,
} from "#tables/webhooks.table.ts";

/** Tables that only the hub has. */
const hubTables = [
  nodesTable,
  enrolmentCodesTable,
  formerRightsTable,
  receivedOperationsTable,
  webhookEndpointsTable,
  webhookDeliveriesTable,
  webhookAttemptsTable,
  nodeInstallsTable,
  feedGrantsTable,
  feedHorizonsTable,
  consoleSessionsTable,
];

/** The tables of the hub. */
export const hubSchema = createSchema([...coreTables, ...clinicalTables, ...hubTables]);

/** The role that serves requests: owns nothing, cannot pass the row policies. */
export const appRole = "edgeward_app";
/** The role that dispatches webhooks: sees deliveries of all tenants, and nothing clinical but events. */
export const workerRole = "edgeward_worker";

const { tables } = hubSchema;
const appendOnly: ReadonlySet<string> = new Set(["audit_events", "audit_subjects"]);
// A stream's head goes on and never away: without it nobody would miss the stream's end.
const neverDeleted: ReadonlySet<string> = new Set(["audit_heads"]);
// What a branch has vouched for is thinned with time, and never altered.
const neverUpdated: ReadonlySet<string> = new Set(["audit_checkpoints"]);
const workerTables = ["webhook_endpoints", "webhook_deliveries", "webhook_attempts"];

function rightsOn(table: string): string {
  if (appendOnly.has(table)) return "SELECT, INSERT";
  if (neverUpdated.has(table)) return "SELECT, INSERT, DELETE";
  return neverDeleted.has(table) ? "SELECT, INSERT, UPDATE" : "SELECT, INSERT, UPDATE, DELETE";
}

// Two policies: one that lets the role in, and a restrictive one that no later policy can widen.
/** The rights and row policies of a table that belongs to tenants. */
export function tenantPolicies(table: string): readonly string[] {
  const rights = rightsOn(table);
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY app_may ON ${table} FOR ALL TO ${appRole} USING (true) WITH CHECK (true)`,
    `CREATE POLICY tenant_isolation ON ${table} AS RESTRICTIVE FOR ALL TO ${appRole}
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    `GRANT ${rights} ON ${table} TO ${appRole}`,
  ];
}

function workerPolicies(table: string, rights: string): readonly string[] {
  return [
    `CREATE POLICY worker_may ON ${table} FOR ALL TO ${workerRole} USING (true) WITH CHECK (true)`,
    `GRANT ${rights} ON ${table} TO ${workerRole}`,
  ];
}

// Tables without a tenant: who belongs where, and the hub's own keys. They hold no personal data.
const platformStatements: readonly string[] = [
  `CREATE TABLE directory (
     entry_kind TEXT COLLATE "C" NOT NULL,
     entry_key TEXT COLLATE "C" NOT NULL,
     tenant_id TEXT COLLATE "C" NOT NULL,
     PRIMARY KEY (entry_kind, entry_key)
   )`,
  `CREATE TABLE signing_keys (
     kid TEXT COLLATE "C" PRIMARY KEY,
     public_jwk JSONB NOT NULL,
     sealed_private_jwk TEXT NOT NULL,
     key_status TEXT COLLATE "C" NOT NULL,
     created_at TEXT COLLATE "C" NOT NULL
   )`,
  `CREATE TABLE revocations (
     seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     revoked_kind TEXT COLLATE "C" NOT NULL,
     revoked_id TEXT COLLATE "C" NOT NULL,
     revoked_at TEXT COLLATE "C" NOT NULL
   )`,
  `CREATE TABLE hub_state (
     state_name TEXT COLLATE "C" PRIMARY KEY,
     state_value TEXT NOT NULL
   )`,
  `CREATE TABLE attempt_limits (
     limit_key TEXT COLLATE "C" PRIMARY KEY,
     failures BIGINT NOT NULL,
     wait_until BIGINT,
     known_until BIGINT,
     seen_at BIGINT NOT NULL
   )`,
  `CREATE TABLE used_assertions (
     assertion_hash TEXT COLLATE "C" PRIMARY KEY,
     refused_after BIGINT NOT NULL
   )`,
  // A database that breaks down begins to count anew.
  `CREATE UNLOGGED TABLE call_limits (
     limit_key TEXT COLLATE "C" PRIMARY KEY,
     spent_until TIMESTAMPTZ NOT NULL
   )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON call_limits TO ${appRole}`,
  `GRANT SELECT, INSERT, DELETE ON used_assertions TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_limits TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE ON hub_state TO ${appRole}`,
  `GRANT SELECT, INSERT ON directory, revocations TO ${appRole}`,
  // Whoever could put a key there could sign as the hub.
  `GRANT SELECT ON signing_keys TO ${appRole}`,
];

// The audit cannot be rewritten by anybody, not even by the owner's slip.
const appendOnlyStatements: readonly string[] = [
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'audit events are never changed'; END $$`,
  `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
     FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON audit_events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];

/**
 * The hub's schema as the declarations have it now. A new database is not made from this but from the migrations; a test
 * holds that both come to the same.
 */
export function hubSchemaStatements(dialect: Dialect): readonly string[] {
  return [
    "CREATE EXTENSION IF NOT EXISTS btree_gist",
    ...tables.flatMap((table) => createTableStatements(dialect, table)),
    ...dialect.reservationGuard,
    ...feedStatements,
    ...feedAdditions,
    ...platformStatements,
    ...appendOnlyStatements,
    ...[...tables.map((table) => table.name), "feed"].flatMap(tenantPolicies),
    ...revenueStatements(dialect),
    ...formerRightsStatements(appRole),
    ...auditTenantsStatements(appRole),
    ...workerTables.flatMap((table) => workerPolicies(table, "SELECT, INSERT, UPDATE")),
    // What has happened is told to receivers and changed by nobody.
    ...workerPolicies("domain_events", "SELECT"),
    `GRANT USAGE ON SCHEMA public TO ${appRole}, ${workerRole}`,
  ];
}
