import type { Dialect } from "./dialect.ts";
import { readFileSync } from "node:fs";

/** One step of the schema. Forward only; never changed once it has been released. */
export interface Migration {
  /** `0001-foundation`: sorts in the order of application. */
  readonly name: string;
  /** Whether a node of the release before cannot work with what this leaves. */
  readonly isBreaking: boolean;
  readonly statements: (dialect: Dialect) => readonly string[];
}

/** What a node lends for migrating. */
export interface MigrationTarget {
  readonly dialect: Dialect;
  /** Names of the steps already taken; makes the place where they are noted when there is none. */
  applied(): Promise<readonly string[]>;
  /** Runs a step's statements and notes its name, all or nothing. */
  apply(name: string, statements: readonly string[]): Promise<void>;
}

/** Takes the steps that are missing, in order; returns their names. @throws Error when the database is newer than the code */
export async function migrate(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const applied = new Set(await target.applied());
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `this database is newer than this program (${unknown.join(", ")}); install the newer program`,
    );
  }
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of missing) {
    await target.apply(migration.name, migration.statements(target.dialect));
  }
  return missing.map((migration) => migration.name);
}

/** The table in which a node notes its steps. */
export const migrationsTableStatement =
  "CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)";

// A line that is a comment to any engine, so that the file can also be read and run by hand.
const separator = "\n-- next statement\n";

/** The statements of a migration's file, in order. */
export function readStatements(file: URL): readonly string[] {
  return readFileSync(file, "utf8")
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
