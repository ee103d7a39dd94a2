import { rmSync } from "node:fs";
import { PostgresHub } from "./hub-postgres.ts";
import { startPostgresGround } from "./postgres-ground.ts";
import { layGround, runHistory } from "./run.ts";
import { search, type Found } from "./search.ts";
import type { Ground } from "./world.ts";

function numberOf(name: string, otherwise: number): number {
  return Number(process.env[name] ?? otherwise);
}

const seed = numberOf("CHAOS_SEED", Date.now() % 1_000_000_007);
const runs = numberOf("CHAOS_RUNS", 10_000);
const postgresRuns = numberOf("CHAOS_POSTGRES_RUNS", 500);

function say(lane: string, found: Found, began: number): boolean {
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${lane}: seed ${seed}, ${found.runs} histories, ${seconds} s\n`);
  if (found.history !== null) process.stdout.write(`${found.report}\n`);
  return found.history === null;
}

async function soakInMemory(ground: Ground): Promise<boolean> {
  const began = performance.now();
  const run = (history: Parameters<typeof runHistory>[1]) => runHistory(ground, history);
  return say("hub in memory", await search({ seed, runs, longest: 60, run }), began);
}

async function soakOnPostgres(ground: Ground): Promise<boolean> {
  const postgres = await startPostgresGround();
  try {
    const began = performance.now();
    const hub = async (tenantId: string, now: () => number, branches: number) => {
      const made = new PostgresHub(postgres.store, tenantId, now);
      await made.enrol(ground, branches);
      return made;
    };
    const run = (history: Parameters<typeof runHistory>[1]) => runHistory(ground, history, { hub });
    return say("hub on PostgreSQL", await search({ seed, runs: postgresRuns, longest: 60, run }), began);
  } finally {
    await postgres.stop();
  }
}

const ground = await layGround();
try {
  const isWhole = (await soakOnPostgres(ground)) && (await soakInMemory(ground));
  process.exitCode = isWhole ? 0 : 1;
} finally {
  rmSync(ground.folder, { recursive: true, force: true });
}
