// What says so in every language, and what the hub has not taken.
import { expect, test } from "vitest";
import * as z from "zod";
import { until } from "#support/until.ts";
import { tabTo } from "#e2e/barriers.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { expectNoBarrier, forms, keptLine, patience } from "#e2e/drafts/world.ts";

test("says all of it in Hindi too", async () => {
  await forms.desk.page.keyboard.press("F2");
  await forms.desk.at("fieldName").fill("इंदिरा");
  await keptLine(forms.desk).waitFor();
  await forms.desk.speak("hi");
  const words = await forms.desk.words();
  await forms.desk.at("leaveForm").click();
  await forms.desk.toToday();
  await forms.desk.at("unfinishedForm").waitFor();
  await forms.desk.at("draftsButton").click();
  await forms.desk.at("draftsPanel").waitFor();
  const said = [...words, ...(await forms.desk.words())];
  expect(said.join()).toContain("आप इंदिरा का पंजीकरण कर रहे थे");
  const untranslated = said.filter((text) => englishSentences.has(text));
  expect(untranslated.filter((text) => /\p{L}{5}/u.test(text))).toEqual([]);
  await expectNoBarrier(forms.desk);
});

/** How far the search's own words go beyond its box, in px. */
const searchBeyond = `(() => {
  const box = document.querySelector(".top-bar .search-box input");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(box).font;
  return Math.ceil(pen.measureText(box.placeholder).width - box.clientWidth);
})()`;

test("leaves the search its room beside what is unfinished, in every language", async () => {
  const beyond: Record<string, unknown> = {};
  for (const language of ["ur", "en", "hi"] as const) {
    await forms.desk.speak(language);
    await forms.desk.at("draftsButton").waitFor();
    const px = z.number().parse(await forms.desk.page.evaluate(searchBeyond));
    if (px > 0) beyond[language] = px;
  }
  expect(beyond).toEqual({});
});

/** A change of a patient whom the hub has lost: it cannot be taken there. */
async function changeOfLostPatient(): Promise<void> {
  const body = { name: "Lopamudra Lost", gender: "female", dob: "1970-01-01", phone: "9822000001" };
  const made = await forms.product.call("branch", "POST", "/v1/patients", body);
  const id = String(made.body["id"]);
  await forms.product.caughtUp();
  await forms.product.hubRows("DELETE FROM patients WHERE id = $1", [id]);
  const changed = { phone: "9822000002" };
  expect((await forms.product.call("branch", "PUT", `/v1/patients/${id}`, changed)).status).toBe(
    200,
  );
  await until("the branch knows that it was not taken", 20_000, async () => {
    return (await forms.product.syncStatus())["held"] === 1;
  });
}

test("says in a clerk's words why the hub has not taken something, and an administrator resolves it by keyboard", async () => {
  await changeOfLostPatient();
  const clerk = await forms.openDesk("branch_staff");
  await clerk.at("syncButton").first().click();
  await clerk.at("quarantinedOperation").filter({ hasText: "Lopamudra Lost" }).waitFor();
  const said = await clerk.at("quarantinedOperation").innerText();
  expect(said).toContain("A change of a patient");
  expect(said).toContain("Phone");
  expect(said).toContain("The record that it is about is not at the hub.");
  expect(said).toContain("if it does not, ask an administrator");
  expect(said).not.toMatch(/missing_record|held|patient\.update/u);
  expect(await clerk.at("discardQuarantined").count()).toBe(0);
  await expectNoBarrier(clerk);
  await clerk.close();

  const manager = await forms.openDesk("branch_manager");
  const { keyboard } = manager.page;
  await manager.at("syncButton").first().focus();
  await keyboard.press("Enter");
  await manager.at("quarantineNote").waitFor();
  await tabTo(manager.page, "quarantine-note");
  await keyboard.type("Seen by the manager");
  await tabTo(manager.page, "retry-quarantined");
  await keyboard.press("Enter");
  await manager.page.getByText("The hub has tried it again and still cannot take it.").waitFor();
  forms.product.outage(true);
  await tabTo(manager.page, "discard-quarantined");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  const away = manager.at("fault").filter({ hasText: "The hub cannot be reached" });
  await away.waitFor(patience);
  await expectNoBarrier(manager);
  forms.product.outage(false);
  await until(
    "the hub is back",
    30_000,
    async () => (await forms.product.syncStatus())["state"] === "online",
  );
  await manager.at("discardQuarantined").focus();
  await keyboard.press("Enter");
  await manager.at("discardQuarantined").filter({ hasText: "Discard for good?" }).waitFor();
  await keyboard.press("Enter");
  await manager.at("quarantinedOperation").waitFor({ state: "detached" });
  expect(await forms.product.syncStatus()).toMatchObject({ held: 0, rejected: 0 });
  await manager.close();
});

async function madeHere(path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await forms.product.call("branch", "POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body["id"]);
}

/** A sheet on which 95 of a batch are counted, of which the branch knows 100 and the hub none. */
async function refusedCount(): Promise<void> {
  const item_id = await madeHere("/v1/items", {
    code: "recount",
    name: "Paracetamol Recount",
    unit: "tablet",
    kind: "drug",
    schedule: "otc",
    price_minor: 100,
  });
  const shelf = { code: "recount", name: "Shelf Recount", kind: "shelf" };
  const location_id = await madeHere("/v1/stock-locations", shelf);
  const batch = { item_id, location_id, batch_no: "RC1", expiry_date: "2031-03-31" };
  const stock_id = await madeHere("/v1/pharmacy/stock", { ...batch, quantity: 100 });
  await forms.product.caughtUp();
  await forms.product.hubRows("DELETE FROM stock_moves WHERE stock_id = $1", [stock_id]);
  const line = { stock_id, counted: 95, reason_code: "count_variance" };
  const sheet = { location_id, lines: [line] };
  const counted = await forms.product.call("branch", "POST", "/v1/pharmacy/stock-counts", sheet);
  expect(counted.status, JSON.stringify(counted.body)).toBeLessThan(300);
  await until("the branch knows that it was not taken", 20_000, async () => {
    return (await forms.product.syncStatus())["rejected"] === 1;
  });
}

test("shows of a count that was refused each wrong line: the batch, what was counted, of how many, and what is on record", async () => {
  await refusedCount();
  const manager = await forms.openDesk("branch_manager");
  await manager.at("syncButton").first().click();
  const line = manager.at("countFaults").locator("tbody tr");
  await line.filter({ hasText: "Paracetamol Recount" }).waitFor();
  expect(await line.count()).toBe(1);
  await line.filter({ hasText: "Shelf Recount" }).waitFor();
  const cells = await line.locator("td").allInnerTexts();
  expect(cells[0]).toContain("RC1");
  expect(cells.slice(1)).toEqual(["95", "100", "0"]);
  await expectNoBarrier(manager);
  await manager.close();
});
