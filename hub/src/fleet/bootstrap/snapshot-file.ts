import { createHash, randomBytes } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { createTableStatements, encodeRow, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { FeedScope } from "#fleet/feed/scope.ts";
import { pagesInScope, snapshotNotes, type SnapshotFile } from "./snapshot-notes.ts";

// A database, as nodes of the first release take it; later ones ask for one that is packed.
const fileForm = 1;

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
  for await (const rows of pagesInScope(store, scope, table)) {
    insertAll(rows);
    count += rows.length;
    // Requests go on between two pages.
    await setImmediate();
  }
  return count;
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

/** Writes all records of a scope into a new encrypted database. */
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
    const notes = await snapshotNotes(store, scope, fileForm);
    let rows = 0;
    for (const table of store.schema.travelling)
      rows += await copyTable(handle, store, scope, table);
    const note = handle.prepare("INSERT INTO snapshot_notes (note, value) VALUES (?, ?)");
    const all = { ...notes, rows: String(rows) };
    for (const [name, value] of Object.entries(all)) note.run(name, value);
    handle.close();
    await publish(part, path);
    const { size } = await stat(path);
    return { path, sha256: await hashOf(path), size, key, cursor: notes.cursor };
  } catch (error) {
    if (handle.open) handle.close();
    await rm(part, { force: true });
    throw error;
  }
}
