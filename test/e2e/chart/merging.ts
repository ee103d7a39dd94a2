// Two records of one person become one from the chart, from a registration and from a conflict, and two again.
import { expect, test } from "vitest";
import type { Screen } from "#e2e/desk.ts";
import { focusOf, tabTo } from "#e2e/barriers.ts";
import { until } from "#support/until.ts";
import { idShape, only, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

const person = { name: "Anusuya Rahane", gender: "female", dob: "1966-02-11" };
const first = { ...person, phone: "9811260011" };
const second = {
  ...person,
  name: "Anasuya Rahane",
  phone: "9811260011",
  alternate_phone: "9811260012",
  email: "anasuya@example.org",
  allergies: [{ substance: "Sulfa", criticality: "high" }],
};

/** How the page reads a patient: alone, or with others that are asked for at the same moment. */
const oneOrSeveral = /\/v1\/patients(?:\/pat_|\?)/u;

let manager: Screen;
let older = { id: "", uhid: "" };
let newer = { id: "", uhid: "" };

async function register(body: object): Promise<{ id: string; uhid: string }> {
  const answer = await world.branch.post("/v1/patients", body);
  expect(answer).toMatchObject({ status: 201 });
  return idShape.parse(answer.body);
}

const recordOf = async (id: string) => (await world.branch.get(`/v1/patients/${id}`)).body;

async function openMerge(screen: Screen): Promise<void> {
  await screen.at("chartMenu").click();
  await screen.at("openMerge").click();
  await screen.at("mergeDialog").waitFor();
}

test("offers merging to those who may, and to nobody else", async () => {
  older = await register(first);
  newer = await register(second);
  const desk = await world.openDesk(world.product.credentials.branch_staff);
  await desk.openPatient(newer.uhid, newer.uhid);
  expect(await desk.at("chartMenu").count()).toBe(0);
  await desk.close();
  manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.page.setViewportSize({ width: 1366, height: 768 });
  await manager.openPatient(newer.uhid, newer.uhid);
  await manager.at("chartMenu").waitFor();
});

test("compares two records field by field without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(manager, async () => {
    await openMerge(manager);
    await manager.at("mergeCandidate").filter({ hasText: older.uhid }).getByRole("button").click();
    await manager.at("compare").waitFor();
  });
  expect(found).toEqual([]);
});

test("merges by the keyboard alone: the values that were chosen, the allergies in any case, with a reason", async () => {
  const { page } = manager;
  const { keyboard } = page;
  await tabTo(page, "chart-menu");
  await keyboard.press("Enter");
  await manager.at("openMerge").waitFor();
  await keyboard.press("Enter");
  await manager.at("mergeDialog").waitFor();
  await expect.poll(async () => (await focusOf(page)).testName).toBe("search");
  // A quicker hand would be taken for a scanner.
  await keyboard.type(older.uhid, { delay: 60 });
  await manager.at("mergeDialog").getByTestId("search-result").first().waitFor();
  await keyboard.press("Enter");
  await manager.at("compare").waitFor();
  // The older record stays; what it has nothing of is proposed to be taken over.
  expect(await page.getByTestId("take-email").isChecked()).toBe(true);
  expect(await page.getByTestId("keep-name").isChecked()).toBe(true);
  expect(await page.getByTestId("take-phone").count()).toBe(0);
  await tabTo(page, "keep-name");
  await keyboard.press("ArrowRight");
  expect(await page.getByTestId("take-name").isChecked()).toBe(true);
  await tabTo(page, "merge-reason");
  await keyboard.press("Enter");
  await page.getByText("Say why in a few words").waitFor();
  await keyboard.type("Ration card seen, registered twice");
  await keyboard.press("Enter");
  await manager.at("mergeDialog").waitFor({ state: "detached" });
  await manager.at("patientUhid").filter({ hasText: older.uhid }).waitFor();
  expect(await recordOf(older.id)).toMatchObject({
    name: second.name,
    email: second.email,
    alternate_phone: "+919811260012",
    allergies: [{ substance: "Sulfa" }],
    merged_ids: [newer.id],
  });
  expect(await recordOf(newer.id)).toMatchObject({
    status: "merged",
    merged_into_id: older.id,
    merge_reason: "Ration card seen, registered twice",
  });
});

test("says on the survivor's chart which record was merged, by whom and why, and leads there by either number", async () => {
  const notice = manager.at("mergedRecord");
  await notice.getByText(`${second.name} · ${newer.uhid}`).waitFor();
  const said = await notice.textContent();
  expect(said).toContain("Ration card seen, registered twice");
  expect(said).toMatch(/\d\d\/\d\d\/\d{4} · \S/u);
  await manager.goTo(`/patients/${newer.uhid}/overview`);
  await manager.page.waitForURL(`**/patients/${older.uhid}/overview`);
  await manager.at("mergedRecord").waitFor();
  await manager.goTo(`/patients/${newer.id}/overview`);
  // News of any patient lets the page ask again who is meant.
  await manager.at("mergedInto").waitFor();
  const asked = manager.page.waitForResponse((answer) => answer.url().includes("/v1/patients"));
  await world.branch.put(`/v1/patients/${older.id}`, { preferred_language: "hi" });
  await asked;
  expect(new URL(manager.page.url()).pathname).toBe(`/patients/${newer.id}/overview`);
  await manager.at("mergedInto").getByText(older.uhid).click();
  await manager.page.waitForURL(`**/patients/${older.uhid}/overview`);
});

test("undoes the merge with a reason, gives back what was taken over, and names what was changed since", async () => {
  const corrected = await world.branch.put(`/v1/patients/${older.id}`, { email: "a@example.org" });
  expect(corrected).toMatchObject({ status: 200 });
  await manager.at("undoMerge").click();
  await manager.at("undoReason").waitFor();
  await manager.page.keyboard.type("Two cousins");
  await manager.page.keyboard.press("Enter");
  await manager.page.getByText("Changed since, and left as it is: E-mail").waitFor();
  await manager.at("mergedRecord").waitFor({ state: "detached" });
  expect(await recordOf(older.id)).toMatchObject({
    name: first.name,
    email: "a@example.org",
    alternate_phone: null,
    allergies: [],
    merged_ids: null,
  });
  expect(await recordOf(newer.id)).toMatchObject({ status: "active", merge_reason: "Two cousins" });
});

test("merges nothing that was changed while it was compared, and shows what stands now", async () => {
  await manager.openPatient(newer.uhid, newer.uhid);
  await openMerge(manager);
  // The news of the other desk is slow.
  await manager.page.route(oneOrSeveral, (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await manager.at("mergeCandidate").filter({ hasText: older.uhid }).getByRole("button").click();
  await manager.at("compare").waitFor();
  const changed = await world.branch.put(`/v1/patients/${older.id}`, { email: "b@example.org" });
  expect(changed).toMatchObject({ status: 200 });
  await manager.at("mergeReason").fill("Seen both");
  await manager.at("confirmMerge").click();
  await manager.at("fault").waitFor();
  expect(await recordOf(newer.id)).toMatchObject({ status: "active" });
  await manager.page.unroute(oneOrSeveral);
  await manager.at("compare").getByText("b@example.org").waitFor();
  await manager.page.keyboard.press("Escape");
});

test("merges two that a registration has found, and goes on with the form", async () => {
  const { page } = manager;
  await page.keyboard.press("F2");
  await manager.at("fieldName").fill("Anasuya Rahane");
  await manager.at("fieldPhone").fill("9811260011");
  await manager.at("duplicate").nth(1).waitFor();
  await manager.at("mergeFound").first().click();
  await manager.at("mergeCandidate").first().getByRole("button").click();
  await manager.at("mergeReason").fill("Registered twice");
  await manager.at("confirmMerge").click();
  await manager.at("mergeDialog").waitFor({ state: "detached" });
  await expect.poll(() => manager.at("duplicate").count()).toBe(1);
  expect(await manager.at("fieldName").inputValue()).toBe("Anasuya Rahane");
  expect(await recordOf(newer.id)).toMatchObject({ merged_into_id: older.id });
  await manager.at("leaveForm").click();
});

test("settles by merging what the hub has noticed: one person registered at two places", async () => {
  const twice = { name: "Bhimrao Sathe", gender: "male", dob: "1959-12-01", phone: "9811260044" };
  expect((await world.product.edgeward("outage", "on")).code).toBe(0);
  const there = idShape.parse((await world.hub.post("/v1/patients", twice)).body);
  const here = await register(twice);
  expect((await world.product.edgeward("outage", "off")).code).toBe(0);
  await until("the branch knows of the pair", 30_000, async () => {
    return (await world.branch.list("/v1/sync/conflicts?status=open")).length === 1;
  });
  await manager.goTo("/attention");
  const conflict = manager.at("conflict");
  await conflict.getByText("Registered twice?").waitFor();
  for (const uhid of [there.uhid, here.uhid]) await conflict.getByText(uhid).first().waitFor();
  await conflict.getByText("They are two people").waitFor();
  await manager.at("mergeConflict").click();
  await manager.at("compare").getByText(here.uhid).waitFor();
  await manager.at("mergeReason").fill("One man, two desks");
  await manager.at("confirmMerge").click();
  await conflict.waitFor({ state: "detached" });
  const records = [await recordOf(here.id), await recordOf(there.id)];
  expect(only(records.filter(({ status }) => status === "merged"))).toMatchObject({
    merge_reason: "One man, two desks",
  });
});
