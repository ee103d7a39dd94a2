import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { screenSettingsContract } from "@edgeward/shared/clinical/screen-settings/screen-settings.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { openBrowser } from "#support/browser.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pagesBuilt } from "#support/pages.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { barriersOn, focusOf, tabTo } from "./barriers.ts";
import { Screen } from "./desk.ts";
import { faultless, faultsInUrdu } from "./right-to-left.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const standing = { width: 1_080, height: 1_920 };
const lying = { width: 1_366, height: 768 };

/** What the clinic has named in English alone. */
const given: ReadonlySet<string> = new Set(["Naturopathy"]);

let hub: TestHub;
let branch: LiveBranch;
let kiosk: Screen;

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

async function boxesOf(found: Locator): Promise<readonly Box[]> {
  const boxes = await Promise.all((await found.all()).map((each) => each.boundingBox()));
  return boxes.flatMap((box) =>
    box === null ? [] : [{ top: box.y, bottom: box.y + box.height, height: box.height }],
  );
}

/** Whether all that is pressed lies in the lower two thirds, reaches down to the end, and is as tall as a finger needs. */
async function fillsScreen(least: number): Promise<void> {
  await kiosk.page.setViewportSize(standing);
  const buttons = await boxesOf(kiosk.page.locator(".kiosk-button, .keyboard-key"));
  const { height } = standing;
  expect(buttons.length).toBeGreaterThan(1);
  expect(Math.min(...buttons.map(({ top }) => top))).toBeGreaterThanOrEqual(height * 0.25);
  expect(Math.max(...buttons.map(({ bottom }) => bottom))).toBeGreaterThanOrEqual(height * 0.8);
  expect(Math.max(...buttons.map(({ bottom }) => bottom))).toBeLessThanOrEqual(height);
  expect(Math.min(...buttons.map((button) => button.height))).toBeGreaterThanOrEqual(least);
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await kiosk.page.setViewportSize(lying);
  const width = await kiosk.page.evaluate("document.documentElement.scrollWidth <= innerWidth");
  expect(width).toBe(true);
  await kiosk.page.setViewportSize(standing);
}

async function pressDigits(digits: string): Promise<void> {
  for (const digit of digits)
    await kiosk.page.getByRole("button", { name: digit, exact: true }).click();
}

async function pair(): Promise<void> {
  const admin = await branch.client(["branch_admin"]);
  const body = { device_type: "kiosk", serial_no: "K-1", driver_profile: "kiosk_web" } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  const { code } = (await admin.call(pairingContract.offer, { params: { id }, body: {} })).body;
  await kiosk.goTo("/kiosk");
  await kiosk.at("deviceCode").fill(code);
  await kiosk.at("pairDevice").click();
  await kiosk.at("kiosk").waitFor();
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`The kiosk is not looked at in a browser: ${fault}`);
    return;
  }
  await pagesBuilt();
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  await writeAsSystem(hub, hub.tenant.id, (write) => {
    for (const department of ["paediatrics", "Orthopedics", "Naturopathy"])
      seedStaff(write, {
        name: `Dr. ${department}`,
        role: "doctor",
        branches: [hub.tenant.branchId],
        department,
      });
  });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  kiosk = await Screen.open(browser, branch.url);
  await pair();
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await branch?.stop();
  await hub?.stop();
});

test("fills a screen that stands, from the language to the number", async () => {
  await kiosk.page.getByTestId("kiosk-language-hi").waitFor();
  await fillsScreen(72);
  await kiosk.page.getByTestId("kiosk-language-hi").click();
  await kiosk.at("kioskByPhone").click();
  await fillsScreen(72);
  await pressDigits("9811022222");
  await kiosk.at("kioskNext").click();
  await pressDigits("1988");
  await kiosk.at("kioskNext").click();
  await kiosk.at("kioskNew").waitFor();
  await fillsScreen(72);
  expect((await kiosk.words()).join(" ")).toContain("आपका रिकॉर्ड नहीं मिला");
});

test("takes a name in Devanagari from its own keys, by touch and by the arrow keys alone", async () => {
  await kiosk.at("kioskNew").click();
  await fillsScreen(60);
  for (const key of ["म", "◌ी", "र"])
    await kiosk.page.getByRole("button", { name: key, exact: true }).click();
  expect(await kiosk.at("kioskName").inputValue()).toBe("मीर");
  await kiosk.at("kioskName").focus();
  // One key stands in the way of the Tab key, and from it the arrows lead to the others.
  await kiosk.page.keyboard.press("Tab");
  expect((await focusOf(kiosk.page)).text).toBe("र");
  for (const arrow of ["ArrowUp", "ArrowUp", "ArrowUp"]) await kiosk.page.keyboard.press(arrow);
  while ((await focusOf(kiosk.page)).text !== "◌ा") await kiosk.page.keyboard.press("ArrowLeft");
  await kiosk.page.keyboard.press("Enter");
  expect(await kiosk.at("kioskName").inputValue()).toBe("मीरा");
  await tabTo(kiosk.page, "kiosk-next");
  await kiosk.page.keyboard.press("Enter");
  await kiosk.page.getByTestId("kiosk-gender-female").waitFor();
  await fillsScreen(72);
});

test("says the departments in the language of whoever stands there", async () => {
  await kiosk.page.getByTestId("kiosk-gender-female").click();
  await kiosk.at("kioskDepartment").first().waitFor();
  const shown = await kiosk.at("kioskDepartment").allTextContents();
  expect(shown.toSorted()).toEqual(
    ["Naturopathy", "बाल रोग", "सामान्य चिकित्सा", "हड्डी रोग"].toSorted(),
  );
  await fillsScreen(72);
  await kiosk.at("kioskDepartment").first().click();
  await kiosk.at("kioskToken").waitFor();
  expect(kiosk.complaints).toEqual([]);
});

test("speaks Urdu from right to left where the branch offers it, with keys for a name in its letters", async () => {
  const manager = await branch.client(["branch_admin"]);
  await manager.call(screenSettingsContract.set, { body: { languages: ["ur", "en"] } });
  await kiosk.page.reload();
  await kiosk.page.getByTestId("kiosk-language-ur").click();
  await kiosk.page.locator("html[lang=ur][dir=rtl]").waitFor({ state: "attached" });
  await kiosk.at("kioskByPhone").click();
  await fillsScreen(72);
  const keyOf = (name: string) => kiosk.page.getByRole("button", { name, exact: true });
  const [one, three] = [await keyOf("1").boundingBox(), await keyOf("3").boundingBox()];
  expect(one?.x).toBeLessThan(three?.x ?? 0);
  await pressDigits("9811033333");
  await kiosk.at("kioskNext").click();
  await pressDigits("1979");
  await kiosk.at("kioskNext").click();
  await kiosk.at("kioskNew").click();
  await fillsScreen(60);
  for (const key of "شبانہ") await keyOf(key).click();
  expect(await kiosk.at("kioskName").inputValue()).toBe("شبانہ");
  // The keys lie from right to left, and so do the arrows.
  await keyOf("ا").focus();
  await kiosk.page.keyboard.press("ArrowLeft");
  expect((await focusOf(kiosk.page)).text).toBe("آ");
  await kiosk.at("kioskNext").click();
  await kiosk.page.getByTestId("kiosk-gender-female").click();
  await kiosk.at("kioskDepartment").first().waitFor();
  await fillsScreen(72);
  expect((await kiosk.words()).join(" ")).toContain("امراضِ اطفال");
  expect(await faultsInUrdu(kiosk, given)).toEqual(faultless);
  await kiosk.at("kioskDepartment").first().click();
  await kiosk.at("kioskToken").waitFor();
  for (const size of [lying, standing]) {
    await kiosk.page.setViewportSize(size);
    expect(await faultsInUrdu(kiosk, given)).toEqual(faultless);
  }
  // Whoever is known now is asked whether it is they.
  await kiosk.page.reload();
  await kiosk.page.getByTestId("kiosk-language-ur").click();
  await kiosk.at("kioskByPhone").click();
  await pressDigits("9811033333");
  await kiosk.at("kioskNext").click();
  await pressDigits("1979");
  await kiosk.at("kioskNext").click();
  await kiosk.at("kioskMatch").first().waitFor();
  await fillsScreen(72);
  expect(await faultsInUrdu(kiosk, given)).toEqual(faultless);
  expect(kiosk.complaints).toEqual([]);
});
