import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { writePackedFile } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { FeedScope } from "#fleet/feed/scope.ts";
import { pagesInScope, snapshotNotes, type SnapshotFile } from "./snapshot-notes.ts";

// So many rows are made text at a time, some 200 kB; then requests go on.
const pieceRows = 200;

function textOf(columns: readonly string[], rows: readonly SqlRow[]): string {
  let text = "";
  for (const row of rows) text += `${JSON.stringify(columns.map((name) => row[name]))}\n`;
  return text;
}

async function* contentsOf(
  store: Store,
  scope: FeedScope,
  notes: Readonly<Record<string, string>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(notes)}\n`;
  for (const table of store.schema.travelling) {
    const columns = Object.keys(table.columns);
    yield `${JSON.stringify({ table: table.name, columns })}\n`;
    for await (const rows of pagesInScope(store, scope, table)) {
      for (let from = 0; from < rows.length; from += pieceRows)
        yield textOf(columns, rows.slice(from, from + pieceRows));
    }
  }
}

/**
 * Writes all records of a scope into a new file: a line of notes, then for each table a line with its columns and one
 * for each row, packed and then sealed. A patient takes 53 bytes of it; an encrypted
 * database cannot be packed, and has 669.
 */
export async function buildPackedSnapshot(
  store: Store,
  scope: FeedScope,
  folder: string,
): Promise<SnapshotFile> {
  const key = randomBytes(32);
  const path = join(folder, `${scope.branchId}-${randomBytes(8).toString("hex")}.snapshot`);
  const part = `${path}.part`;
  try {
    const notes = await snapshotNotes(store, scope);
    const { sha256, size } = await writePackedFile(part, key, contentsOf(store, scope, notes));
    await rename(part, path);
    return { path, sha256, size, key: key.toString("hex"), cursor: notes.cursor };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
