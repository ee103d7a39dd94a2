import { rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { History } from "./commands.ts";
import { lanes } from "./lanes.ts";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import type { Ground } from "./world.ts";

const { seed, runs, longest, timeout } = lanes;

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
  return () => rmSync(ground.folder, { recursive: true, force: true });
});

test(`every promise holds after ${runs} histories (seed ${seed})`, { timeout }, async () => {
  const began = performance.now();
  const run = (history: History) => runHistory(ground, history);
  const found = await search({ seed, runs, longest, run });
  const took = Math.round(performance.now() - began);
  process.stdout.write(`chaos: hub in memory, seed ${seed}, ${found.runs} histories, ${took} ms\n`);
  expect(found.report).toBe("");
});
