import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { pullOnce } from "@edgeward/branch-node/sync/pull.ts";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { openBareSqlite } from "./baseline-sqlite.ts";
import { ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { enrol } from "./nodes.ts";
import type { World } from "./world.ts";
import { testSeal } from "#support/value-seal.ts";

const wantedRows = 10_000;

function runtimeOf(identity: NodeIdentity): WriteRuntime {
  const hlc = createHlc({ now: Date.now, nodeTag: identity.nodeId });
  return {
    nodeId: identity.nodeId,
    kind: "branch",
    now: Date.now,
    newId: createIdSource(Date.now),
    tick: () => hlc.tick(),
    hashValue: (tenantId, text) => createHmac("sha256", tenantId).update(text).digest("hex"),
    valueSeal: testSeal,
    sink: journalSink(() => identity.epoch),
    reactors: [],
  };
}

async function pull(folder: string, identity: NodeIdentity): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  await migrateBranch(store.handle);
  const hub = new HubClient({ identity, now: Date.now });
  const runtime = runtimeOf(identity);
  let rows = 0;
  try {
    await hub.token();
    const began = performance.now();
    while (rows < wantedRows) {
      const options = {
        store,
        runtime,
        identity,
        hub,
        receiveStamp: () => undefined,
        onArrived: () => undefined,
        pages: 4,
        sliceRows: 1_000,
      };
      const page = await pullOnce(options);
      rows += page.rows;
      if (!page.hasMore) break;
    }
    return rows / ((performance.now() - began) / 1000);
  } finally {
    await hub.close();
    await store.close();
  }
}

interface FeedPage {
  readonly data: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[];
}

async function pullBare(file: string, url: string): Promise<number> {
  const pool = new Pool(url, { connections: 1 });
  const handle = openBareSqlite(file);
  for (const statement of createTableStatements(sqliteDialect, patientsTable))
    handle.exec(statement);
  const insert = handle.prepare(insertStatement(sqliteDialect, patientsTable, {}).text);
  const put = handle.transaction((page: FeedPage) => {
    for (const row of page.data)
      insert.run(insertStatement(sqliteDialect, patientsTable, row).values);
  });
  const began = performance.now();
  let [rows, after] = [0, ""];
  while (rows < wantedRows) {
    const answer = await pool.request({ method: "GET", path: `/feed?after=${after}` });
    const page: FeedPage = JSON.parse(await answer.body.text());
    put.immediate(page);
    rows += page.data.length;
    after = page.data.at(-1)?.id ?? "";
    if (page.data.length === 0) break;
  }
  const took = (performance.now() - began) / 1000;
  handle.close();
  await pool.close();
  return rows / took;
}

/** A new node takes what the hub has, against the same rows put into a bare table without search keys or checks. */
export async function pullContest(world: World): Promise<readonly Finding[]> {
  const identity = await enrol(
    world.hub.access,
    branchIdOf(asha, "NSK1"),
    join(world.folder, "puller"),
  );
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < world.options.pace.rounds; round += 1) {
    ours.push(await pull(join(world.folder, `pull-${round}`), identity));
    bare.push(await pullBare(join(world.folder, `bare-${round}.db`), world.baseline.url));
  }
  const baseline = { name: "naive", value: spreadOf(bare) };
  const shared = {
    work: "sync down: 10,000 records",
    unit: "rows/s",
    must: "≥ 0.6",
    latency: null,
    cpuMicros: unknownCpu,
    failures: 0,
  };
  return [{ ...shared, ours: spreadOf(ours), baseline, ratio: ratioOf(ours, bare) }];
}
