// Lists of work stand still: the names of those who wait are read after the list, and nothing moves under a pointer for them.
import { setTimeout } from "node:timers/promises";
import type { Page, Route } from "playwright-core";
import * as z from "zod";
import { expect, test } from "vitest";
import { world } from "#e2e/desk/world.ts";

const names = /\/v1\/patients[?/]/u;
const visits = /\/v1\/encounters\?/u;
/** For how long the day's visits stay away, as on a slow machine, ms. */
const lateMs = 500;
const boxesShape = z.array(z.string());
const lists = ["/today", "/my-patients", "/vitals", "/emergency", "/lab", "/radiology"];

/** Where every cell stands, and how large it is. */
async function boxesOn(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(`(() => [...document.querySelectorAll(
    "[role=columnheader], [role=gridcell], [role=rowheader]")].map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    }))()`);
  return boxesShape.parse(found);
}

/** The boxes when all but the names has come. */
async function settledBoxes(page: Page): Promise<readonly string[]> {
  let before = await boxesOn(page);
  for (;;) {
    await page.waitForTimeout(150);
    const now = await boxesOn(page);
    if (now.length > 0 && String(now) === String(before)) return now;
    before = now;
  }
}

/** A list as it stood while the names were held back, and with them. */
interface Seen {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

async function see(page: Page, path: string): Promise<Seen> {
  const waiting = page.getByText("…", { exact: true });
  const held: Route[] = [];
  let mayPass = false;
  await page.route(names, async (route) => {
    if (mayPass) await route.continue();
    else held.push(route);
  });
  await page.goto(`${world.product.credentials.branch}${path}`);
  await waiting.first().waitFor();
  await page.evaluate("document.fonts.ready.then(() => true)");
  const before = await settledBoxes(page);
  expect(await waiting.count()).toBeGreaterThan(0);
  mayPass = true;
  for (const route of held) await route.continue();
  await expect.poll(() => waiting.count()).toBe(0);
  const after = await settledBoxes(page);
  await page.unroute(names);
  return { before, after };
}

/** Looks again where somebody has come or gone meanwhile: that is no name that arrived. */
async function seeStill(page: Page, path: string): Promise<Seen> {
  for (let tries = 1; ; tries += 1) {
    const seen = await see(page, path);
    if (seen.before.length === seen.after.length || tries === 3) return seen;
  }
}

/** Each cell that has moved, and where to. */
function movedCells({ before, after }: Seen): readonly string[] {
  const most = Math.max(before.length, after.length);
  return Array.from({ length: most }, (_, at) => `${before[at]} -> ${after[at]}`).filter(
    (_, at) => before[at] !== after[at],
  );
}

test("moves no cell of a list when the names arrive", async () => {
  await world.closeOthers();
  const { provider_id } = world.product.credentials;
  const made = await world.branch.post("/v1/patients", {
    name: "Lakshmi Waghmare",
    gender: "female",
    dob: "1991-02-01",
  });
  const token = { patient_id: made.body["id"], provider_id, source: "walk_in" };
  expect(await world.branch.post("/v1/appointments", token)).toMatchObject({ status: 201 });
  const { page } = await world.openDesk(world.product.credentials.branch_doctor);
  await page.setViewportSize({ width: 1_366, height: 768 });
  await page.route(visits, async (route) => {
    await setTimeout(lateMs);
    await route.continue();
  });
  const moved: Record<string, unknown> = {};
  for (const path of lists) {
    const cells = movedCells(await seeStill(page, path));
    if (cells.length > 0) moved[path] = cells;
  }
  await page.context().close();
  expect(moved).toEqual({});
}, 60_000);
