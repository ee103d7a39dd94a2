import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { hubSink } from "@edgeward/hub/fleet/feed/hub-sink.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import { percentile, ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import {
  done,
  statementsOf,
  workRuntime,
  workTenant,
  type Asked,
  type WorkPlace,
} from "./work-place.ts";
import type { World } from "./world.ts";

/** How often something is done before it is measured. */
export const warmUp = 40;
/** How often it is done in a round. */
export const asksOfRound = 200;

/** What is done over and over: its commands one behind the other, each with what the one before has answered. */
export type Work = (n: number) => readonly ((before: unknown) => Asked)[];

/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Does it, all commands. @returns how long it took, in milliseconds */
function workOnce(place: WorkPlace, work: ReturnType<Work>): Promise<number> {
  return timed(async () => {
    let answer: unknown = null;
    for (const step of work) answer = await done(place, step(answer));
  });
}

/** Runs the statements of the same work, and nothing else. @returns how long they took, in milliseconds */
async function rawOnce(place: WorkPlace, work: ReturnType<Work>): Promise<number> {
  let took = 0;
  let before: unknown = null;
  for (const step of work) {
    const { statements, answer } = await statementsOf(place, step(before));
    took += await timed(() => place.raw(statements));
    before = answer;
  }
  return took;
}

/** Work done as the product does it, and by its own statements alone, in turns. */
export async function contest(
  place: WorkPlace,
  what: { readonly work: string; readonly one: Work; readonly must: string },
  rounds: number,
): Promise<Finding> {
  const [ours, raw, latencies]: [number[], number[], number[]] = [[], [], []];
  let n = 0;
  const next = () => what.one((n += 1));
  for (let nth = 0; nth < warmUp; nth += 1) {
    await workOnce(place, next());
    await rawOnce(place, next());
  }
  for (let round = 0; round < rounds; round += 1) {
    const [took, bare]: [number[], number[]] = [[], []];
    // In turns, so that whatever else the machine does slows both.
    for (let nth = 0; nth < asksOfRound; nth += 1) {
      took.push(await workOnce(place, next()));
      bare.push(await rawOnce(place, next()));
    }
    const perSecond = (times: readonly number[]) =>
      (times.length * 1_000) / times.reduce((sum, one) => sum + one, 0);
    ours.push(perSecond(took));
    raw.push(perSecond(bare));
    latencies.push(...took);
  }
  return {
    work: `${place.name}: ${what.work}`,
    unit: "a second",
    ours: spreadOf(ours),
    baseline: { name: "its statements", value: spreadOf(raw) },
    ratio: ratioOf(ours, raw),
    latency: latencyOf(latencies),
    cpuMicros: unknownCpu,
    must: what.must,
    failures: 0,
  };
}

/** Of how long something took each time. */
export function latencyOf(times: readonly number[]) {
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

/** Work to be measured at an engine. @param settled once all that it needs stands there: what an engine does by itself within minutes of so many new rows */
type Contests = (
  place: WorkPlace,
  settled: (tables: readonly string[]) => Promise<unknown>,
) => Promise<readonly Finding[]>;

async function atBranch(folder: string, contests: Contests) {
  mkdirSync(folder, { recursive: true });
  const store = openSqliteStore({ file: join(folder, "work.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
  const { handle } = store;
  // The store's own writer waits for the disk beside the engine; bare statements have to in it.
  handle.pragma("synchronous = FULL");
  const prepared = new Map<string, ReturnType<typeof handle.prepare>>();
  const put = handle.transaction((some: readonly Statement[]) => {
    for (const { text, values } of some) {
      const ready = prepared.get(text) ?? handle.prepare(text);
      prepared.set(text, ready);
      if (ready.reader) ready.all(values);
      else ready.run(values);
    }
  });
  const runtime = workRuntime(
    "branch",
    journalSink(() => 1),
  );
  const tenant = await workTenant(store, runtime);
  const raw = (statements: readonly Statement[]) => Promise.resolve(put.immediate(statements));
  try {
    return await contests({ name: "branch", store, runtime, tenant, raw }, () => Promise.resolve());
  } finally {
    await store.close();
  }
}

async function atHub({ postgres }: Pick<World, "postgres">, contests: Contests) {
  const store = openPostgresStore({ url: postgres.hubUrl, size: 4, instance: "bench" });
  const client = new pg.Client({ connectionString: postgres.hubUrl });
  await client.connect();
  const runtime = workRuntime("hub", hubSink);
  const tenant = await workTenant(store, runtime);
  const raw = async (statements: readonly Statement[]) => {
    await client.query("BEGIN");
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query("COMMIT");
  };
  try {
    return await contests({ name: "hub", store, runtime, tenant, raw }, (tables) =>
      client.query(`VACUUM (ANALYZE) ${tables.join(", ")}`),
    );
  } finally {
    await client.end();
    await store.close();
  }
}

/** Measures work at both engines, each with a database of its own. */
export async function atBothEngines(
  folder: string,
  world: Pick<World, "postgres">,
  contests: Contests,
): Promise<readonly Finding[]> {
  return [...(await atBranch(folder, contests)), ...(await atHub(world, contests))];
}
