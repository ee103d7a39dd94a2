import type Sqlite from "better-sqlite3";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { migrate, migrationsTableStatement, type Migration } from "@edgeward/shared/db/migrate.ts";
import { readStatements } from "@edgeward/shared/db/migration-file.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import "./branch-schema.ts";

function fromFile(name: string): Migration {
  const file = new URL(`./migrations/${name}.sql`, import.meta.url);
  return { name, isBreaking: false, statements: () => readStatements(file) };
}

/** The branch's schema, step by step. A step that has been released is never changed: what comes after it is the next one. */
const branchMigrations: readonly Migration[] = [
  fromFile("0001-foundation"),
  fromFile("0002-devices"),
  fromFile("0003-audit-subjects"),
  fromFile("0005-print-templates"),
  fromFile("0006-print-turns"),
  fromFile("0007-grant-requests"),
  fromFile("0008-print-faults"),
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
