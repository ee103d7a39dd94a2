import { clinicalTables } from "@edgeward/shared/clinical/index.ts";
import { revenueStatements } from "@edgeward/shared/clinical/revenue/revenue.sums.ts";
import { coreTables } from "@edgeward/shared/db/core.table.ts";
import { createTableStatements, type Dialect } from "@edgeward/shared/db/dialect.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import {
  attemptLimitsTable,
  journalTable,
  nodeStateTable,
  staffPinsTable,
  staffSessionsTable,
  usedAssertionsTable,
} from "./branch.table.ts";
import {
  deviceStaffSessionsTable,
  tabletOperationsTable,
  tabletsTable,
  tabletUnmadeRecordsTable,
} from "./tablet.table.ts";

/** Tables that only a branch node has. */
const branchTables = [
  journalTable,
  nodeStateTable,
  staffSessionsTable,
  staffPinsTable,
  attemptLimitsTable,
  usedAssertionsTable,
  tabletsTable,
  tabletOperationsTable,
  tabletUnmadeRecordsTable,
  deviceStaffSessionsTable,
];

/** The tables of a branch node. */
export const branchSchema = createSchema([...coreTables, ...clinicalTables, ...branchTables]);

const appendOnlyStatements = ["UPDATE", "DELETE"].map(
  (
    change,
  ) => `CREATE TRIGGER audit_events_no_${change.toLowerCase()} BEFORE ${change} ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END`,
);

/**
 * The branch's schema as the declarations have it now. A new database is not made from this but from the migrations; a
 * test holds that both come to the same.
 */
export function branchSchemaStatements(dialect: Dialect): readonly string[] {
  return [
    ...branchSchema.tables.flatMap((table) => createTableStatements(dialect, table)),
    ...dialect.reservationGuard,
    ...revenueStatements(dialect),
    ...appendOnlyStatements,
  ];
}
