import type Sqlite from "better-sqlite3";
import { migrationsTableStatement, readMigrations } from "@edgeward/shared/db/migrate.ts";

const migrations = new URL("../../branch-node/src/db/migrations/", import.meta.url);

/** Brings an empty database to the state of a branch of the release before a step. */
export function migrateUpTo(handle: Sqlite.Database, step: string): void {
  handle.exec(migrationsTableStatement);
  const note = handle.prepare("INSERT INTO schema_migrations VALUES (?, '2026-01-01')");
  for (const { name, statements } of readMigrations(migrations)) {
    if (name >= step) continue;
    for (const statement of statements()) handle.exec(statement);
    note.run(name);
  }
}
