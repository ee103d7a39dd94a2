import type Sqlite from "better-sqlite3";
import { migrate, migrationsTableStatement, readMigrations } from "@edgeward/shared/db/migrate.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";

/** The branch's schema, step by step. A step that has been released is never changed: what comes after it is the next one. */
const branchMigrations = readMigrations(new URL("./migrations/", import.meta.url));

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
      applied: () => Promise.resolve(names.all().map(String)),
      apply: (step, statements) => takeStep(handle, step, statements, hear),
    },
    branchMigrations,
  );
  // A table that was rebuilt stands whole in the log, which the first writes would otherwise carry along.
  if (taken.length > 0) handle.pragma("wal_checkpoint(TRUNCATE)");
  return taken;
}
