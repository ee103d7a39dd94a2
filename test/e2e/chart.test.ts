// A patient's chart: what is known of somebody, corrected, merged, and seen with who changed it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureAll } from "./desk.ts";
import { world } from "#e2e/desk/world.ts";
import "#e2e/chart/problems.ts";
import "#e2e/chart/visiting.ts";
import "#e2e/chart/prescribing.ts";
import "#e2e/chart/certifying.ts";
import "#e2e/chart/consents.ts";
import "#e2e/chart/documents.ts";
import "#e2e/chart/reasons.ts";
import "#e2e/chart/changes.ts";
import "#e2e/chart/merging.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

beforeAll(async () => {
  if (world.fault === null) return world.start();
  if (mustRun) throw new Error(world.fault);
  console.warn(`The chart in a browser is not tested: ${world.fault}`);
});

beforeEach((context) => {
  if (world.fault !== null) context.skip(world.fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(world.screens)}`);
});

afterAll(() => world.stop());

test("has made no page of the chart complain", () => {
  expect(world.screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});
