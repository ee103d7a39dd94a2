// A pharmacist's work: a prescription is filled in part from the batch that expires first, scanned, labelled, handed over
// and in part taken back; something is sold over the counter.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { connectMedicinePrinter, type CarePrinters } from "#e2e/desk/printers.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { world } from "#e2e/desk/world.ts";
import { playScanner } from "#e2e/scanner-keys.ts";
import { until } from "#support/until.ts";
import { batch, drug, place } from "./goods.ts";

const name = "Rohini Bapat";
const gtin = "08901234567890";

let printers: CarePrinters;
let pharmacist: Screen;
let colleague: Screen;
let shelf = "";
let labels = 0;
let rxId = "";
let rxNo = "";
let amoxil = "";

function pack(no: string, expiry = "310331"): string {
  return `01${gtin}17${expiry}10${no}`;
}

async function prescribe(): Promise<void> {
  const { provider_id: doctor } = world.product.credentials;
  const person = { name, gender: "female", dob: "1979-08-09" };
  const { id } = (await world.branch.post("/v1/patients", person)).body;
  const visit = { patient_id: id, encounter_type: "OPD", doctor_id: doctor };
  const made = await world.branch.post("/v1/encounters", { ...visit, visit_status: "in_progress" });
  const dosed = { route: "oral", dose: 1, dose_unit: "tablet", form: "tablet" };
  const rx = await world.branch.post("/v1/prescriptions", {
    patient_id: id,
    encounter_id: made.body["id"],
    prescriber_id: doctor,
    allergies_checked: true,
    items: [
      {
        ...dosed,
        item_id: amoxil,
        generic_name: "Amoxicillin",
        strength: "500 mg",
        frequency: "tds",
        duration_days: 5,
      },
      {
        ...dosed,
        drug_name: "Vitamin C",
        generic_name: "Ascorbic acid",
        frequency: "od",
        duration_days: 10,
      },
    ],
  });
  expect(rx).toMatchObject({ status: 201 });
  [rxId, rxNo] = [String(rx.body["id"]), String(rx.body["rx_no"])];
}

async function rxStatus() {
  return (await world.branch.get(`/v1/prescriptions/${rxId}`)).body["status"];
}

async function thereOf(no: string) {
  const rows = await world.branch.list(`/v1/pharmacy/stock?batch_no=${no}`);
  return rows.map((row) => [row["status"], row["on_hand"]]);
}

test("finds an open prescription in the work list, and opens it by the keyboard", async () => {
  await world.closeOthers();
  printers = await connectMedicinePrinter();
  printers.bench.labelPrinter.onLabel(() => (labels += 1));
  // The first by its code holds nothing of what is prescribed.
  await place("bare-shelf", "Bare shelf", "shelf");
  shelf = await place("front-shelf", "Front shelf", "shelf");
  await place("aside", "Set aside", "quarantine");
  amoxil = await drug("amx-500", "Amoxil 500 mg", { schedule: "h" });
  await batch(amoxil, shelf, "SOON", { expiry_date: "2030-01-31", quantity: 8, gtin });
  await batch(amoxil, shelf, "LATE", { gtin });
  const back = await batch(amoxil, shelf, "BACK", { gtin });
  const moves = `/v1/pharmacy/stock/${String(back["id"])}/moves`;
  await world.branch.post(moves, { kind: "recall", reason_code: "recalled" });
  await prescribe();
  pharmacist = await world.openDesk(await staffOfDemo("pharmacist"));
  colleague = await world.openDesk(await staffOfDemo("pharmacist"));
  await pharmacist.page.setViewportSize({ width: 1366, height: 768 });
  // Their day begins there.
  await pharmacist.page.waitForURL("**/pharmacy");
  const row = pharmacist.at("rxRow").filter({ hasText: name });
  await row.getByText("Amoxil 500 mg").waitFor();
  await row.focus();
  await pharmacist.page.keyboard.press("Enter");
  await pharmacist.page.waitForURL(`**/pharmacy/prescriptions/${rxId}`);
  await pharmacist.at("takenBatch").nth(1).waitFor();
  expect(await pharmacist.at("takenBatch").allTextContents()).toEqual([
    expect.stringMatching(/SOON.*8/u),
    expect.stringMatching(/LATE.*7/u),
  ]);
  await pharmacist.at("dispenseShelf").getByText("Front shelf").waitFor();
});

test("scans packs: one that was recalled or has expired is refused with the reason, another batch asks for one", async () => {
  const { page } = pharmacist;
  const notice = pharmacist.at("packNotice");
  const line = pharmacist.at("dispenseLine").first();
  for (const [code, text] of [
    [pack("BACK"), "was recalled"],
    [pack("SOON", "240131"), "has expired"],
    [pack("SOON", "300228"), "Another expiry date"],
    [pack("NEVER"), "not on record here"],
    ["4006381333931", "No stock with the number"],
  ] as const) {
    await playScanner(page, code);
    await notice.getByText(text).waitFor();
  }
  await playScanner(page, pack("LATE"));
  await line.getByText("Scanned").waitFor();
  await line.getByTestId("dispense-quantity").fill("10");
  await pharmacist.at("giveOut").click();
  await line.getByText("Say why another batch").waitFor();
  // What is not chosen is asked for, or left out this time.
  const second = pharmacist.at("dispenseLine").nth(1);
  await second.getByText("Choose what is given").waitFor();
  await second.getByTestId("dispense-quantity").fill("0");
  await page.getByText("Draft kept at").waitFor();
  await page.reload();
  await pharmacist.at("continueDraft").first().click();
  await line.getByTestId("fefo-reason").fill("The first strip is torn");
  await pharmacist.at("giveOut").click();
  await page.waitForURL("**/pharmacy/dispenses/dsp_*");
  await pharmacist.at("dispensedLine").getByText("LATE").waitFor();
  expect(await thereOf("LATE")).toEqual([["available", 10]]);
});

test("prints the label, hands over, and the other screen sees at once what is left", async () => {
  await colleague.goTo("/pharmacy");
  const row = colleague.at("rxRow").filter({ hasText: name });
  await row.getByText("Issued").waitFor();
  await pharmacist.at("printMedicineLabels").click();
  await until("the label is out", 15_000, () => labels === 1);
  await pharmacist.at("medicinesReady").click();
  await pharmacist.at("medicinesReady").waitFor({ state: "detached" });
  await pharmacist.at("counselled").click();
  await pharmacist.at("handOverMedicines").click();
  await pharmacist.at("takeMedicinesBack").waitFor();
  await row.getByText("Partly dispensed").waitFor();
  expect(await rxStatus()).toBe("partially_dispensed");
  await pharmacist.at("toPharmacy").click();
  await pharmacist.at("rxRow").filter({ hasText: name }).waitFor();
  await playScanner(pharmacist.page, rxNo);
  await pharmacist.page.waitForURL(`**/pharmacy/prescriptions/${rxId}`);
  const line = pharmacist.at("dispenseLine").first();
  await line.getByText("given 10 · left 5").waitFor();
  await line.getByTestId("dispense-quantity").fill("6");
  await pharmacist.at("giveOut").click();
  await line.getByText("more than is left of the prescription").waitFor();
});

test("takes some of it back into quarantine, with the reason", async () => {
  const [given] = await world.branch.list(`/v1/pharmacy/dispense?prescription_id=${rxId}`);
  await pharmacist.goTo(`/pharmacy/dispenses/${String(given?.["id"])}`);
  await pharmacist.at("takeMedicinesBack").click();
  await pharmacist.at("returnQuantity").fill("11");
  await pharmacist.at("confirmDispense").click();
  await pharmacist.at("returnDialog").getByText("Say why, in a few words").waitFor();
  await pharmacist.at("returnQuantity").fill("4");
  await pharmacist.at("dispenseReason").fill("Not needed any more");
  await pharmacist.at("confirmDispense").click();
  await pharmacist.at("dispenseReturns").getByText("Not needed any more").waitFor();
  expect(await thereOf("LATE")).toEqual(
    expect.arrayContaining([
      ["available", 10],
      ["quarantined", 4],
    ]),
  );
});

test("sells over the counter what needs no prescription, refuses what does at its line, and cancels with the reason", async () => {
  const { page } = pharmacist;
  const ors = await drug("ors", "ORS sachet", { unit: "each", schedule: "otc" });
  await batch(ors, shelf, "ORS1", { quantity: 30 });
  await pharmacist.at("toPharmacy").click();
  await pharmacist.at("overCounter").click();
  await pharmacist.at("addLine").fill("amoxil");
  await page.getByRole("option", { name: /Amoxil/u }).waitFor();
  await page.keyboard.press("Enter");
  const line = pharmacist.at("dispenseLine").first();
  await line.getByTestId("dispense-quantity").fill("1");
  await pharmacist.at("giveOut").click();
  await line.getByText("given out only for a prescription").waitFor();
  await line.getByRole("button", { name: "Remove Amoxil 500 mg" }).click();
  await pharmacist.at("addLine").fill("ors");
  await page.getByRole("option", { name: /ORS sachet/u }).waitFor();
  await page.keyboard.press("Enter");
  // No list of what fits nothing lies over the buttons below.
  await line.getByTestId("dispense-quantity").waitFor();
  expect(await page.getByRole("listbox").count()).toBe(0);
  await line.getByTestId("dispense-quantity").fill("40");
  await line.getByText("Only 30 can be given").waitFor();
  await line.getByTestId("dispense-quantity").fill("4");
  await pharmacist.at("giveOut").click();
  await page.waitForURL("**/pharmacy/dispenses/dsp_*");
  expect(await thereOf("ORS1")).toEqual([["available", 26]]);
  await pharmacist.at("declineDispense").click();
  await pharmacist.at("confirmDecline").click();
  await pharmacist.at("declineDialog").getByText("Choose the reason").waitFor();
  await page.keyboard.press("Escape");
  await pharmacist.at("cancelDispense").click();
  await pharmacist.at("dispenseReason").fill("Did not wait");
  await pharmacist.at("confirmDispense").click();
  await page.getByText("Did not wait").waitFor();
  expect(await thereOf("ORS1")).toEqual([["available", 30]]);
});

test("notes that a medicine is not given out, and why: it is back on the shelf", async () => {
  const [ors] = await world.branch.list("/v1/items?q=ors");
  const lines = [{ item_id: ors?.["id"], quantity: 3 }];
  const body = { location_id: shelf, lines };
  const { id } = (await world.branch.post("/v1/pharmacy/dispense", body)).body;
  await pharmacist.goTo(`/pharmacy/dispenses/${String(id)}`);
  await pharmacist.at("declineDispense").click();
  await choose(pharmacist.at("declineReason"), "patient_refused");
  await pharmacist.at("declineNote").fill("Has some at home");
  expect((await barriersInBothThemes(pharmacist.page)).violations).toEqual([]);
  await pharmacist.at("confirmDecline").click();
  await pharmacist.page.getByText("Has some at home").waitFor();
  await pharmacist.at("declineDispense").waitFor({ state: "detached" });
  expect(await thereOf("ORS1")).toEqual([["available", 30]]);
});

test("puts no barrier before the pharmacy, and says all in Hindi and Urdu", async () => {
  const found: unknown[] = [];
  const left: string[] = [];
  await pharmacist.goTo(`/pharmacy/prescriptions/${rxId}`);
  // What was refused there before is kept.
  await pharmacist.at("continueDraft").first().click();
  await pharmacist.at("dispenseLine").first().waitFor();
  for (const language of ["hi", "ur", "en"] as const) {
    await pharmacist.speak(language);
    const line = pharmacist.at("dispenseLine").first();
    await choose(line.getByTestId("dispense-batch"), "LATE");
    await line.getByTestId("fefo-reason").waitFor();
    found.push(...(await barriersInBothThemes(pharmacist.page)).violations);
    if (language === "en") continue;
    left.push(
      ...(await pharmacist.words()).filter((text) => englishSentences.has(text) && text !== "ABHA"),
    );
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  // The hub has taken all of it.
  const refused = await world.branch.list("/v1/sync/operations");
  expect(refused.filter(({ entity }) => entity === "dispenses")).toEqual([]);
  await printers.remove();
  for (const screen of [pharmacist, colleague]) await screen.close();
});
