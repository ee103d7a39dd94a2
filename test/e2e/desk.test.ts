// One day at a branch, room after room, with one product: each room goes on with what the ones before it have made.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureAll } from "./desk.ts";
import { world } from "#e2e/desk/world.ts";
import "#e2e/desk/finding.ts";
import "#e2e/desk/telling-apart.ts";
import "#e2e/desk/visiting.ts";
import "#e2e/desk/joining.ts";
import "#e2e/desk/paging.ts";
import "#e2e/desk/calendar.ts";
import "#e2e/desk/calling.ts";
import "#e2e/desk/access.ts";
import "#e2e/desk/missing-parts.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

beforeAll(async () => {
  if (world.fault === null) return world.start("nothing");
  if (mustRun) throw new Error(world.fault);
  console.warn(`The path in a browser is not tested: ${world.fault}`);
});

beforeEach((context) => {
  if (world.fault !== null) context.skip(world.fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(world.screens)}`);
});

afterAll(() => world.stop());

test("has made no page complain on all that way", () => {
  expect(world.screens.length).toBeGreaterThan(5);
  expect(world.screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test("ends everything it started at one signal, with exit code 0", async () => {
  const { branch, hub } = world.product.credentials;
  expect(await world.product.stop()).toBe(0);
  await expect(fetch(`${branch}/healthz`)).rejects.toThrow("fetch failed");
  await expect(fetch(`${hub}/healthz`)).rejects.toThrow("fetch failed");
});
