import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { barriersOn, focusOf } from "./barriers.ts";
import { callerAt, type ClinicalCaller } from "./clinical-calls.ts";
import { pictureAll, Screen } from "./desk.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const idShape = z.object({ id: z.string() });

let product: RunningProduct;
let hub: ClinicalCaller;
let branch: ClinicalCaller;
let desk: Screen;
const patients: string[] = [];

async function newPatient(name: string): Promise<string> {
  const body = { name, gender: "female", dob: "1975-05-05", phone: "9822000001" };
  const { id } = idShape.parse((await hub.post("/v1/patients", body)).body);
  await until("the branch knows the patient", 15_000, async () => {
    return (await branch.get(`/v1/patients/${id}`)).status === 200;
  });
  return id;
}

async function openConflicts(node: ClinicalCaller): Promise<number> {
  return (await node.list("/v1/sync/conflicts?status=open")).length;
}

/** The telephone number of each patient, changed on both sides of a cut line. */
async function changeApart(): Promise<void> {
  expect((await product.edgeward("outage", "on")).code).toBe(0);
  for (const id of patients) {
    const there = await hub.put(`/v1/patients/${id}`, { phone: "9822000002" });
    const here = await branch.put(`/v1/patients/${id}`, { phone: "9822000003" });
    expect([there.status, here.status]).toEqual([200, 200]);
  }
  expect((await product.edgeward("outage", "off")).code).toBe(0);
  await until("the branch knows of both conflicts", 30_000, async () => {
    return (await openConflicts(branch)) === patients.length;
  });
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Conflicts in a browser are not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  hub = await callerAt("hub", product.credentials);
  branch = await callerAt("branch", product.credentials);
  patients.push(await newPatient("Kamala Deshmukh"), await newPatient("Vimala Joshi"));
  await changeApart();
  desk = await Screen.open(browser, product.credentials.branch);
  await desk.goTo("/desk");
  await desk.signIn(product.credentials.branch_staff);
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screen as it stood: ${await pictureAll([desk])}`);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await product?.stop();
});

test("shows each conflict with both values, and bars nobody from reading it", async () => {
  await desk.at("syncButton").first().click();
  await desk.at("conflict").nth(1).waitFor();
  expect(await desk.at("conflict").count()).toBe(2);
  const first = await desk.at("conflict").first().innerText();
  expect(first).toContain("+919822000002");
  expect(first).toContain("+919822000003");
  expect(first).toContain("This branch");
  const { passes, violations } = await barriersOn(desk.page);
  expect(passes).toBeGreaterThan(0);
  expect(violations).toEqual([]);
});

test("lets a clerk settle one after the other by keyboard alone", async () => {
  const { page } = desk;
  expect((await focusOf(page)).tag).toBe("input");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Asked on the telephone");
  await page.keyboard.press("Enter");
  await until("one conflict is left", 10_000, async () => (await openConflicts(branch)) === 1);
  await until("the next one is open", 10_000, async () => {
    return (await desk.at("conflict").count()) === 1 && (await focusOf(page)).tag === "input";
  });
  await page.keyboard.press("Tab");
  await page.keyboard.type("The number on the card");
  await page.keyboard.press("Enter");
  await until("no conflict is left anywhere", 20_000, async () => {
    return (await openConflicts(branch)) + (await openConflicts(hub)) === 0;
  });
  await desk.at("conflict").first().waitFor({ state: "detached" });
  const numbers = await Promise.all(
    patients.map(async (id) => {
      const [here, there] = await Promise.all([
        branch.get(`/v1/patients/${id}`),
        hub.get(`/v1/patients/${id}`),
      ]);
      expect(there.body["phone"]).toBe(here.body["phone"]);
      return String(here.body["phone"]);
    }),
  );
  // The first was settled by taking the value that had lost, the second by keeping what stood.
  expect(numbers.toSorted()).toEqual(["+919822000002", "+919822000003"]);
  expect(desk.complaints).toEqual([]);
});
