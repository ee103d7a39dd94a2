import { rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { History } from "./commands.ts";
import { PostgresHub } from "./hub-postgres.ts";
import { lanes } from "./lanes.ts";
import { startPostgresGround, type PostgresGround } from "./postgres-ground.ts";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import type { Ground } from "./world.ts";

const { seed, postgresRuns: runs, longest, timeout } = lanes;

let ground: Ground;
let postgres: PostgresGround;
beforeAll(async () => {
  ground = await layGround();
  postgres = await startPostgresGround();
  return async () => {
    await postgres.stop();
    rmSync(ground.folder, { recursive: true, force: true });
  };
});

test(
  `every promise holds after ${runs} histories on PostgreSQL (seed ${seed})`,
  { timeout },
  async () => {
    const began = performance.now();
    const hub = async (tenantId: string, now: () => number, branches: number) => {
      const made = new PostgresHub(postgres.store, tenantId, now);
      await made.enrol(ground, branches);
      return made;
    };
    const run = (history: History) => runHistory(ground, history, { hub });
    const found = await search({ seed, runs, longest, run });
    const took = Math.round(performance.now() - began);
    process.stdout.write(`chaos: PostgreSQL, seed ${seed}, ${found.runs} histories, ${took} ms\n`);
    expect(found.report).toBe("");
  },
);
