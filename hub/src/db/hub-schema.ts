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
  feedTable,
  formerRightsTable,
  nodeInstallsTable,
  nodesTable,
  receivedOperationsTable,
} from "#tables/fleet.table.ts";
import { consoleSessionsTable } from "#tables/console.table.ts";
import { platformTables } from "#tables/platform.table.ts";
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

const ofTheTenant = "tenant_id = nullif(current_setting('app.tenant_id', true), '')";

// Two policies of one condition: one that lets the role in, and a restrictive one that no later policy can widen. The first
// holds alone where tables stand on several machines: Citus makes every policy of a table permissive on its shards.
/** The rights and row policies of a table that belongs to tenants. */
export function tenantPolicies(table: string): readonly string[] {
  const rights = rightsOn(table);
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY app_may ON ${table} FOR ALL TO ${appRole}
       USING (${ofTheTenant})
       WITH CHECK (${ofTheTenant})`,
    `CREATE POLICY tenant_isolation ON ${table} AS RESTRICTIVE FOR ALL TO ${appRole}
       USING (${ofTheTenant})
       WITH CHECK (${ofTheTenant})`,
    `GRANT ${rights} ON ${table} TO ${appRole}`,
  ];
}

function workerPolicies(table: string, rights: string): readonly string[] {
  return [
    `CREATE POLICY worker_may ON ${table} FOR ALL TO ${workerRole} USING (true) WITH CHECK (true)`,
    `GRANT ${rights} ON ${table} TO ${workerRole}`,
  ];
}

function platformStatements(role: string): readonly string[] {
  return platformTables.flatMap(({ name, create, rights }) => [
    create,
    `GRANT ${rights} ON ${name} TO ${role}`,
  ]);
}

/** Where the rows of a table stand when the database is spread over several machines. */
export type Placement =
  /** All of a tenant on one machine, with everything else of that tenant. */
  | "by_tenant"
  /** On the machine that the hub is connected to. */
  | "at_coordinator";

/** A table of the hub, and where its rows stand. */
export interface PlacedTable {
  readonly name: string;
  readonly placement: Placement;
}

/** All tables of the hub but that of its migrations: what belongs to tenants begins its key with the tenant. */
export const placedTables: readonly PlacedTable[] = [...tables, feedTable, ...platformTables].map(
  ({ name, primaryKey }) => ({
    name,
    placement: primaryKey[0] === "tenant_id" ? "by_tenant" : "at_coordinator",
  }),
);

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
    ...platformStatements(appRole),
    ...appendOnlyStatements,
    ...[...tables, feedTable].map(({ name }) => name).flatMap(tenantPolicies),
    ...revenueStatements(dialect),
    ...formerRightsStatements(appRole),
    ...auditTenantsStatements(appRole),
    ...workerTables.flatMap((table) => workerPolicies(table, "SELECT, INSERT, UPDATE")),
    // What has happened is told to receivers and changed by nobody.
    ...workerPolicies("domain_events", "SELECT"),
    `GRANT USAGE ON SCHEMA public TO ${appRole}, ${workerRole}`,
  ];
}
