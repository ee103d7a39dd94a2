import { createHash, randomBytes } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { createTableStatements, encodeRow, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { registeredTables } from "@edgeward/shared/db/registry.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { SqlRow, Store } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { rowsInScope, type FeedScope } from "./scope.ts";

const pageRows = 2_000;
// The form of the file, not of the records in it: those bring columns that an older node keeps beside its own.
const fileForm = "1";

/** A finished file with all records of a scope. */
export interface SnapshotFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Hex; kept in memory only, so that the file alone shows nothing. */
  readonly key: string;
  readonly cursor: string;
  readonly rows: number;
}

function travelling(): readonly TableDeclaration[] {
  return registeredTables().filter((table) => table.merge !== "local");
}

// Everything below the oldest open transaction is in the rows that are read from now on; what comes later is in the
// feed behind this place, and some of it in both.
async function positionNow(store: Store, scope: FeedScope) {
  return store.read(scope, async (session) => {
    const [row] = await session.query(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin,
              (SELECT epoch FROM nodes WHERE tenant_id = $1 AND id = $2) AS epoch,
              (SELECT accepted_seq FROM nodes WHERE tenant_id = $1 AND id = $2) AS accepted_seq`,
      [scope.tenantId, scope.nodeId],
    );
    return {
      cursor: `${String(row?.["xmin"])}.0`,
      epoch: Number(row?.["epoch"] ?? 1).toString(),
      acceptedSeq: Number(row?.["accepted_seq"] ?? 0).toString(),
    };
  });
}

function openFile(path: string, key: string): Sqlite.Database {
  const handle = new Sqlite(path);
  handle.pragma("cipher = 'aegis'");
  handle.pragma(`hexkey='${key}'`);
  // Nobody reads the file before it is whole and has its final name.
  handle.pragma("journal_mode = OFF");
  handle.pragma("synchronous = OFF");
  handle.exec("CREATE TABLE snapshot_notes (note TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
  return handle;
}

async function copyTable(
  handle: Sqlite.Database,
  store: Store,
  scope: FeedScope,
  table: TableDeclaration,
): Promise<number> {
  const [create = ""] = createTableStatements(sqliteDialect, table);
  handle.exec(create);
  const insert = handle.prepare(insertStatement(sqliteDialect, table, {}).text);
  const insertAll = handle.transaction((rows: readonly SqlRow[]) => {
    for (const row of rows) insert.run(encodeRow(sqliteDialect, table, row));
  });
  let count = 0;
  for (let after = ""; ;) {
    const rows = await store.read(scope, (session) =>
      rowsInScope(session, scope, table, after, pageRows),
    );
    insertAll(rows);
    count += rows.length;
    if (rows.length < pageRows) return count;
    after = String(rows.at(-1)?.["id"]);
    // Requests go on between two pages.
    await setImmediate();
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1_048_576);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

async function publish(part: string, path: string): Promise<void> {
  const file = await open(part, "r+");
  await file.sync();
  await file.close();
  await rename(part, path);
}

/** Writes all records of a scope into a new encrypted file. */
export async function buildSnapshot(
  store: Store,
  scope: FeedScope,
  folder: string,
): Promise<SnapshotFile> {
  const key = randomBytes(32).toString("hex");
  const path = join(folder, `${scope.branchId}-${randomBytes(8).toString("hex")}.snapshot`);
  const part = `${path}.part`;
  const handle = openFile(part, key);
  try {
    const position = await positionNow(store, scope);
    let rows = 0;
    for (const table of travelling()) rows += await copyTable(handle, store, scope, table);
    const notes = {
      tenant_id: scope.tenantId,
      branch_id: scope.branchId,
      schema: fileForm,
      scope_version: scope.version,
      cursor: position.cursor,
      epoch: position.epoch,
      accepted_seq: position.acceptedSeq,
      rows: String(rows),
    };
    const note = handle.prepare("INSERT INTO snapshot_notes (note, value) VALUES (?, ?)");
    for (const [name, value] of Object.entries(notes)) note.run(name, value);
    handle.close();
    await publish(part, path);
    const { size } = await stat(path);
    return { path, sha256: await hashOf(path), size, key, cursor: position.cursor, rows };
  } catch (error) {
    if (handle.open) handle.close();
    await rm(part, { force: true });
    throw error;
  }
}
