import pg from "pg";
import * as z from "zod";

/** What a database has written since it was made. */
export interface DatabaseUse {
  readonly walBytes: number;
  readonly diskBytes: number;
  /** Those that wrote, of the whole server. */
  readonly transactions: number;
}

const shape = z.object({
  wal: z.coerce.number(),
  disk: z.coerce.number(),
  transactions: z.coerce.number(),
});

/** Asks a PostgreSQL what a database of it has written so far. */
export async function databaseUse(url: string): Promise<DatabaseUse> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    const { rows } = await connection.query<Record<string, unknown>>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal,
              pg_database_size(current_database()) AS disk,
              pg_snapshot_xmax(pg_current_snapshot())::text AS transactions`,
    );
    const { wal, disk, transactions } = shape.parse(rows[0]);
    return { walBytes: wal, diskBytes: disk, transactions };
  } finally {
    await connection.end();
  }
}
