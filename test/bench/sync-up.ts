import { zstdCompressSync, gzipSync, constants } from "node:zlib";
import { Pool } from "undici";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { startLatencyProxy } from "./latency-proxy.ts";
import {
  bareRows,
  batchSize,
  creations,
  inventPeople,
  measured,
  newFields,
  push,
  pushBare,
  startPusher,
  updates,
  type Pusher,
  type Taken,
} from "./sync-pusher.ts";
import type { World } from "./world.ts";

const roundSize = 10_000;
const branchCode = "NSK1";
const oneWayMs = 100;

interface Rounds {
  readonly ours: Taken[];
  readonly bare: Taken[];
}

function microsOf(taken: readonly Taken[], count: number): number | null {
  const figures = taken.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [(cpuMs * 1_000) / count]));
  return figures.length === 0 ? null : spreadOf(figures).median;
}

function finding(work: string, must: string, count: number, { ours, bare }: Rounds): Finding {
  const rates = (taken: readonly Taken[]) => taken.map(({ seconds }) => count / seconds);
  return {
    work,
    unit: "operations/s",
    ours: spreadOf(rates(ours)),
    baseline: { name: "naive", value: spreadOf(rates(bare)) },
    ratio: ratioOf(rates(ours), rates(bare)),
    latency: null,
    cpuMicros: { ours: microsOf(ours, count), baseline: microsOf(bare, count) },
    must,
    failures: 0,
  };
}

/** Batches of a thousand new patients, then of a thousand updates, against transactions that check nothing. */
async function contendUp(world: World, pusher: Pusher, pool: Pool): Promise<readonly Finding[]> {
  const fresh: Rounds = { ours: [], bare: [] };
  const changed: Rounds = { ours: [], bare: [] };
  const { hub, baseline, options } = world;
  const { tenantId } = pusher.identity;
  const count = Math.min(roundSize, options.rows);
  for (let round = 0; round < options.pace.rounds; round += 1) {
    const people = inventPeople(pusher, count);
    const created = creations(pusher, people);
    const rows = bareRows(tenantId, people);
    fresh.ours.push(await measured(world, hub.child.pid, () => push(pusher, created)));
    fresh.bare.push(await measured(world, baseline.pid, () => pushBare(pool, "/batch", rows)));
    const touched = updates(pusher, people);
    const again = rows.map((row, index) => ({ ...row, ...newFields(index), version: 2 }));
    changed.ours.push(await measured(world, hub.child.pid, () => push(pusher, touched)));
    changed.bare.push(await measured(world, baseline.pid, () => pushBare(pool, "/changes", again)));
  }
  const batches = `${Math.ceil(count / batchSize)} batches of ${batchSize.toLocaleString("en")}`;
  return [
    finding(`sync up: ${batches} patient.create`, "≥ 0.35", count, fresh),
    finding(`sync up: ${batches} patient.update`, "≥ 0.35", count, changed),
  ];
}

/** The same over a line that takes 100 ms each way; the baseline sends one batch after the other. */
async function contendFar(world: World, pusher: Pusher): Promise<Finding> {
  const ours = await startLatencyProxy(world.hub.access.url, oneWayMs);
  const bare = await startLatencyProxy(world.baseline.url, oneWayMs);
  const far = pusherVia(pusher, ours.url);
  const pool = new Pool(bare.url, { connections: 1 });
  try {
    const people = inventPeople(pusher, roundSize);
    const rows = bareRows(pusher.identity.tenantId, people);
    await far.client.token();
    const took = await measured(world, world.hub.child.pid, () =>
      push(far, creations(far, people)),
    );
    const tookBare = await measured(world, world.baseline.pid, () =>
      pushBare(pool, "/batch", rows),
    );
    const seconds = [spreadOf([took.seconds]), spreadOf([tookBare.seconds])] as const;
    return {
      work: "sync up: 10,000 patient.create, 200 ms there and back",
      unit: "s",
      ours: seconds[0],
      baseline: { name: "naive", value: seconds[1] },
      ratio: ratioOf([took.seconds], [tookBare.seconds]),
      latency: null,
      cpuMicros: unknownCpu,
      must: "≤ 2.5",
      failures: 0,
    };
  } finally {
    pusher.seq = far.seq;
    await far.client.close();
    await pool.close();
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

function pusherVia(pusher: Pusher, hubUrl: string): Pusher {
  const identity = { ...pusher.identity, hubUrl };
  const client = new HubClient({ identity, now: Date.now, timeoutMs: 60_000 });
  return { ...pusher, identity, client };
}

/** What a record takes on the line, up, packed as it is sent; the baseline's row packed by gzip. */
function weigh(pusher: Pusher): Finding {
  const people = inventPeople(pusher, batchSize);
  const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
  const text = JSON.stringify({ ops: creations(pusher, people) });
  const bareText = JSON.stringify({ rows: bareRows(pusher.identity.tenantId, people) });
  const ours = zstdCompressSync(text, fast).length / batchSize;
  const bare = gzipSync(bareText, { level: 1 }).length / batchSize;
  return {
    work: `sync up: bytes on the line, of ${Math.round(text.length / batchSize)} a patient.create`,
    unit: "bytes",
    ours: spreadOf([ours]),
    baseline: { name: "naive", value: spreadOf([bare]) },
    ratio: ratioOf([ours], [bare]),
    latency: null,
    cpuMicros: unknownCpu,
    must: "≤ 80",
    failures: 0,
  };
}

/** Eight branches come up at once, each with its own stream; the baseline has eight connections. */
async function contendTogether(world: World): Promise<Finding> {
  const each = batchSize * 2;
  const pushers: Pusher[] = [];
  // One after the other: who hands in many codes at once from one address has to wait.
  for (const [index, id] of world.branchIds.entries())
    pushers.push(await startPusher(world, id, `BN${index}`));
  const pool = new Pool(world.baseline.url, { connections: pushers.length });
  try {
    const people = pushers.map((pusher) => inventPeople(pusher, each));
    const operations = pushers.map((pusher, index) => creations(pusher, people[index] ?? []));
    const ours = await measured(world, world.hub.child.pid, async () => {
      await Promise.all(pushers.map((pusher, index) => push(pusher, operations[index] ?? [])));
    });
    const bare = await measured(world, world.baseline.pid, async () => {
      const rows = people.map((some) => bareRows(world.hub.access.demo.tenant_id, some));
      await Promise.all(rows.map((some) => pushBare(pool, "/batch", some)));
    });
    const count = each * pushers.length;
    return finding("sync up: 8 branches at once", "≥ 0.35", count, { ours: [ours], bare: [bare] });
  } finally {
    await Promise.all(pushers.map(({ client }) => client.close()));
    await pool.close();
  }
}

/** What has been offline comes up. */
export async function pushContest(world: World): Promise<readonly Finding[]> {
  const pusher = await startPusher(world, branchIdOf(asha, branchCode), branchCode);
  const pool = new Pool(world.baseline.url, { connections: 1 });
  try {
    const near = await contendUp(world, pusher, pool);
    return [...near, weigh(pusher)];
  } finally {
    await pusher.client.close();
    await pool.close();
  }
}

/** The same over a long line. */
export async function farContest(world: World): Promise<readonly Finding[]> {
  const pusher = await startPusher(world, branchIdOf(asha, branchCode), "FAR1");
  try {
    return [await contendFar(world, pusher)];
  } finally {
    await pusher.client.close();
  }
}

/** Eight branches at once. */
export async function togetherContest(world: World): Promise<readonly Finding[]> {
  return [await contendTogether(world)];
}
