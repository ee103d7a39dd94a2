// The desk when a part of it does not come: the machine's network changed meanwhile, or the node has another version.
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { world } from "./world.ts";

const parts = "**/ui/assets/*.js";

/** Cuts off the next requests of a page for its code. @returns how many have been */
async function cutOff(page: Page, most: number): Promise<() => number> {
  let cut = 0;
  await page.route(parts, (route) => {
    if (cut >= most) return route.continue();
    cut += 1;
    return route.abort("connectionreset");
  });
  return () => cut;
}

test("signs in when a change of the network ends what was being fetched", async () => {
  const screen = await world.openScreen();
  await screen.goTo("/desk");
  await screen.at("username").waitFor();
  // The desk is fetched while somebody types: by the press on the button the network is there again.
  const cut = await cutOff(screen.page, 40);
  await screen.signIn(world.product.credentials.branch_staff);
  expect(cut()).toBe(40);
});

test("opens a page that was cut off, without being asked again", async () => {
  const screen = await world.openDesk(world.product.credentials.branch_staff);
  const cut = await cutOff(screen.page, 3);
  await screen.at("navAppointments").click();
  await screen.at("calendarNext").first().waitFor();
  expect(cut()).toBe(3);
});

test("does not stay white when its first files are cut off", async () => {
  const screen = await world.openScreen();
  const cut = await cutOff(screen.page, 2);
  await screen.goTo("/desk");
  await screen.at("username").waitFor();
  expect(cut()).toBe(2);
});

test("says so where the node no longer has a page, and opens it anew at a press", async () => {
  const screen = await world.openDesk(world.product.credentials.branch_staff);
  const page = "**/ui/assets/emergency-page-*.js";
  await screen.page.route(page, (route) => route.fulfill({ status: 404 }));
  await screen.goTo("/emergency");
  await screen.at("brokenPage").waitFor();
  await screen.page.unroute(page);
  await screen.at("brokenPage").getByRole("button").click();
  await screen.at("emergencyList").waitFor();
  expect(screen.complaints.splice(0).join()).toContain("dynamically imported module");
});
