import Sqlite from "better-sqlite3";
import * as z from "zod";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { registeredTables } from "@edgeward/shared/db/registry.ts";
import type { SqlRow, SqlSession } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { FeedRow } from "@edgeward/shared/sync/batch.contract.ts";
import { applyArrived, recordOf, type Accepted } from "./arrived-rows.ts";
import { stateStatement } from "./node-state.ts";
import { foreignIds, removeRows } from "./purge.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { writeArrived } from "./written-rows.ts";

// One transaction may keep the desk's writes waiting no longer than this many rows take.
const sliceRows = 500;
// An empty table is one of a node that begins: no desk is at work there yet, and the disk works half as much.
const freshSliceRows = 2_000;
// The newest form of the file that is understood here; its records may be of any program.
const fileForm = 1;

const notesShape = z.object({
  tenant_id: z.string(),
  branch_id: z.string(),
  schema: z.coerce.number(),
  cursor: z.string(),
  epoch: z.coerce.number(),
  accepted_seq: z.coerce.number(),
});

type Notes = z.output<typeof notesShape>;

/** Which snapshot to take in, and into what. */
export interface SnapshotOptions {
  readonly store: SqliteStore;
  readonly tenantId: string;
  readonly branchId: string;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
}

function openSnapshot(path: string, key: string): Sqlite.Database {
  const handle = new Sqlite(path, { readonly: true });
  handle.pragma("cipher = 'aegis'");
  handle.pragma(`hexkey='${key}'`);
  return handle;
}

function notesOf(handle: Sqlite.Database, options: SnapshotOptions): Notes {
  const rows = z
    .array(z.tuple([z.string(), z.string()]))
    .parse(handle.prepare("SELECT note, value FROM snapshot_notes").raw().all());
  const notes = notesShape.parse(Object.fromEntries(rows));
  if (notes.tenant_id !== options.tenantId || notes.branch_id !== options.branchId)
    throw new Error("the bootstrap file is for another branch");
  if (notes.schema > fileForm)
    throw new Error("the bootstrap file is of a newer release; install the newer program here");
  return notes;
}

function tablesIn(handle: Sqlite.Database): readonly TableDeclaration[] {
  const names = handle.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  return registeredTables().filter(
    (table) => table.merge !== "local" && names.includes(table.name),
  );
}

async function isEmpty(options: SnapshotOptions, table: TableDeclaration): Promise<boolean> {
  return options.store.read({ tenantId: options.tenantId }, async (session) => {
    const rows = await session.query(`SELECT 1 FROM ${table.name} LIMIT 1`, []);
    return rows.length === 0;
  });
}

/** Rows that nothing here can know: neither an earlier state nor a change that waits. */
function putFresh(
  session: SqlSession,
  tenantId: string,
  table: TableDeclaration,
  given: readonly SqlRow[],
): Promise<void> {
  const changes = given.map((row) => ({ table, before: null, after: recordOf(table, row) }));
  return writeArrived(session, tenantId, changes);
}

function rowsAfter(
  handle: Sqlite.Database,
  table: TableDeclaration,
  id: string,
  limit: number,
): readonly SqlRow[] {
  const sql = `SELECT * FROM ${table.name} WHERE tenant_id IS NOT NULL AND id > ? ORDER BY id LIMIT ?`;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver gives an object for each row
  const rows = handle.prepare(sql).all(id, limit) as SqlRow[];
  return rows.map((row) => sqliteDialect.decode(row));
}

function arrivedOf(table: TableDeclaration, row: SqlRow): FeedRow {
  return { table: table.name, id: String(row["id"]), row, op_id: "" };
}

async function loadTable(
  handle: Sqlite.Database,
  options: SnapshotOptions,
  table: TableDeclaration,
  accepted: Accepted,
): Promise<void> {
  const { store, tenantId, receiveStamp } = options;
  const isFresh = await isEmpty(options, table);
  const limit = isFresh ? freshSliceRows : sliceRows;
  for (let after = ""; ;) {
    const rows = rowsAfter(handle, table, after, limit);
    await store.write({ tenantId }, async (session) => {
      if (isFresh) await putFresh(session, tenantId, table, rows);
      else
        await applyArrived(
          session,
          tenantId,
          rows.map((row) => arrivedOf(table, row)),
          accepted,
        );
    });
    const stamps = rows.map((row) => String(row["hlc"])).toSorted();
    const newest = stamps.at(-1);
    if (newest !== undefined) receiveStamp(newest);
    if (rows.length < limit) break;
    after = String(rows.at(-1)?.["id"]);
  }
}

// What other branches had lent, and what has been taken back while this node was away.
async function purgeMissing(
  handle: Sqlite.Database,
  options: SnapshotOptions,
  table: TableDeclaration,
): Promise<void> {
  const { store, tenantId, branchId } = options;
  const isKept = handle.prepare(`SELECT 1 FROM ${table.name} WHERE id = ?`).pluck();
  await store.write({ tenantId }, async (session) => {
    const ids = await foreignIds(session, table, { tenantId, branchId });
    await removeRows(
      session,
      table,
      tenantId,
      ids.filter((id) => isKept.get(id) === undefined),
    );
  });
}

/**
 * Takes everything in a bootstrap file, slice by slice, and sets the feed's place behind it; the desk works on
 * meanwhile. Done again after a crash, it comes to the same. @throws Error for a file of another branch or release
 */
export async function loadSnapshot(
  options: SnapshotOptions,
  path: string,
  key: string,
): Promise<void> {
  const handle = openSnapshot(path, key);
  try {
    const notes = notesOf(handle, options);
    const accepted = { epoch: notes.epoch, seq: notes.accepted_seq };
    for (const table of tablesIn(handle)) {
      await loadTable(handle, options, table, accepted);
      if (table.audience === "branch") await purgeMissing(handle, options, table);
    }
    await options.store.write({ tenantId: options.tenantId }, (session) =>
      session.runAll([stateStatement(session, "feed_cursor", notes.cursor)]),
    );
  } finally {
    handle.close();
  }
}
