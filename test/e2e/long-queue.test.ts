// A morning with 200 tokens: the queue stays quick, on one screen, and asks little of the branch.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser } from "#support/browser.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { callerAt } from "#e2e/clinical-calls.ts";
import { Screen } from "#e2e/desk.ts";
import { startProduct, type RunningProduct } from "#e2e/running-product.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const usual = { width: 1366, height: 768 };
const tokens = 200;
const { browser, fault } = await openBrowser();

let product: RunningProduct;
let desk: Screen;
const asked: string[] = [];

beforeAll(async () => {
  if (fault !== null || browser === null) {
    if (mustRun) throw new Error(fault ?? "");
    console.warn(`A long queue in a browser is not tested: ${fault}`);
    return;
  }
  product = await startProduct("nothing");
  const { branch_staff: clerk, provider_id, branch: url } = product.credentials;
  const branch = await callerAt("branch", product.credentials);
  for (let number = 1; number <= tokens; number += 1) {
    const name = `Queue ${String(number).padStart(3, "0")}`;
    const made = await branch.post("/v1/patients", { name, gender: "male", dob: "1970-01-01" });
    const token = { patient_id: made.body["id"], provider_id, source: "walk_in" };
    await branch.post("/v1/appointments", token);
  }
  desk = await Screen.open(browser, url);
  await desk.page.setViewportSize(usual);
  desk.page.on("request", (request) => {
    if (request.url().includes("/v1/")) asked.push(`${request.method()} ${request.url()}`);
  });
  await desk.goTo("/today");
  await desk.signIn(clerk);
  await desk.entryOf("Queue 001").waitFor();
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterAll(async () => {
  await browser?.close();
  if (fault === null) await product.stop();
});

test("asks for the names of 200 people in a few questions, and for nobody alone", async () => {
  await desk.entryOf("Queue 012").waitFor();
  const ofPatients = asked.filter((request) => request.includes("/v1/patients"));
  expect(ofPatients.filter((request) => /patients\/pat_/u.test(request))).toEqual([]);
  expect(ofPatients.length).toBeLessThanOrEqual(4);
});

test("shows twelve of them on the usual screen, draws no line that is far out of sight, and overflows nothing", async () => {
  const twelfth = await desk.at("queueEntry").nth(11).boundingBox();
  expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(usual.height);
  expect(await desk.at("queueEntry").count()).toBeLessThan(60);
  const overflow = await desk.page.evaluate(
    "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]",
  );
  expect(overflow).toEqual([0, 0]);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
});

test("leads by the End key to the last, whose name is read then", async () => {
  await desk.at("queueEntry").first().click();
  await desk.page.keyboard.press("Control+End");
  await desk.entryOf("Queue 200").waitFor();
  const ofPatients = asked.filter((request) => request.includes("/v1/patients"));
  expect(ofPatients.length).toBeLessThanOrEqual(10);
});

test("has made the page complain of nothing", () => {
  expect(desk.complaints).toEqual([]);
});
