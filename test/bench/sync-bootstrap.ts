import { mkdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { Pool } from "undici";
import * as z from "zod";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { bootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { createLogger } from "@edgeward/shared/log/log.ts";
import { ratioOf, spreadOf, type Finding } from "./figures.ts";
import { enrol } from "./nodes.ts";
import {
  bareRows,
  creations,
  inventPeople,
  measured,
  push,
  pushBare,
  startPusher,
  type Taken,
} from "./sync-pusher.ts";
import type { World } from "./world.ts";

const decompress = promisify(zstdDecompress);
const rowsShape = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/** What a round came to. */
interface Loaded extends Taken {
  readonly rows: number;
}

/** A node that has nothing asks for a file, waits until it is made, fetches it and takes it in. */
async function bootstrapOnce(world: World, round: number): Promise<Loaded> {
  const folder = join(world.folder, `bootstrap-${round}`);
  mkdirSync(folder, { recursive: true });
  // A node of its own for each round, so that the file is made anew.
  const identity = await enrol(world.hub.access, branchIdOf(asha, "NSK1"), folder);
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  const hub = new HubClient({ identity, now: Date.now, timeoutMs: 60_000 });
  try {
    await migrateBranch(store.handle);
    await hub.token();
    const log = createLogger(() => undefined, {}, Date.now);
    const receiveStamp = () => undefined;
    const { seconds, cpuMs } = await measured(world, world.hub.child.pid, async () => {
      await bootstrap({ store, identity, hub, folder: join(folder, "file"), log, receiveStamp });
    });
    const rows = Number(store.handle.prepare("SELECT count(*) FROM patients").pluck().get());
    return { rows, seconds, cpuMs };
  } finally {
    await hub.close();
    await store.close();
  }
}

/** The rows of one table in packed pages, put into a new file without indexes that is synced and renamed; how many rows. */
async function copyOnce(world: World, round: number): Promise<number> {
  const path = join(world.folder, `copy-${round}.db`);
  const pool = new Pool(world.baseline.url, { connections: 1 });
  const handle = new Sqlite(`${path}.part`);
  handle.pragma("journal_mode = OFF");
  handle.pragma("synchronous = OFF");
  const [create = ""] = createTableStatements(sqliteDialect, patientsTable);
  handle.exec(create);
  const insert = handle.prepare(insertStatement(sqliteDialect, patientsTable, {}).text);
  let [rows, after] = [0, ""];
  handle.exec("BEGIN");
  for (;;) {
    const answer = await pool.request({ method: "GET", path: `/copy?after=${after}` });
    const text = (await decompress(await answer.body.bytes())).toString("utf8");
    const { data } = rowsShape.parse(JSON.parse(text));
    for (const row of data) insert.run(insertStatement(sqliteDialect, patientsTable, row).values);
    rows += data.length;
    after = data.at(-1)?.id ?? "";
    if (data.length === 0) break;
  }
  handle.exec("COMMIT");
  handle.close();
  const file = await open(`${path}.part`, "r+");
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
  await pool.close();
  return rows;
}

async function copied(world: World, round: number): Promise<Loaded> {
  let rows = 0;
  const taken = await measured(world, world.baseline.pid, async () => {
    rows = await copyOnce(world, round);
  });
  return { ...taken, rows };
}

async function countPatients(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      "SELECT count(*) AS count FROM patients",
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** Sees to it that either side has as many patients as were asked for, whatever ran before. */
async function fill(world: World): Promise<void> {
  const missing = world.options.rows - (await countPatients(world.postgres.hubUrl));
  if (missing <= 0) return;
  const pusher = await startPusher(world, branchIdOf(asha, "NSK1"), "BOOT");
  const pool = new Pool(world.baseline.url, { connections: 1 });
  try {
    const people = inventPeople(pusher, missing);
    await push(pusher, creations(pusher, people));
    await pushBare(pool, "/batch", bareRows(pusher.identity.tenantId, people));
  } finally {
    await pusher.client.close();
    await pool.close();
  }
}

function rateOf({ rows, seconds }: Loaded): number {
  return rows / seconds;
}

function microsOf(loaded: readonly Loaded[]): number | null {
  const micros = loaded.flatMap(({ cpuMs, rows }) =>
    cpuMs === null ? [] : [(cpuMs * 1_000) / rows],
  );
  return micros.length === 0 ? null : spreadOf(micros).median;
}

/** A new node gets everything at once, searchable and encrypted, against a bare copy of the like of it. */
export async function bootstrapContest(world: World): Promise<readonly Finding[]> {
  await fill(world);
  const [ours, bare]: [Loaded[], Loaded[]] = [[], []];
  for (let round = 0; round < world.options.pace.rounds; round += 1) {
    ours.push(await bootstrapOnce(world, round));
    bare.push(await copied(world, round));
  }
  const [rates, bareRates] = [ours.map(rateOf), bare.map(rateOf)];
  return [
    {
      work: `bootstrap: a file made, fetched and taken in, ${ours[0]?.rows ?? 0} patients`,
      unit: "rows/s",
      ours: spreadOf(rates),
      baseline: { name: "bare copy", value: spreadOf(bareRates) },
      ratio: ratioOf(rates, bareRates),
      latency: null,
      cpuMicros: { ours: microsOf(ours), baseline: microsOf(bare) },
      must: "≥ 0.6",
      failures: 0,
    },
  ];
}
