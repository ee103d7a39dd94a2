import { join } from "node:path";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import pg from "pg";
import * as z from "zod";

/** A row as the driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

const rowsShape = z.array(z.record(z.string(), z.unknown()));

/** Looks into a hub's database past every policy. @param url a role that owns it */
export async function hubRows(
  url: string,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return rowsShape.parse((await client.query(sql, [...values])).rows);
  } finally {
    await client.end();
  }
}

/** Looks into a branch's database, which may be in use. @param folder where the node keeps its files */
export function branchRows(
  folder: string,
  sql: string,
  values: readonly unknown[],
): readonly Row[] {
  const { handle } = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  try {
    return rowsShape.parse(handle.prepare(sql).all(...values));
  } finally {
    handle.close();
  }
}
