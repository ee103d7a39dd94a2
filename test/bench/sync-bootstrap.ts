import { mkdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import Sqlite from "better-sqlite3";
import { Pool } from "undici";
import * as z from "zod";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/identity.ts";
import { bootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { createLogger } from "@edgeward/shared/kernel/log.ts";
import { ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { enrol } from "./nodes.ts";
import type { World } from "./world.ts";

const decompress = promisify(zstdDecompress);
const rowsShape = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/** A node that has nothing asks for a file, waits until it is made, fetches it and takes it in; rows a second. */
async function bootstrapOnce(world: World, round: number): Promise<number> {
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
    const began = performance.now();
    await bootstrap({ store, identity, hub, folder: join(folder, "file"), log, receiveStamp });
    const seconds = (performance.now() - began) / 1_000;
    const count = store.handle.prepare("SELECT count(*) FROM patients").pluck().get();
    return Number(count) / seconds;
  } finally {
    await hub.close();
    await store.close();
  }
}

/** The rows of one table in packed pages, put into a new file without indexes that is synced and renamed; rows a second. */
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
  const began = performance.now();
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
  return rows / ((performance.now() - began) / 1_000);
}

/** A new node gets everything at once, searchable and encrypted, against a bare copy of the like of it. */
export async function bootstrapContest(world: World): Promise<readonly Finding[]> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < world.options.pace.rounds; round += 1) {
    ours.push(await bootstrapOnce(world, round));
    bare.push(await copyOnce(world, round));
  }
  return [
    {
      work: "bootstrap: a file made, fetched and taken in, patients",
      unit: "rows/s",
      ours: spreadOf(ours),
      baseline: { name: "bare copy", value: spreadOf(bare) },
      ratio: ratioOf(ours, bare),
      latency: null,
      cpuMicros: unknownCpu,
      must: "≥ 0.6",
      failures: 0,
    },
  ];
}
