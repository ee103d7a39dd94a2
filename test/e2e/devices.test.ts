import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { barriersOn } from "./barriers.ts";
import { choose, pictureAll, Screen } from "./desk.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const runShape = z.object({ virtual_devices: z.string() });

let product: RunningProduct;
let desk: Screen;
let bench = "";

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Devices in a browser are not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  const written: unknown = JSON.parse(readFileSync(join(product.folder, "run.json"), "utf8"));
  bench = runShape.parse(written).virtual_devices;
  desk = await Screen.open(browser, product.credentials.branch);
  await desk.goTo("/desk");
  await desk.signIn(product.credentials.branch_manager);
});

afterAll(async () => {
  await desk?.close();
  await browser?.close();
  await product?.stop();
});

beforeEach((context) => {
  if (browser === null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail" || desk === undefined) return;
  console.warn(`pictures of the screens are in ${await pictureAll([desk])}`);
});

async function press(device: string, action: string): Promise<void> {
  const body = new URLSearchParams({ action });
  await fetch(`${bench}/${device}`, { method: "POST", body, redirect: "manual" });
}

async function printoutsOf(device: string): Promise<number> {
  const page = await (await fetch(bench)).text();
  return page.split(`/devices/virtual/${device}/`).length - 1;
}

async function factOf(name: string): Promise<string> {
  const page = await (await fetch(bench)).text();
  return new RegExp(`<dt>${name}</dt><dd[^>]*>([^<]*)<`, "u").exec(page)?.[1] ?? "";
}

function card(name: string) {
  return desk.at("device").filter({ hasText: name });
}

async function addressOf(title: string): Promise<string> {
  const page = await (await fetch(bench)).text();
  const section = page.slice(page.indexOf(`<h2>${title}</h2>`));
  return /127\.0\.0\.1:\d+/u.exec(section)?.[0] ?? "";
}

test("the printer that the demo begins with is ready, and the panel has no barriers", async () => {
  await desk.at("devicesButton").click();
  await card("front-desk").getByText("Ready", { exact: false }).waitFor();
  const { violations, passes } = await barriersOn(desk.page);
  expect(violations).toEqual([]);
  expect(passes).toBeGreaterThan(10);
});

test("the branch's reference describes the preview of what is printed", async () => {
  const answer = await fetch(`${product.credentials.branch}/openapi.json`);
  const { paths } = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse(await answer.json());
  expect(paths["/v1/print-jobs/preview"]).toMatchObject({
    post: { operationId: "print_previews.create", tags: ["Print jobs"] },
  });
});

test("a label printer is registered by hand, and its test page comes out", async () => {
  await desk.at("addDevice").click();
  await choose(desk.at("deviceKind"), "zpl_203");
  await desk.at("deviceAddress").fill(await addressOf("Label printer"));
  await desk.at("deviceName").fill("Lab labels");
  // Without its serial number it is not taken, and the form says so.
  await desk.at("saveDevice").click();
  await desk.at("deviceForm").getByText("This is not accepted. Check it.").waitFor();
  await desk.at("deviceSerial").fill("ZD-421-7");
  await desk.at("saveDevice").click();
  await card("Lab labels").getByText("Ready", { exact: false }).waitFor();
  await card("Lab labels").getByTestId("test-page").click();
  await until("the label is out", 15_000, async () => (await printoutsOf("label")) > 0);
  expect(await desk.at("deviceForm").count()).toBe(0);
});

test("a drawer is said to hang on a printer, and opened at the desk", async () => {
  const printer = card("front-desk");
  await printer.getByTestId("device-settings").click();
  const drawer = printer.getByTestId("device-drawer");
  const button = printer.getByTestId("open-drawer");
  if (await drawer.isChecked()) await drawer.click();
  await button.waitFor({ state: "detached" });
  await drawer.click();
  await button.click();
  await expect.poll(() => factOf("Drawer opened"), { timeout: 15_000 }).toBe("1");
  await printer.getByTestId("device-settings").click();
});

test("a printer without paper is named in the strip and explained in plain words, and is well again by itself", async () => {
  await press("receipt", "paper_out");
  await card("front-desk").getByText("Out of paper", { exact: false }).waitFor();
  await desk.page.keyboard.press("Escape");
  await desk.at("devicesStatus").getByText("front-desk: Out of paper").waitFor();
  await press("receipt", "ready");
  await desk.at("devicesStatus").waitFor({ state: "detached" });
  expect(await desk.at("devicesPanel").count()).toBe(0);
});

test("two ticks in a row are both kept, however late the branch answers", async () => {
  const { page } = desk;
  const open = async () => {
    await desk.at("devicesButton").click();
    await card("Lab labels").getByTestId("device-settings").click();
    return [
      card("Lab labels").getByTestId("role-wristband"),
      card("Lab labels").getByTestId("role-label"),
    ];
  };
  const checked = (ticks: readonly Locator[]) => Promise.all(ticks.map((tick) => tick.isChecked()));
  const answers: number[] = [];
  page.on("response", (answer) => {
    if (answer.request().method() === "PUT") answers.push(answer.status());
  });
  await page.route("**/v1/devices/*", async (route) => {
    if (route.request().method() === "PUT") await delay(1_500);
    await route.continue();
  });
  const ticks = await open();
  const before = await checked(ticks);
  for (const tick of ticks) await tick.click();
  await expect.poll(() => answers).toEqual([200, 200]);
  await page.unroute("**/v1/devices/*");
  await page.reload();
  expect(await checked(await open())).toEqual(before.map((isChecked) => !isChecked));
  await page.reload();
});

test("what a printer is for and who stands in for it are chosen, and it is removed after a second thought", async () => {
  await desk.at("devicesButton").click();
  const label = card("Lab labels");
  await label.getByTestId("device-settings").click();
  const tubes = label.getByTestId("role-lab_label");
  // A label printer begins with the labels.
  expect(await tubes.isChecked()).toBe(true);
  await tubes.click();
  await expect.poll(() => tubes.isChecked(), { timeout: 10_000 }).toBe(false);
  await tubes.click();
  await expect.poll(() => tubes.isChecked(), { timeout: 10_000 }).toBe(true);
  const standIn = label.getByTestId("device-fallback");
  await choose(standIn, { label: "front-desk" });
  await expect.poll(() => standIn.textContent(), { timeout: 10_000 }).toBe("front-desk");
  await label.getByTestId("block-device").click();
  await label.getByText("Blocked", { exact: false }).waitFor();
  await label.getByTestId("remove-device").click();
  await label.getByTestId("remove-device").click();
  await label.waitFor({ state: "detached" });
});

test("the virtual kiosk is paired by one press on its page, which shows by itself what the desk does to it", async () => {
  if (browser === null) throw new Error(fault);
  const page = await browser.newPage();
  await page.goto(bench);
  const shown = page.locator('[data-live="kiosk-screen"] strong');
  await page.getByRole("button", { name: "Register and pair by itself" }).click();
  await expect.poll(() => shown.textContent(), { timeout: 10_000 }).toBe("Paired");
  // What somebody is typing outlives every change that the page shows.
  const code = page.getByLabel("One-time code or pairing address");
  await code.fill("half a co");
  expect(await barriersOn(page)).toMatchObject({ violations: [] });

  await desk.page.keyboard.press("Escape");
  await desk.at("screensButton").click();
  const row = desk.at("screen").filter({ hasText: "Virtual kiosk" });
  await row.getByText("Online").waitFor();
  await row.getByTestId("lock-screen").click();
  await expect.poll(() => shown.textContent(), { timeout: 10_000 }).toBe("Locked");
  await row.getByTestId("unlock-screen").click();
  await expect.poll(() => shown.textContent(), { timeout: 10_000 }).toBe("Paired");
  await row.getByTestId("remove-screen").click();
  await row.getByTestId("remove-screen").click();
  await expect.poll(() => shown.textContent(), { timeout: 10_000 }).toBe("Taken away");
  expect(await code.inputValue()).toBe("half a co");
  await page.close();
});

test("all of it is said in Hindi", async () => {
  await desk.page.keyboard.press("Escape");
  await desk.speak("hi");
  await desk.at("devicesButton").click();
  await card("front-desk").getByText("तैयार").waitFor();
  expect(desk.complaints).toEqual([]);
});
