import type Sqlite from "better-sqlite3";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import {
  migrate,
  migrationsTableStatement,
  type Migration,
  readStatements,
} from "@edgeward/shared/db/migrate.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";

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
  fromFile("0009-search-keys-once"),
  fromFile("0010-fewer-pages"),
  fromFile("0011-specimen-keys"),
];

// The first line of a statement that takes a part of the rows and runs until none are left.
const againMark = "-- again while it changes rows";

/** How far a step has come that rebuilds a large table. */
export interface MigrationProgress {
  readonly step: string;
  /** Rows that it has copied so far. */
  readonly rows: number;
}

/** Hears of progress while a step is at work; until then nothing of the step is to be seen by anybody. */
type Hear = (progress: MigrationProgress) => void;

async function runInParts(handle: Sqlite.Database, statement: string, step: string, hear: Hear) {
  const part = handle.prepare(statement);
  let rows = 0;
  for (let changes = part.run().changes; changes > 0; changes = part.run().changes) {
    rows += changes;
    hear({ step, rows });
    // What was heard goes out, and a signal comes in.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** One step, all or nothing: a node that is killed in the middle of it begins it anew. */
async function takeStep(
  handle: Sqlite.Database,
  step: string,
  statements: readonly string[],
  hear: Hear,
): Promise<void> {
  // What a rebuilt table leaves behind stands in the new one as well: zeroing its pages wrote three times as much.
  handle.pragma("secure_delete = FAST");
  handle.exec("BEGIN IMMEDIATE");
  try {
    for (const statement of statements) {
      if (statement.startsWith(againMark)) await runInParts(handle, statement, step, hear);
      else handle.exec(statement);
    }
    handle
      .prepare("INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)")
      .run(step, isoInstant(Date.now()));
    handle.exec("COMMIT");
  } catch (error) {
    if (handle.inTransaction) handle.exec("ROLLBACK");
    throw error;
  } finally {
    handle.pragma("secure_delete = ON");
  }
}

/** Brings a branch's database to this program's schema; returns the steps it took. @throws the driver's error when the disk is full, with the step undone */
export async function migrateBranch(
  handle: Sqlite.Database,
  hear: Hear = () => undefined,
): Promise<readonly string[]> {
  handle.exec(migrationsTableStatement);
  const names = handle.prepare<[], string>("SELECT name FROM schema_migrations").pluck();
  const taken = await migrate(
    {
      dialect: sqliteDialect,
      applied: () => Promise.resolve(names.all().map(String)),
      apply: (step, statements) => takeStep(handle, step, statements, hear),
    },
    branchMigrations,
  );
  // A table that was rebuilt stands whole in the log, which the first writes would otherwise carry along.
  if (taken.length > 0) handle.pragma("wal_checkpoint(TRUNCATE)");
  return taken;
}
