// Lists of work stand still: the names of those who wait are read after the list, and nothing moves under a pointer for them.
import type { Page, Route } from "playwright-core";
import * as z from "zod";
import { expect, test } from "vitest";
import { world } from "#e2e/desk/world.ts";

const names = /\/v1\/patients[?/]/u;
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
  const waiting = page.getByText("…", { exact: true });
  const moved: Record<string, unknown> = {};
  for (const path of lists) {
    const held: Route[] = [];
    let mayPass = false;
    await page.route(names, async (route) => {
      if (mayPass) await route.continue();
      else held.push(route);
    });
    await page.goto(`${world.product.credentials.branch}${path}`);
    await waiting.first().waitFor();
    const before = await settledBoxes(page);
    expect(await waiting.count()).toBeGreaterThan(0);
    mayPass = true;
    for (const route of held) await route.continue();
    await expect.poll(() => waiting.count()).toBe(0);
    const after = await settledBoxes(page);
    await page.unroute(names);
    if (String(after) !== String(before)) moved[path] = { before, after };
  }
  await page.context().close();
  expect(moved).toEqual({});
}, 60_000);
