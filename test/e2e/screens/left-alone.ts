// A kiosk at which nobody stands any more.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import { at, pressDigits, world } from "./world.ts";

test("wipes a visit that somebody has left", async () => {
  // The page's clock is turned on: nobody waits a minute for this.
  await world.kiosk.page.clock.install();
  await world.kiosk.goTo("/kiosk");
  await at(world.kiosk, "kiosk-language-en").click();
  await world.kiosk.at("kioskByPhone").click();
  await pressDigits(world.kiosk.page, "98220");
  await world.kiosk.page.clock.fastForward(40_000);
  expect(await world.kiosk.at("kioskIdle").count()).toBe(0);
  await world.kiosk.page.clock.fastForward(6_000);
  await world.kiosk.at("kioskIdle").waitFor();
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await world.kiosk.page.keyboard.press("Shift");
  await world.kiosk.at("kioskIdle").waitFor({ state: "detached" });
  expect(await world.kiosk.at("kioskNumber").inputValue()).toBe("98220");

  await world.kiosk.page.clock.fastForward(61_000);
  await at(world.kiosk, "kiosk-language-en").click();
  await world.kiosk.at("kioskByPhone").click();
  expect(await world.kiosk.at("kioskNumber").inputValue()).toBe("");
});
