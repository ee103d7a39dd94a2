import type Sqlite from "better-sqlite3";
import { clinicalTables } from "@edgeward/shared/clinical/index.ts";
import { coreTables } from "@edgeward/shared/db/core.table.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { migrate, migrationsTableStatement, type Migration } from "@edgeward/shared/db/migrate.ts";
import { registerTables } from "@edgeward/shared/db/registry.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { journalTable, nodeStateTable, staffSessionsTable } from "./branch.table.ts";
import { tabletOperationsTable, tabletsTable } from "./tablet.table.ts";

/** Tables that only a branch node has. */
const branchTables = [
  journalTable,
  nodeStateTable,
  staffSessionsTable,
  tabletsTable,
  tabletOperationsTable,
];

registerTables(branchTables);

const appendOnlyStatements = ["UPDATE", "DELETE"].map(
  (
    change,
  ) => `CREATE TRIGGER audit_events_no_${change.toLowerCase()} BEFORE ${change} ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END`,
);

/** The branch's schema, step by step. */
const branchMigrations: readonly Migration[] = [
  {
    name: "0001-foundation",
    isBreaking: false,
    statements: (dialect) => [
      ...[...coreTables, ...clinicalTables, ...branchTables].flatMap((table) =>
        createTableStatements(dialect, table),
      ),
      ...dialect.reservationGuard,
      ...appendOnlyStatements,
    ],
  },
];

/** Brings a branch's database to this program's schema; returns the steps it took. */
export function migrateBranch(handle: Sqlite.Database): Promise<readonly string[]> {
  handle.exec(migrationsTableStatement);
  return migrate(
    {
      dialect: sqliteDialect,
      applied: () =>
        Promise.resolve(
          handle
            .prepare<[], string>("SELECT name FROM schema_migrations")
            .pluck()
            .all()
            .map(String),
        ),
      apply: (name, statements) => {
        handle.transaction(() => {
          for (const statement of statements) handle.exec(statement);
          handle
            .prepare("INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)")
            .run(name, isoInstant(Date.now()));
        })();
        return Promise.resolve();
      },
    },
    branchMigrations,
  );
}
