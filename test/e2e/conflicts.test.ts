import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
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
const screens: Screen[] = [];

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
async function changeApart(ids: readonly string[]): Promise<void> {
  expect((await product.edgeward("outage", "on")).code).toBe(0);
  for (const id of ids) {
    const there = await hub.put(`/v1/patients/${id}`, { phone: "9822000002" });
    const here = await branch.put(`/v1/patients/${id}`, { phone: "9822000003" });
    expect([there.status, here.status]).toEqual([200, 200]);
  }
  expect((await product.edgeward("outage", "off")).code).toBe(0);
  await until("the branch knows of the conflicts", 30_000, async () => {
    return (await openConflicts(branch)) === ids.length;
  });
}

async function phonesOf(id: string): Promise<readonly unknown[]> {
  const path = `/v1/patients/${id}`;
  return [(await branch.get(path)).body["phone"], (await hub.get(path)).body["phone"]];
}

async function openDesk(): Promise<Screen> {
  if (browser === null) throw new Error(fault);
  const screen = await Screen.open(browser, product.credentials.branch);
  screens.push(screen);
  await screen.goTo("/desk");
  await screen.signIn(product.credentials.branch_staff);
  return screen;
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
  await changeApart(patients);
  desk = await openDesk();
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screen as it stood: ${await pictureAll(screens)}`);
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
  expect(first).toContain("Keep +91 98220 0000");
  expect(first).toContain("+91 98220 00002");
  expect(first).toContain("+91 98220 00003");
  expect(first).toContain("This branch");
  expect(first).toContain("The hub");
  expect(first).toMatch(/When you resolve this: Phone is \+91 98220 0000[23]/u);
  const { passes, violations } = await barriersOn(desk.page);
  expect(passes).toBeGreaterThan(0);
  expect(violations).toEqual([]);
});

test("lets a clerk resolve one after the other by keyboard alone", async () => {
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
      const [here, there] = await phonesOf(id);
      expect(there).toBe(here);
      return String(here);
    }),
  );
  // The first was resolved by taking the value that had lost, the second by keeping what stood.
  expect(numbers.toSorted()).toEqual(["+919822000002", "+919822000003"]);
});

test("lets a clerk write a third value by keyboard, says before what the record will say, and both nodes agree on it", async () => {
  const id = await newPatient("Nirmala Gokhale");
  await changeApart([id]);
  const { page } = desk;
  await until("the conflict is open", 10_000, async () => (await focusOf(page)).tag === "input");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  expect((await focusOf(page)).testName).toBe("conflict-value");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("9822000004");
  await desk.at("conflictEffect").getByText("Phone is 9822000004").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("She has a new one");
  await page.keyboard.press("Enter");
  await until("both nodes have the third value", 20_000, async () => {
    return (await phonesOf(id)).every((phone) => phone === "+919822000004");
  });
  expect((await openConflicts(branch)) + (await openConflicts(hub))).toBe(0);
});

test("notifies whoever was about to resolve one that somebody else has, and what stands now", async () => {
  const id = await newPatient("Pramila Sathe");
  await changeApart([id]);
  const other = await openDesk();
  await other.at("syncButton").first().click();
  await other.at("conflictNote").fill("Asked her husband");
  await desk.at("conflictNote").fill("Asked her");
  await other.at("resolveConflict").click();
  await other.at("conflict").waitFor({ state: "detached" });

  const reported = desk.at("overtaken");
  await reported.waitFor();
  const words = await reported.innerText();
  expect(words).toContain("Somebody else has resolved this one already");
  expect(words).toContain("Asked her husband");
  expect(words).toMatch(/Phone is now \+91 98220 0000[23]/u);
  expect(await other.at("overtaken").count()).toBe(0);
  const { violations } = await barriersOn(desk.page);
  expect(violations).toEqual([]);
  await other.close();
});

test("shows the second of two decisions that were made apart in words, and lets the first stand", async () => {
  const id = await newPatient("Usha Karve");
  await changeApart([id]);
  const [conflict] = await branch.list("/v1/sync/conflicts?status=open");
  const path = `/v1/sync/conflicts/${String(conflict?.["id"])}`;
  expect((await product.edgeward("outage", "on")).code).toBe(0);
  const there = await hub.put(path, { resolution: "take_other", note: "Asked at the hub" });
  expect(there.status).toBe(200);
  await desk.at("conflictNote").fill("Asked at the desk");
  await desk.at("resolveConflict").click();
  await desk.at("conflict").waitFor({ state: "detached" });
  expect((await product.edgeward("outage", "off")).code).toBe(0);

  await desk.at("conflict").filter({ hasText: "Two people resolved the same question" }).waitFor({
    timeout: 30_000,
  });
  const card = await desk.at("conflict").innerText();
  expect(card).toContain("Use the other value");
  expect(card).toContain("Keep what stood");
  expect(card).not.toMatch(/take_other|resolution/u);
  await desk.at("conflictNote").fill("Seen");
  await desk.at("resolveConflict").click();
  await until("nothing is left anywhere", 20_000, async () => {
    return (await openConflicts(branch)) + (await openConflicts(hub)) === 0;
  });
  const [here, at] = await phonesOf(id);
  expect(here).toBe(at);
});

/** A conflict about a ledger, which no module of the product keeps yet: as the contract writes it. */
function overdraft() {
  const moment = (minute: number) => `2026-11-21T05:${String(minute).padStart(2, "0")}:00.000Z`;
  const fact = (minute: number, amount: number, after: number, node: string, who: string) => ({
    id: `mov_${minute}`,
    amount,
    balance_after: after,
    at: moment(minute),
    branch_id: product.credentials.branch_id,
    node_id: node,
    actor_id: "stf_1",
    actor_name: who,
    is_cause: minute === 40,
  });
  const side = { at: moment(40), node_id: "nod_2", actor_id: null, actor_name: null };
  return conflictsContract.get.response.parse({
    id: "cnf_01jd7x2vry38gapbnk0v8yyk24",
    tenant_id: product.credentials.tenant_id,
    branch_id: product.credentials.branch_id,
    entity: "stock_moves",
    entity_id: "mov_40",
    patient_id: null,
    op_id: "op_1",
    kind: "balance",
    field: "quantity",
    kept: { ...side, value: -7 },
    other: { ...side, value: -3 },
    base_at: null,
    status: "open",
    resolution: null,
    resolved_value: null,
    note: null,
    needs_roles: [],
    created_at: moment(41),
    updated_at: moment(41),
    created_by: "system",
    updated_by: "system",
    version: 1,
    origin: "hub",
    origin_node_id: "hub",
    hlc: "",
    sync_state: "synced",
    metadata: {},
    current_value: -7,
    is_masked: false,
    other_entity_id: null,
    balance: {
      of: { branch_id: product.credentials.branch_id, item: "Paracetamol 500 mg" },
      unit: "tablets",
      currency: null,
      sum: -3,
      earlier: 2,
      facts: [
        fact(10, 10, 10, "hub", "Meera Nair"),
        fact(20, -6, 4, "nod_2", "Ravi Kumar"),
        fact(40, -7, -3, "dev_1", "Sunita Devi"),
      ],
    },
  });
}

test("says in plain words how a balance came to be below nothing, and takes the decision by keyboard", async () => {
  const conflict = overdraft();
  const { current_value: _, other_entity_id: __, balance: ___, ...listed } = conflict;
  let isResolved = false;
  let decision: unknown = null;
  const page = { has_more: false, next_cursor: null, prev_cursor: null };
  await desk.page.route("**/v1/sync/conflicts?*", (route) =>
    route.fulfill({ json: { ...page, data: isResolved ? [] : [listed] } }),
  );
  await desk.page.route("**/v1/sync/conflicts/cnf_*", (route) => {
    if (route.request().method() === "PUT") {
      decision = route.request().postDataJSON();
      isResolved = true;
    }
    return route.fulfill({ json: conflict });
  });
  await desk.toToday();
  await desk.page.reload();
  await desk.at("syncButton").first().click();
  await desk.at("balance").getByRole("row").nth(3).waitFor();
  const story = await desk.at("balance").innerText();
  expect(story).toContain("Paracetamol 500 mg: -3 tablets at present.");
  expect(story).toContain("2 entries came before these.");
  expect(story).toMatch(/The hub · Meera Nair\s+\+10 tablets\s+10 tablets/u);
  expect(story).toMatch(/A tablet · Sunita Devi\s+-7 tablets\s+-3 tablets/u);
  expect(story).toContain("enter what was counted as a new entry");
  expect((await barriersOn(desk.page)).violations).toEqual([]);
  for (const radio of ["conflict-keep", "conflict-dismiss"]) {
    expect(await desk.page.getByTestId(radio).count()).toBe(1);
  }
  expect((await focusOf(desk.page)).testName).toBe("conflict-keep");
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Tab");
  await desk.page.keyboard.type("A box had been forgotten");
  await desk.page.keyboard.press("Enter");
  await desk.at("conflict").waitFor({ state: "detached" });
  expect(decision).toEqual({ resolution: "dismiss", note: "A box had been forgotten" });
  expect(screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});
