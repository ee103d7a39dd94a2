import { beforeAll, expect, test } from "vitest";
import type { History } from "./commands.ts";
import { lanes } from "./lanes.ts";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import type { Ground } from "./ground.ts";

// Writes that stay open hold the feeds of their whole server back, so that each half has one of its own.
const halves = { first: 0, second: 1 } as const;

/** Runs half of the histories of this run and looks at every promise after each. */
export function expectEveryPromise(half: keyof typeof halves): void {
  const { longest, timeout } = lanes;
  const runs = Math.ceil(lanes.runs / 2);
  const seed = lanes.seed + halves[half];
  let ground: Ground;
  beforeAll(async () => {
    ground = await layGround();
    return ground.clear;
  });

  test(`every promise holds after ${runs} histories (seed ${seed})`, { timeout }, async () => {
    const began = performance.now();
    const run = (history: History) => runHistory(ground, history);
    const found = await search({ seed, runs, longest, run });
    const took = Math.round(performance.now() - began);
    process.stdout.write(`chaos: seed ${seed}, ${found.runs} histories, ${took} ms\n`);
    expect(found.report).toBe("");
  });
}
