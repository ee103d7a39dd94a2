import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import type { Ground } from "./world.ts";

const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 1_000_000_007);
const runs = Number(process.env["CHAOS_RUNS"] ?? 300);

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
});
afterAll(() => rmSync(ground.folder, { recursive: true, force: true }));

test(`every promise holds after ${runs} histories (seed ${seed})`, async () => {
  const began = performance.now();
  const run = (history: Parameters<typeof runHistory>[1]) => runHistory(ground, history);
  const found = await search({ seed, runs, longest: 60, run });
  const took = Math.round(performance.now() - began);
  process.stdout.write(`chaos: seed ${seed}, ${found.runs} histories, ${took} ms\n`);
  expect(found.report).toBe("");
});
