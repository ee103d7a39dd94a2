// Kiosks, tablets, cameras and scanners around a branch whose hub is out of reach.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureAll } from "./desk.ts";
import { world } from "#e2e/screens/world.ts";
import "#e2e/screens/kiosk.ts";
import "#e2e/screens/scanning.ts";
import "#e2e/screens/photo.ts";
import "#e2e/screens/locking.ts";
import "#e2e/screens/bedside.ts";
import "#e2e/screens/left-alone.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

beforeAll(async () => {
  if (world.fault !== null) {
    if (mustRun) throw new Error(world.fault);
    console.warn(`Kiosks, tablets and scanners in a browser are not tested: ${world.fault}`);
    return;
  }
  await world.start();
});

beforeEach((context) => {
  if (world.fault !== null) context.skip(world.fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(world.screens)}`);
});

afterAll(() => world.stop());

test("no page complained while all this was done", () => {
  expect(world.screens.flatMap((screen) => screen.complaints)).toEqual([]);
});
