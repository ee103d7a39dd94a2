// A kiosk is locked from the desk, left by staff, and wiped when somebody has left it.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import { at, offerCode, world } from "./world.ts";

test("locks the kiosk, lets it in again, and takes it away", async () => {
  await world.desk.at("screensButton").click();
  const row = world.desk.at("screen").filter({ hasText: "Entrance" });
  await at(world.kiosk, "kiosk-language-en").click();
  const locked = world.kiosk.page.getByText("This device has been locked").waitFor();
  const pressed = performance.now();
  await row.getByTestId("lock-screen").click({ noWaitAfter: true });
  await locked;
  console.log(`From the press to the locked kiosk: ${Math.round(performance.now() - pressed)} ms`);
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });

  await row.getByTestId("unlock-screen").click();
  await world.kiosk.at("kiosk").waitFor();
  // Nothing of the visit that was interrupted is left.
  await at(world.kiosk, "kiosk-language-en").waitFor();

  await row.getByTestId("remove-screen").click();
  await row.getByTestId("remove-screen").click();
  await world.kiosk.at("deviceCode").waitFor();
});

test("is left by staff with username and PIN alone", async () => {
  const code = await offerCode("Second entrance", "kiosk");
  await world.kiosk.at("deviceCode").fill(code);
  await world.kiosk.at("pairDevice").click();
  await world.kiosk.at("kioskStaff").click();
  const { username, pin } = world.product.credentials.branch_staff;
  await world.kiosk.at("kioskUsername").focus();
  for (const letter of username) {
    await world.kiosk.page.getByRole("button", { name: letter, exact: true }).click();
  }
  expect(await world.kiosk.at("kioskUsername").inputValue()).toBe(username);
  await world.kiosk.at("kioskPin").fill(pin === "000000" ? "111111" : "000000");
  await world.kiosk.at("kioskLeave").click();
  await world.kiosk.at("fault").waitFor();
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await world.kiosk.at("kioskPin").fill(pin);
  await world.kiosk.at("kioskLeave").click();
  await world.kiosk.page.waitForURL(/\/desk$/u);
  // A kiosk that shows another page is missed at the desk within ten seconds.
  const gone = world.desk.at("statusStrip").getByText("Second entrance is offline");
  await gone.waitFor({ timeout: 10_000 });
});
