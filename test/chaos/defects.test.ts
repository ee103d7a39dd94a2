import { rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { defects, defectSteps, type Defect } from "./defects.ts";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import type { Ground } from "./world.ts";

// Always the same histories: this lane asks whether a fault is noticed, not for new ones.
const commonSeed = 20_261_123;
const givenSeed = process.env["CHAOS_DEFECT_SEED"];
const runs = 1_000;
// A person can still follow this many steps.
const longestExplanation = 10;

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
  return () => rmSync(ground.folder, { recursive: true, force: true });
});

function isDefect(name: string): name is Defect {
  return Object.hasOwn(defects, name);
}

test.each(Object.entries(defects))("notices %s: %s", async (name) => {
  if (!isDefect(name)) throw new Error(`${name} is no defect`);
  const faults = { defects: new Set([name]) };
  const run = (history: Parameters<typeof runHistory>[1]) => runHistory(ground, history, faults);
  const began = performance.now();
  const seed = Number(givenSeed ?? commonSeed);
  const found = await search({ seed, runs, longest: 24, often: defectSteps[name] ?? [], run });
  const took = Math.round(performance.now() - began);
  const steps = found.history?.commands.length ?? 0;
  const [what = ""] = found.report.split("\n");
  process.stdout.write(
    `chaos: ${name}: ${found.runs} runs, ${steps} steps, seed ${seed}, ${took} ms: ${what.slice(0, 110)}\n`,
  );
  expect(found.history, "not noticed").not.toBeNull();
  expect(steps, found.report).toBeLessThanOrEqual(longestExplanation);
});
