// A kiosk is paired, and checks in and registers whoever comes to it.
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { playScanner } from "#e2e/scanner-keys.ts";
import { scanSlip, slipPictures } from "#e2e/slips.ts";
import { at, offerCode, pressDigits, pressLetters, savitri, world } from "./world.ts";

const newcomer = { name: "Indira Bhosale", phone: "9811022222", year: "1988" };

test("needs no hub for anything of this: the link is cut", async () => {
  const { code, stdout } = await world.product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
  // Its line moves the page down: under a press that comes in that moment there would be something else.
  await world.desk.page.getByText("Offline since").waitFor();
});

test("pairs a kiosk by the code that the desk shows", async () => {
  await world.desk.at("screensButton").click();
  const code = await offerCode("Entrance", "kiosk");
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u);
  expect(await barriersOn(world.desk.page)).toMatchObject({ violations: [] });

  world.kiosk = await world.openScreen();
  await world.kiosk.goTo("/kiosk");
  await world.kiosk.at("deviceCode").fill("WRONGCOD");
  await world.kiosk.at("pairDevice").click();
  await world.kiosk.at("fault").waitFor();
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });

  await world.kiosk.at("deviceCode").fill(code);
  await world.kiosk.at("pairDevice").click();
  await world.kiosk.at("kiosk").waitFor();
  // The desk sees it come, and the card with the code goes.
  const row = world.desk.at("screen").filter({ hasText: "Entrance" });
  await row.getByText("Online").waitFor();
  await row.getByTestId("pairing-card").waitFor({ state: "detached" });
});

test("keeps a key that the page itself cannot read", async () => {
  const found = await world.kiosk.page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("edgeward-device", 1);
    opening.onsuccess = () => {
      const read = opening.result.transaction("identity").objectStore("identity").get("kiosk");
      read.onsuccess = () => {
        const { privateKey } = read.result.keys;
        crypto.subtle.exportKey("jwk", privateKey).then(
          () => resolve("exported"),
          (error) => resolve([privateKey.extractable, error.name]),
        );
      };
    };
  })`);
  expect(found).toEqual([false, "InvalidAccessError"]);
});

test("checks somebody in by telephone and year of birth, with a slip, and shows no name", async () => {
  const before = slipPictures(world.product.folder).length;
  await at(world.kiosk, "kiosk-language-en").click();
  await world.kiosk.at("kioskByPhone").click();
  await pressDigits(world.kiosk.page, savitri.phone);
  await world.kiosk.at("kioskNext").click();
  await pressDigits(world.kiosk.page, "1961");
  await world.kiosk.at("kioskNext").click();
  const match = world.kiosk.at("kioskMatch").first();
  expect(await match.textContent()).toContain("S•••••• P••••born 1961");
  expect((await world.kiosk.words()).join(" ")).not.toContain("Savitri");
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await match.click();
  await world.kiosk.at("kioskDepartment").first().waitFor();
  await world.kiosk.page.getByRole("button", { name: "Back", exact: true }).click();
  await match.click();
  await world.kiosk.at("kioskDepartment").first().click();
  const token = (await world.kiosk.at("kioskToken").textContent()) ?? "";
  expect(token).toMatch(/^[A-Z]{3}-\d{3}$/u);
  await world.desk.toToday();
  await world.desk.entryOf(savitri.name).waitFor({ state: "attached" });
  await until(
    "the slip is printed",
    10_000,
    () => slipPictures(world.product.folder).length > before,
  );
  await world.kiosk.at("kioskFinish").click();
  await at(world.kiosk, "kiosk-language-en").waitFor();
});

test("finds somebody by the slip's code in Hindi, and gives the same token", async () => {
  const slip = slipPictures(world.product.folder).at(-1) ?? "";
  const code = (await scanSlip(slip)) ?? "";
  expect(code).toMatch(/^EW1:T:apt_/u);
  await at(world.kiosk, "kiosk-language-hi").click();
  await world.kiosk.page.locator("html[lang=hi]").waitFor({ state: "attached" });
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await playScanner(world.kiosk.page, code);
  await world.kiosk.at("kioskMatch").first().click();
  await world.kiosk.at("kioskToken").waitFor();
  const queue = await world.branch.list("/v1/appointments");
  expect(queue.filter((row) => row["patient_id"] === world.known.id)).toHaveLength(1);
  await world.kiosk.at("kioskFinish").click();
});

test("registers who is new, flagged until the desk has checked who it is", async () => {
  await at(world.kiosk, "kiosk-language-en").click();
  await world.kiosk.at("kioskByPhone").click();
  await pressDigits(world.kiosk.page, newcomer.phone);
  await world.kiosk.at("kioskNext").click();
  await pressDigits(world.kiosk.page, newcomer.year);
  await world.kiosk.at("kioskNext").click();
  await world.kiosk.at("kioskNew").click();
  await pressLetters(world.kiosk.page, newcomer.name);
  expect(await world.kiosk.at("kioskName").inputValue()).toBe(newcomer.name);
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await world.kiosk.at("kioskNext").click();
  expect(await barriersOn(world.kiosk.page)).toMatchObject({ violations: [] });
  await at(world.kiosk, "kiosk-gender-male").click();
  await world.kiosk.at("kioskDepartment").first().waitFor();
  await world.kiosk.page.getByRole("button", { name: "Back", exact: true }).click();
  await at(world.kiosk, "kiosk-gender-female").click();
  await world.kiosk.at("kioskDepartment").first().click();
  await world.kiosk.at("kioskToken").waitFor();
  await world.kiosk.at("kioskFinish").click();

  await world.desk.page.keyboard.press("Escape");
  await world.desk.at("notifications").click();
  await world.desk.page.getByRole("menuitem", { name: "Identity to check" }).click();
  const waiting = world.desk.at("unverifiedPatient").filter({ hasText: newcomer.name });
  await waiting.waitFor();
  expect(await barriersOn(world.desk.page)).toMatchObject({ violations: [] });
  await waiting.getByRole("link").click();
  await world.desk.at("unverified").waitFor();
  await world.desk.at("verifyIdentity").click();
  await world.desk.at("unverified").waitFor({ state: "detached" });
});
