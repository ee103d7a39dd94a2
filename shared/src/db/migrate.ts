import { readdirSync, readFileSync } from "node:fs";

/** One step of the schema. Forward only; never changed once it has been released. */
export interface Migration {
  /** `0001-foundation`: sorts in the order of application. */
  readonly name: string;
  readonly statements: () => readonly string[];
}

/** What a node lends for migrating. */
export interface MigrationTarget {
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
    await target.apply(migration.name, migration.statements());
  }
  return missing.map((migration) => migration.name);
}

/** The table in which a node notes its steps. */
export const migrationsTableStatement =
  "CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)";

// A line that is a comment to any engine, so that the file can also be read and run by hand.
const separator = "\n-- next statement\n";

function readStatements(file: URL): readonly string[] {
  return readFileSync(file, "utf8")
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** Statements as a migration's file has them. */
export function migrationText(statements: readonly string[]): string {
  return `${statements.join(separator)}\n`;
}

/** The steps whose files lie in a folder, in the order of their numbers. @param folder its address ends with a slash */
export function readMigrations(folder: URL): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file));
  return files.toSorted().map((file) => ({
    name: file.slice(0, -".sql".length),
    statements: () => readStatements(new URL(file, folder)),
  }));
}
