// Tests that a doctor and a nurse order from the chart, and what the chart shows of them when they are answered.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { staffCalled, staffOfDemo } from "#e2e/desk/staff.ts";
import { idShape, world } from "#e2e/desk/world.ts";

let doctor: Screen;
let nurse: Screen;
let technician: Screen;
let patient = { id: "", uhid: "" };

function orders() {
  return world.branch.list(`/v1/lab/orders?patient_id=${patient.id}`);
}

function orderOn(screen: Screen, number: unknown) {
  return screen.at("patientOrder").filter({ hasText: String(number) });
}

async function take(screen: Screen, typed: string, name: string): Promise<void> {
  await screen.at("testSearch").fill(typed);
  await screen.page.getByRole("option").filter({ hasText: name }).first().waitFor();
  await screen.page.keyboard.press("Enter");
  await screen.at("chosenTest").filter({ hasText: name }).waitFor();
  await expect.poll(() => screen.at("testSearch").inputValue()).toBe("");
}

test("orders a test and a panel by the keyboard, found as they are typed, and says what is missing", async () => {
  await world.closeOthers();
  const body = { name: "Vimala Sardesai", gender: "female", dob: "1971-02-03" };
  patient = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  nurse = await world.openDesk(await staffOfDemo("nurse"));
  await doctor.goTo(`/patients/${patient.uhid}/results`);
  await nurse.goTo(`/patients/${patient.uhid}/results`);
  await doctor.page.getByText("No tests were ordered yet.").waitFor();
  const { keyboard } = doctor.page;
  await doctor.at("orderTests").focus();
  await keyboard.press("Enter");
  // The focus is where the first test is typed.
  await expect
    .poll(() => doctor.page.evaluate("document.activeElement?.dataset.testid"))
    .toBe("test-search");
  await doctor.at("placeOrder").click();
  await doctor.page.getByText("Choose a test first").waitFor();
  await doctor.at("testSearch").fill("hba1");
  await doctor.at("placeOrder").click();
  await doctor.page.getByText("Take what is typed with Enter").waitFor();
  await take(doctor, "hb", "Haemoglobin");
  await take(doctor, "electrol", "Electrolytes");
  await take(doctor, "lipid", "Lipid");
  await doctor.at("chosenTest").filter({ hasText: "Lipid" }).getByText("Fasting").waitFor();
  await doctor.at("chosenTest").filter({ hasText: "Lipid" }).getByTestId("remove-test").click();
  await doctor.page.getByTestId("order-priority-stat").press("Space");
  await doctor.at("orderNotes").fill("On diuretics");
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  await doctor.at("draftOffer").waitFor();
  // The nurse at the same chart has begun nothing.
  await nurse.page.reload();
  await nurse.at("orderTests").waitFor();
  expect(await nurse.at("draftOffer").count()).toBe(0);
  await doctor.at("continueDraft").click();
  expect(await doctor.at("chosenTest").count()).toBe(2);
  expect(await doctor.at("orderNotes").inputValue()).toBe("On diuretics");
  await doctor.at("placeOrder").focus();
  await keyboard.press("Enter");
  const [made] = await expect.poll(orders).toHaveLength(1).then(orders);
  expect(made).toMatchObject({
    status: "ordered",
    priority: "stat",
    clinical_notes: "On diuretics",
    ordered_by: world.product.credentials.provider_id,
  });
  // The nurse's screen hears of it without being asked.
  await orderOn(nurse, made?.["order_no"]).getByText("At once").waitFor();
});

test("a nurse orders for a doctor, who has to be named, and collects there", async () => {
  await nurse.at("orderTests").click();
  await take(nurse, "urine", "Urine");
  await nurse.at("placeOrder").click();
  await nurse.page.getByText("Say for which doctor it is ordered").waitFor();
  await choose(nurse.at("orderDoctor"), world.product.credentials.provider_id);
  await nurse.at("placeOrder").click();
  await expect.poll(async () => (await orders()).length).toBe(2);
  const [, first] = await orders();
  await orderOn(nurse, first?.["order_no"]).getByTestId("collect").click();
  await orderOn(doctor, first?.["order_no"]).getByText("Collected").first().waitFor();
});

test("orders images beside the tests, in the visit under way; what is typed outlives a reload", async () => {
  const doctor_id = world.product.credentials.provider_id;
  const visit = { patient_id: patient.id, encounter_type: "OPD", doctor_id };
  const { body } = await world.branch.post("/v1/encounters", visit);
  await doctor.page.getByText("No images were ordered yet.").waitFor();
  await doctor.at("orderStudy").click();
  await choose(doctor.at("studyCatalogue"), "xr-knee");
  await doctor.at("confirmStudy").click();
  await doctor.at("studyFormBox").getByText("Name the side").waitFor();
  await doctor.at("studyFormBox").getByText("Ask about a pregnancy").waitFor();
  await choose(doctor.at("studySide"), "left");
  await choose(doctor.at("pregnancyStatus"), "not_pregnant");
  await choose(doctor.at("studyPriority"), "urgent");
  await doctor.at("studyNotes").fill("Fell on the stairs");
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  const begun = doctor.at("draftOffer");
  await begun.waitFor();
  await begun.getByTestId("continue-draft").click();
  expect(await doctor.at("studyNotes").inputValue()).toBe("Fell on the stairs");
  await doctor.at("confirmStudy").click();
  const made = () => world.branch.list(`/v1/radiology/studies?patient_id=${patient.id}`);
  await expect.poll(made).toMatchObject([
    {
      encounter_id: body["id"],
      ordered_by: doctor_id,
      laterality: "left",
      pregnancy_status: "not_pregnant",
      priority: "urgent",
      clinical_notes: "Fell on the stairs",
    },
  ]);
  // The nurse, who orders none, sees it at once.
  const study = nurse.at("patientStudy").filter({ hasText: "X-ray" });
  await study.getByText("Urgent").waitFor();
  expect(await nurse.at("orderStudy").count()).toBe(0);
  await doctor.at("orderStudy").waitFor();
});

test("rejects one specimen of several, for which alone a new one is taken", async () => {
  technician = await world.openDesk(await staffCalled("Laboratory Technician", "lab"));
  const [, order] = await orders();
  const id = String(order?.["id"]);
  const specimens = async () => {
    const { body } = await world.branch.get(`/v1/lab/orders/${id}`);
    return JSON.stringify(body["specimens"]);
  };
  const before = await specimens();
  expect(before.match(/"barcode"/gu)).toHaveLength(2);
  await technician.goTo(`/lab/orders/${id}`);
  await technician.at("rejectSpecimens").click();
  for (const one of await technician.at("rejectedSpecimen").all()) await one.click();
  await technician.at("confirmReject").click();
  await technician.page.getByText("Choose at least one specimen").waitFor();
  await technician.at("rejectedSpecimen").last().click();
  await choose(technician.at("rejectReason"), "haemolysed");
  await technician.at("confirmReject").click();
  await orderOn(nurse, order?.["order_no"]).getByText("New specimen needed").waitFor();
  await orderOn(nurse, order?.["order_no"]).getByTestId("collect").click();
  await expect.poll(specimens).toContain('"rejected":true');
  await expect.poll(async () => (await specimens()).match(/"barcode"/gu)?.length).toBe(3);
  expect((await specimens()).match(/"rejected":true/gu)).toHaveLength(1);
});

test("enters several results in one form; one that is refused keeps none of the others", async () => {
  const [, order] = await orders();
  await technician.at("receive").click();
  await technician.at("receiveAll").click();
  await technician.at("enterAll").click();
  const dialog = technician.at("enterAllDialog");
  await dialog.getByLabel("Haemoglobin", { exact: false }).waitFor();
  await technician.at("saveResults").click();
  await dialog.getByText("Give at least one value").waitFor();
  await dialog.getByLabel(/^Haemoglobin/u).fill("11.1");
  await dialog.getByLabel(/^Potassium/u).fill("43");
  await dialog.getByLabel(/^Sodium/u).fill("abc");
  await technician.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await technician.goTo("/lab");
  const begun = technician.at("unfinishedForm").filter({ hasText: "Vimala Sardesai" });
  await begun.getByTestId("continue-draft").click();
  await expect.poll(() => dialog.getByLabel(/^Potassium/u).inputValue()).toBe("43");
  await technician.at("saveResults").click();
  await dialog.getByText("This is not a number").waitFor();
  await dialog.getByLabel(/^Sodium/u).fill("139");
  await technician.at("saveResults").click();
  await dialog.getByText("This value is hardly possible.").waitFor();
  await expect.poll(() => dialog.getByLabel(/^Haemoglobin/u).count()).toBe(0);
  await dialog.getByLabel(/^Potassium/u).fill("4.3");
  await technician.at("saveResults").click();
  await dialog.waitFor({ state: "detached" });
  const results = await world.branch.list(`/v1/lab/results?order_id=${String(order?.["id"])}`);
  expect(results).toHaveLength(3);
  await technician.at("draftsButton").waitFor({ state: "detached" });
});

test("shows in the chart what was verified, as soon as it is", async () => {
  const pathologist = await world.openDesk(await staffCalled("Pathologist", "lab"));
  const [, order] = await orders();
  await pathologist.goTo(`/lab/orders/${String(order?.["id"])}`);
  expect(await doctor.at("patientResult").count()).toBe(0);
  const row = (name: string) => pathologist.at("labResult").filter({ hasText: name });
  for (const name of ["Haemoglobin", "Potassium"]) {
    await row(name).getByTestId("verify").click();
    await row(name).getByText("verified by").waitFor();
  }
  const found = doctor.at("patientResult").filter({ hasText: "Haemoglobin" });
  await found.getByText("11.1 g/dL").waitFor();
  await found.getByText("Low").waitFor();
  await expect.poll(() => doctor.at("patientResult").count()).toBe(2);
  await pathologist.close();
});

test("puts no barrier before tests, says all in Hindi and Urdu, and breaks no button's text", async () => {
  const { page } = doctor;
  await page.setViewportSize({ width: 1366, height: 768 });
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await doctor.speak(language);
    await doctor.at("orderTests").click();
    await take(doctor, "lipid", "Lipid");
    // What is offered is closed once the focus goes on.
    await doctor.at("orderNotes").focus();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    found.push(...(await barriersInBothThemes(page)).violations);
    found.push(...(await narrowPlaces(page)));
    const english = (text: string) => englishSentences.has(text) && text !== "ABHA";
    if (language !== "en") left.push(...(await doctor.words()).filter(english));
    await doctor.at("discardForm").click();
    await doctor.at("discardForm").click();
    await doctor.at("orderTests").waitFor();
    await doctor.at("orderStudy").click();
    await choose(doctor.at("studyCatalogue"), "");
    await doctor.at("studyPartField").waitFor();
    found.push(...(await barriersInBothThemes(page)).violations);
    found.push(...(await narrowPlaces(page)));
    if (language !== "en") left.push(...(await doctor.words()).filter(english));
    await doctor.at("discardForm").click();
    await doctor.at("discardForm").click();
    await doctor.at("orderStudy").waitFor();
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  for (const screen of [doctor, nurse, technician]) await screen.close();
});
