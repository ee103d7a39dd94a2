import pg from "pg";
import * as z from "zod";
import { ask } from "./ask.ts";

const page = z.object({ next_cursor: z.string().nullish() });
const walkedAtOnce = 100;

/** Puts so many patients behind all others of a tenant, as a clinic of many years has them. */
export async function fillPast(
  databaseUrl: string,
  tenantId: string,
  count: number,
): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    // The newest one over and over under other ids, each a second older than the one before it.
    await connection.query(
      `INSERT INTO patients SELECT copy.* FROM patients AS p, generate_series(1, $2::int) AS n,
          jsonb_populate_record(p, jsonb_build_object(
            'id', 'pat_' || lpad(n::text, 26, '0'),
            'uhid', 'OLD-' || n,
            'created_at', to_char(timestamptz '2020-01-01 UTC' - n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))) AS copy
        WHERE p.tenant_id = $1
          AND p.id = (SELECT id FROM patients WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 1)`,
      [tenantId, count],
    );
    await connection.query("ANALYZE patients");
  } finally {
    await connection.end();
  }
}

/** The cursor of the page that stands behind so many rows. */
export async function cursorBehind(
  url: string,
  headers: Readonly<Record<string, string>>,
  rows: number,
): Promise<string> {
  let cursor = "";
  for (let seen = 0; seen < rows; seen += walkedAtOnce) {
    const at = cursor === "" ? "" : `&cursor=${cursor}`;
    const answer = await ask(`${url}/v1/patients?limit=${walkedAtOnce}${at}`, { headers });
    const { next_cursor: next } = page.parse(await answer.json());
    if (typeof next !== "string") throw new Error(`the list ends before ${rows} rows`);
    cursor = next;
  }
  return cursor;
}
