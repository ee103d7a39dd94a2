import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import pg from "pg";
import { Pool } from "undici";
import { WebSocket } from "ws";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { cpuMsOf } from "./cpu.ts";
import { endOfFeed, nextRing, untilFed } from "./feed-reader.ts";
import { percentile, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { enrol } from "./nodes.ts";
import { bareRows, creations, inventPeople, push, pushBare, startPusher } from "./sync-pusher.ts";
import type { World } from "./world.ts";

const idleSeconds = 10;
// A backend that has gone idle passes its statistics on within ten seconds.
const settleMs = 11_000;
const openAtOnce = 50;
const samples = 60;

function opened(url: string, token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
    socket.once("open", () => resolve(socket));
    socket.once("error", reject);
  });
}

async function openMany(url: string, token: string, count: number): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const more = Array.from({ length: Math.min(openAtOnce, count - sockets.length) }, () =>
      opened(url, token),
    );
    sockets.push(...(await Promise.all(more)));
  }
  return sockets;
}

async function transactions(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The statistics of a backend are passed on once a second at the earliest.
    await delay(1_500);
    const { rows } = await client.query<{ count: string }>(
      "SELECT sum(xact_commit + xact_rollback) AS count FROM pg_stat_database WHERE datname = 'hub'",
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

interface Quiet {
  readonly cpuShare: number;
  readonly transactions: number;
}

async function watch(world: World): Promise<Quiet> {
  const { pid } = world.hub.child;
  const before = await transactions(world.postgres.hubUrl);
  const cpuBefore = cpuMsOf(pid) ?? 0;
  await delay(idleSeconds * 1_000);
  const cpu = (cpuMsOf(pid) ?? 0) - cpuBefore;
  return {
    cpuShare: (cpu / (idleSeconds * 1_000)) * 100,
    transactions: (await transactions(world.postgres.hubUrl)) - before,
  };
}

/** Branches that are connected and have nothing to say, against the same hub with nobody connected. */
export async function idleContest(world: World): Promise<readonly Finding[]> {
  const count = world.options.isQuick ? 200 : 1_000;
  const folder = join(world.folder, "idle");
  const identity = await enrol(world.hub.access, branchIdOf(asha, "NSK1"), folder);
  const client = new HubClient({ identity, now: Date.now });
  await delay(settleMs);
  const alone = await watch(world);
  const url = `${world.hub.access.url.replace(/^http/, "ws")}/v1/sync/doorbell`;
  const sockets = await openMany(url, await client.token(), count);
  try {
    const idle = await watch(world);
    const shared = { latency: null, cpuMicros: unknownCpu, failures: 0, ratio: null };
    const named = (value: number) => ({ name: "nobody", value: spreadOf([value]) });
    return [
      {
        ...shared,
        work: `${count} idle branches: the hub's processor time`,
        unit: "% of a core",
        ours: spreadOf([idle.cpuShare]),
        baseline: named(alone.cpuShare),
        must: "< 5",
      },
      {
        ...shared,
        work: `${count} idle branches: transactions in ${idleSeconds} s`,
        unit: "more than with nobody",
        ours: spreadOf([idle.transactions - alone.transactions]),
        baseline: named(alone.transactions),
        must: "0",
      },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
    await client.close();
  }
}

function latencyOf(work: string, must: string, ours: number[], bare: number[]): Finding {
  return {
    work,
    unit: "ms",
    ours: spreadOf([percentile(ours, 0.5)]),
    baseline: { name: "naive", value: spreadOf([percentile(bare, 0.5)]) },
    ratio: null,
    latency: {
      p50: percentile(ours, 0.5),
      p95: percentile(ours, 0.95),
      p99: percentile(ours, 0.99),
    },
    cpuMicros: unknownCpu,
    must,
    failures: 0,
  };
}

/** One operation at a time: until the hub has answered for it, and until another branch has been rung and has fetched it. */
export async function visibleContest(world: World): Promise<readonly Finding[]> {
  const sender = await startPusher(world, branchIdOf(asha, "NSK1"), "VIS1");
  const code = String(world.branchIds[0]);
  const identity = await enrol(world.hub.access, code, join(world.folder, "listener"));
  const listener = new HubClient({ identity, now: Date.now });
  const pool = new Pool(world.baseline.url, { connections: 1 });
  const url = `${world.hub.access.url.replace(/^http/, "ws")}/v1/sync/doorbell`;
  const socket = await opened(url, await listener.token());
  const [hub, other, bare]: [number[], number[], number[]] = [[], [], []];
  try {
    let cursor = await endOfFeed(listener);
    for (const person of inventPeople(sender, samples)) {
      const rung = nextRing(socket);
      const began = performance.now();
      const pushing = push(sender, creations(sender, [person])).then(() =>
        hub.push(performance.now() - began),
      );
      await rung;
      cursor = await untilFed(listener, cursor, person.id);
      other.push(performance.now() - began);
      await pushing;
      const bareBegan = performance.now();
      await pushBare(pool, "/batch", bareRows(identity.tenantId, [person]));
      bare.push(performance.now() - bareBegan);
    }
  } finally {
    socket.terminate();
    await Promise.all([sender.client.close(), listener.close(), pool.close()]);
  }
  return [
    latencyOf("one operation: visible at the hub", "p50 ≤ 20, p95 ≤ 50", hub, bare),
    latencyOf("one operation: fetched by another branch", "p50 ≤ 40, p95 ≤ 100", other, bare),
  ];
}
