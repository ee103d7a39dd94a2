// What a hub does so that the server's planner knows its tables while they grow faster than the server itself looks at them.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TableStatistics } from "@edgeward/hub/db/table-statistics.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";
import { until } from "#support/until.ts";

const application = "edgeward-table-statistics";

let postgres: TestPostgres;
let owner: pg.Client;

beforeAll(async () => {
  // The server looks for itself at nothing: what is known of a table then comes from the hub.
  postgres = await startTestPostgres("nothing", ["autovacuum=off"]);
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query("CREATE ROLE guest LOGIN PASSWORD 'guest'");
});

afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
});

async function make(table: string, rows: number): Promise<void> {
  await owner.query(
    `CREATE TABLE ${table} (place TEXT, born TEXT, id TEXT, PRIMARY KEY (place, id))`,
  );
  await owner.query(
    `CREATE INDEX ${table.replaceAll('"', "")}_by_birth ON ${table} (place, born, id)`,
  );
  await fill(table, rows);
}

async function fill(table: string, rows: number): Promise<void> {
  await owner.query(
    `INSERT INTO ${table} SELECT 'one', (random() * 30000)::int::text, gen_random_uuid()::text FROM generate_series(1, ${rows})`,
  );
}

async function timesLookedAt(table: string): Promise<number> {
  const text = "SELECT analyze_count::int AS count FROM pg_stat_user_tables WHERE relname = $1";
  const { rows } = await owner.query<{ count: number }>(text, [table]);
  return rows[0]?.count ?? 0;
}

async function isConnected(): Promise<boolean> {
  const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1";
  return (await owner.query(text, [application])).rows.length > 0;
}

test("a table that has doubled is looked at, one that has not is left, and the connection ends with the writes", async () => {
  const warned: string[] = [];
  const log = { warn: (event: string) => void warned.push(event) };
  const statistics = new TableStatistics({ url: postgres.url, log });
  try {
    await make('"Grown"', 4_000);
    await make("small", 400);
    statistics.written();
    await until("it is looked at", 15_000, async () => (await timesLookedAt("Grown")) === 1);
    await fill('"Grown"', 1_000);
    await make("later", 600);
    statistics.written();
    await until("the later one is", 15_000, async () => (await timesLookedAt("later")) === 1);
    expect(await timesLookedAt("Grown")).toBe(1);
    await fill('"Grown"', 4_000);
    statistics.written();
    await until("it is looked at again", 15_000, async () => (await timesLookedAt("Grown")) === 2);
    expect(await timesLookedAt("small")).toBe(0);
    await until("nobody is connected", 15_000, async () => !(await isConnected()));
    expect(warned).toEqual([]);
  } finally {
    await statistics.stop();
  }
});

test("a role that may not look at a table is not in the way, and neither is a server that is away", async () => {
  const warned: string[] = [];
  const log = { warn: (event: string) => void warned.push(event) };
  const guest = new URL(postgres.url);
  [guest.username, guest.password] = ["guest", "guest"];
  const stranger = new TableStatistics({ url: guest.toString(), log });
  stranger.written();
  await until("it is connected", 15_000, isConnected);
  await until("it has ended", 15_000, async () => !(await isConnected()));
  expect(warned).toEqual([]);
  await stranger.stop();
  const away = new TableStatistics({ url: "postgres://nobody@127.0.0.1:1/none", log });
  away.written();
  await until("it says so", 15_000, () => warned.length > 0);
  expect(warned[0]).toBe("table_statistics_failed");
  await away.stop();
});
