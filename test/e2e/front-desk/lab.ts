// A laboratory order from the specimen to the corrected result, by two people who see each other's work.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, pressUntil, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { staffCalled } from "#e2e/desk/staff.ts";
import { connectCarePrinters, type CarePrinters } from "#e2e/desk/printers.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Yamuna Gokhale";

let printers: CarePrinters;
const printed: string[] = [];
let technician: Screen;
let pathologist: Screen;
let patientId = "";
let order: Readonly<Record<string, unknown>> = {};

function rowOf(screen: Screen) {
  return screen.at("labRow").filter({ hasText: name });
}

function testOf(screen: Screen, test_: string) {
  return screen.at("labResult").filter({ hasText: test_ });
}

async function place(...codes: readonly string[]) {
  const { provider_id } = world.product.credentials;
  const made = await world.branch.post("/v1/lab/orders", {
    patient_id: patientId,
    ordered_by: provider_id,
    priority: "stat",
    tests: codes.map((test_code) => ({ test_code })),
  });
  expect(made).toMatchObject({ status: 201 });
  return made.body;
}

async function labelsOfOrder(): Promise<readonly string[]> {
  const { body } = await world.branch.get(`/v1/lab/orders/${String(order["id"])}`);
  const text = JSON.stringify(body["specimens"]);
  return [...text.matchAll(/"barcode":"([^"]+)"/gu)].map(([, label]) => label ?? "");
}

/** What stands on the papers of a type that were made of an order. */
async function titlesOf(type: string, of: Readonly<Record<string, unknown>>) {
  const query = `document_type=${type}&source_id=${String(of["id"])}`;
  const jobs = await world.branch.list(`/v1/print-jobs?${query}`);
  return jobs.map((job) => String(job["title"])).toSorted();
}

async function enter(test_: string, value: string) {
  await testOf(technician, test_).getByTestId("enter-result").click();
  await technician.at("resultValue").fill(value);
  await technician.at("saveResult").click();
}

test("has printers for the labels of its tubes and for its reports", async () => {
  await world.closeOthers();
  printers = await connectCarePrinters();
  printers.bench.labelPrinter.onLabel(() => printed.push("label"));
  printers.bench.receiptPrinter.onPrintout(() => printed.push("report"));
  const devices = await world.branch.list("/v1/devices?device_type=printer");
  expect(devices).toContainEqual(expect.objectContaining({ roles: ["lab_label"] }));
});

test("collects and receives specimens: one of another order is told apart by its label", async () => {
  const body = { name, gender: "female", dob: "1984-05-06" };
  patientId = String((await world.branch.post("/v1/patients", body)).body["id"]);
  order = await place("hb", "potassium");
  technician = await world.openDesk(await staffCalled("Laboratory Technician", "lab"));
  pathologist = await world.openDesk(await staffCalled("Pathologist", "lab"));
  // Their day begins there.
  await technician.page.waitForURL("**/lab");
  await pathologist.at("labList").waitFor();
  await technician.page.getByTestId("lab-part-collect").click();
  await pathologist.page.getByTestId("lab-part-receive").click();
  await rowOf(technician).getByText("At once").waitFor();
  await rowOf(technician).getByTestId("collect").click();
  await technician.page.getByText("The labels were sent to the printer").waitFor();
  const labels = await labelsOfOrder();
  expect(await titlesOf("lab_label", order)).toEqual(labels);
  await expect.poll(() => printed).toEqual(labels.map(() => "label"));
  // The other screen hears of it without being asked.
  await rowOf(pathologist).getByTestId("receive").waitFor();
  await technician.page.getByTestId("lab-part-receive").click();
  await pressUntil(rowOf(technician).getByTestId("receive"), technician.at("receiveDialog"));
  const { keyboard } = technician.page;
  await technician.at("specimenLabel").fill("LAB-999999-9");
  await keyboard.press("Enter");
  await technician.at("receiveDialog").getByText("belongs to another patient or order").waitFor();
  for (const label of await labelsOfOrder()) {
    await technician.at("specimenLabel").fill(label.toLowerCase());
    await keyboard.press("Enter");
  }
  await technician.at("receiveDialog").waitFor({ state: "detached" });
  await rowOf(pathologist).waitFor({ state: "detached" });
  const { body: received } = await world.branch.get(`/v1/lab/orders/${String(order["id"])}`);
  expect(received).toMatchObject({ status: "received" });
});

test("enters results with what is usual, asks twice for what is hardly possible, and lets nobody verify their own", async () => {
  await technician.page.getByTestId("lab-part-enter").click();
  await rowOf(technician).focus();
  await technician.page.keyboard.press("Enter");
  await technician.page.waitForURL(`**/lab/orders/${String(order["id"])}`);
  await technician.page.reload();
  await enter("Haemoglobin", "");
  await technician.page.getByText("Give the value").waitFor();
  await technician.page.getByText(/^usual 12 to/u).waitFor();
  await technician.at("resultValue").fill("132");
  await technician.at("saveResult").click();
  await technician.page.getByText("This value is hardly possible.").waitFor();
  expect(await technician.at("confirmValue").isVisible()).toBe(true);
  await technician.at("resultValue").fill("13,2");
  await technician.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await technician.page.reload();
  expect(await pathologist.at("unfinishedForm").count()).toBe(0);
  await testOf(technician, "Haemoglobin").getByTestId("enter-result").click();
  await technician.at("resultDialog").getByTestId("continue-draft").click();
  expect(await technician.at("resultValue").inputValue()).toBe("13,2");
  await technician.at("saveResult").click();
  await testOf(technician, "Haemoglobin").getByText("13.2 g/dL").waitFor();
  await testOf(technician, "Haemoglobin").getByTestId("result-flag").getByText("Usual").waitFor();
  await enter("Potassium", "6.9");
  await testOf(technician, "Potassium").getByText("Critically high").waitFor();
  const path = `/v1/lab/results?order_id=${String(order["id"])}`;
  expect(await world.branch.list(path)).toHaveLength(2);
  await technician.at("draftsButton").waitFor({ state: "detached" });
  expect(await technician.at("verify").count()).toBe(0);
  expect(await technician.page.getByText("Somebody else verifies").count()).toBe(2);
});

test("verifies, tells of a critical value, and corrects as a new version beside the one before", async () => {
  const { page } = pathologist;
  await pathologist.at("criticalRow").filter({ hasText: name }).waitFor();
  await page.getByTestId("lab-part-verify").click();
  await rowOf(pathologist).getByTestId("open-order").click();
  for (const each of ["Haemoglobin", "Potassium"]) {
    await testOf(pathologist, each).getByTestId("verify").click();
    await testOf(pathologist, each).getByText("verified by").waitFor();
  }
  // Two begin to note who was told; one of them is quicker.
  await testOf(technician, "Potassium").getByTestId("acknowledge").click();
  await technician.at("notifiedTo").fill("Dr. Rao");
  await technician.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await technician.page.keyboard.press("Escape");
  await testOf(pathologist, "Potassium").getByTestId("acknowledge").click();
  await pathologist.at("confirmAcknowledge").click();
  await page.getByText("Say who was told").waitFor();
  await pathologist.at("notifiedTo").fill("Dr. Kale");
  // The window is reloaded: whose name was typed is offered again.
  await pathologist.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await page.reload();
  await testOf(pathologist, "Potassium").getByTestId("acknowledge").click();
  await pathologist.at("acknowledgeDialog").getByTestId("continue-draft").click();
  expect(await pathologist.at("notifiedTo").inputValue()).toBe("Dr. Kale");
  await pathologist.at("confirmAcknowledge").click();
  await page.getByText("Tick this when it was read back").waitFor();
  await pathologist.at("readBack").click();
  await pathologist.at("confirmAcknowledge").click();
  await testOf(technician, "Potassium").getByText("Dr. Kale").waitFor();
  await technician.at("draftsButton").click();
  await technician.at("unfinishedForm").getByTestId("continue-draft").click();
  await technician.at("draftOvertaken").getByText("somebody has done it meanwhile").waitFor();
  for (const _ of ["asked", "sure"])
    await technician.at("draftOvertaken").getByTestId("discard-draft").click();
  await technician.at("draftOvertaken").waitFor({ state: "detached" });
  await technician.at("draftsButton").waitFor({ state: "detached" });
  await testOf(pathologist, "Potassium").getByTestId("result-menu").click();
  await pathologist.at("changeResult").click();
  await pathologist.at("resultValue").fill("4.9");
  await pathologist.at("saveResult").click();
  await page.getByText("Say why in a few words.").waitFor();
  await pathologist.at("resultReason").fill("Haemolysed, measured again");
  await pathologist.at("saveResult").click();
  await testOf(pathologist, "Potassium").getByText("4.9 mmol/L").waitFor();
  await testOf(pathologist, "Potassium").getByText("Earlier versions (3)").waitFor();
  const results = await world.branch.list(
    `/v1/lab/results?order_id=${String(order["id"])}&test_code=potassium&history=true`,
  );
  expect(results.map((each) => each["status"])).toEqual([
    "corrected",
    "final",
    "final",
    "preliminary",
  ]);
});

test("prints the report of what was verified, as it was shown before", async () => {
  const { page } = pathologist;
  await pathologist.at("printReport").waitFor();
  await page.getByRole("button", { name: /^Preview.*Report/u }).click();
  await pathologist.at("preview").getByText("Report").first().waitFor();
  await pathologist.at("previewPrint").click();
  await expect.poll(() => titlesOf("report", order)).toEqual([String(order["order_no"])]);
  await expect.poll(() => printed).toContain("report");
});

test("rejects what is of no use with the reason, so that it is collected again", async () => {
  const other = await place("hba1c");
  const id = String(other["id"]);
  await world.branch.put(`/v1/lab/orders/${id}`, { status: "collected" });
  await technician.goTo(`/lab/orders/${id}`);
  await technician.at("rejectSpecimens").click();
  await choose(technician.at("rejectReason"), "clotted");
  await technician.at("confirmReject").click();
  await technician.page.getByText("New specimen needed").waitFor();
  await pressUntil(technician.at("collect"), technician.at("receive"));
  await expect.poll(() => titlesOf("lab_label", other)).toHaveLength(1);
  await technician.at("printLabels").click();
  // As it was collected, and once more by the button: never the label of what was rejected.
  await expect.poll(() => titlesOf("lab_label", other)).toHaveLength(2);
  expect(new Set(await titlesOf("lab_label", other)).size).toBe(1);
  expect((await world.branch.get(`/v1/lab/orders/${id}`)).body).toMatchObject({
    status: "collected",
    specimens: [{ rejected: true, reject_reason: "clotted" }, { rejected: false }],
  });
});

test("puts no barrier before the laboratory, says all in Hindi and Urdu, and breaks no button's text", async () => {
  const { page } = pathologist;
  await page.setViewportSize({ width: 1366, height: 768 });
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await pathologist.speak(language);
    const look = async () => {
      found.push(...(await barriersInBothThemes(page)).violations);
      if (language === "en") return;
      const english = (text: string) => englishSentences.has(text) && text !== "ABHA";
      left.push(...(await pathologist.words()).filter(english));
    };
    await look();
    await testOf(pathologist, "Haemoglobin").getByTestId("result-menu").click();
    await pathologist.at("changeResult").click();
    await pathologist.at("resultValue").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await pathologist.at("toLab").click();
    await pathologist.at("labRow").first().waitFor();
    await look();
    found.push(...(await narrowPlaces(page)));
    await page.goBack();
    await testOf(pathologist, "Haemoglobin").waitFor();
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  for (const screen of [technician, pathologist]) await screen.close();
  await printers.remove();
});
