// A radiology study from the order to the amended report, by a radiographer and two doctors who see each other's work.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, pressUntil, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { staffCalled, staffOfDemo } from "#e2e/desk/staff.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Sharada Bapat";

let radiographer: Screen;
let doctor: Screen;
let colleague: Screen;
let patientId = "";

function rowOf(screen: Screen) {
  return screen.at("studyRow").filter({ hasText: name });
}

async function turnTo(screen: Screen, part: string): Promise<void> {
  await screen.page.getByTestId(`radiology-part-${part}`).click();
}

async function study() {
  return (await world.branch.list(`/v1/radiology/studies?patient_id=${patientId}`))[0] ?? {};
}

/** A doctor of the branch who is not the one that everybody books with. */
async function otherDoctor() {
  const { provider_id } = world.product.credentials;
  const doctors = await world.branch.list("/v1/staff?role=doctor");
  return staffOfDemo(
    "doctor",
    doctors.findIndex(({ id }) => id !== provider_id),
  );
}

test("orders a study: a side and a pregnancy are asked where they matter, and it is on every screen at once", async () => {
  await world.closeOthers();
  const body = { name, gender: "female", dob: "1984-05-06" };
  patientId = String((await world.branch.post("/v1/patients", body)).body["id"]);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  radiographer = await world.openDesk(await staffCalled("Radiographer", "lab"));
  colleague = await world.openDesk(await otherDoctor());
  // Where images are taken their day begins.
  await radiographer.at("radiologyList").waitFor();
  expect(await radiographer.at("newStudy").count()).toBe(0);
  await doctor.at("navRadiology").click();
  await doctor.at("newStudy").click();
  const dialog = doctor.at("studyDialog");
  await choose(doctor.at("studyCatalogue"), "xr-knee");
  await doctor.at("confirmStudy").click();
  for (const text of ["Choose the patient first", "Name the side"])
    await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByTestId("search").fill(name);
  await dialog.getByTestId("search-result").first().click();
  await choose(doctor.at("studyCatalogue"), "ct-chest-contrast");
  await doctor.at("confirmStudy").click();
  await dialog.getByText("Ask about a pregnancy before there is radiation").waitFor();
  await choose(doctor.at("pregnancyStatus"), "possibly");
  await dialog.getByText("The patient may be pregnant").waitFor();
  await choose(doctor.at("pregnancyStatus"), "not_pregnant");
  await choose(doctor.at("studyPriority"), "stat");
  await doctor.at("studyNotes").fill("Cough for six weeks");
  await doctor.at("confirmStudy").click();
  await dialog.waitFor({ state: "detached" });
  await rowOf(radiographer).getByText("CT chest with contrast").waitFor();
  await rowOf(radiographer).getByText("At once").waitFor();
  expect(await study()).toMatchObject({
    status: "ordered",
    modality: "CT",
    contrast: true,
    pregnancy_status: "not_pregnant",
    clinical_notes: "Cough for six weeks",
  });
});

test("schedules, asks what contrast medium needs, and notes what the machine says", async () => {
  const { page } = radiographer;
  const dialog = radiographer.at("studyDialog");
  await pressUntil(
    rowOf(radiographer).getByTestId("schedule-study"),
    radiographer.at("studyDialog"),
  );
  await radiographer.at("confirmStudy").click();
  await dialog.waitFor({ state: "detached" });
  await turnTo(radiographer, "acquire");
  await pressUntil(rowOf(radiographer).getByTestId("begin-study"), radiographer.at("studyDialog"));
  await radiographer.at("confirmStudy").click();
  await dialog.getByText("Tick this when it is so").waitFor();
  await radiographer.at("allergyAsked").click();
  await radiographer.at("confirmStudy").click();
  await dialog.getByText("Say how the kidneys work").waitFor();
  await choose(radiographer.at("renalFunction"), "normal");
  await radiographer.at("confirmStudy").click();
  await dialog.waitFor({ state: "detached" });
  await pressUntil(
    rowOf(radiographer).getByTestId("acquire-study"),
    radiographer.at("studyDialog"),
  );
  await page.getByTestId("acquired-images").fill("many");
  await page.getByTestId("acquired-dlp").fill("402,5");
  await radiographer.at("confirmStudy").click();
  await dialog.getByText("This is not a number").waitFor();
  await page.getByTestId("acquired-images").fill("120");
  await radiographer.at("confirmStudy").click();
  await dialog.waitFor({ state: "detached" });
  await turnTo(doctor, "report");
  await rowOf(doctor).getByTestId("report-study").waitFor();
  expect(await study()).toMatchObject({
    status: "acquired",
    image_count: 120,
    radiation_dose: { dlp_mgycm: 402.5 },
    renal_function: "normal",
    contrast_allergy_checked: true,
  });
});

test("reports and verifies by two doctors: nobody verifies their own report", async () => {
  await pressUntil(rowOf(doctor).getByTestId("report-study"), doctor.at("studyDialog"));
  await doctor.at("confirmStudy").click();
  await doctor.at("studyDialog").getByText("Write what the images show").waitFor();
  await doctor.at("reportFindings").fill("A nodule of 9 mm in the left upper lobe.");
  // The window is reloaded: what was written is offered again, and goes on at the study itself.
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  const { id } = await study();
  await pressUntil(rowOf(doctor).getByTestId("report-study"), doctor.at("draftOffer"));
  // It says whose it is, and of what.
  await doctor.at("draftOffer").getByText(`You were reporting on images of ${name}`).waitFor();
  await doctor.at("draftOffer").getByText("CT chest with contrast").waitFor();
  await doctor.at("continueDraft").click();
  await doctor.page.waitForURL(`**/radiology/studies/${String(id)}`);
  await doctor.at("reportFindings").waitFor();
  expect(await doctor.at("reportFindings").inputValue()).toBe(
    "A nodule of 9 mm in the left upper lobe.",
  );
  await doctor.at("confirmStudy").click();
  await doctor.at("studyDialog").waitFor({ state: "detached" });
  await doctor.goTo(`/radiology/studies/${String(id)}`);
  await doctor.at("studyReport").getByText("Another doctor verifies").waitFor();
  expect(await doctor.at("verifyStudy").count()).toBe(0);
  await doctor.at("changeReport").click();
  await doctor.at("reportImpression").fill("Nodule, to be followed up.");
  await doctor.at("reportCritical").click();
  await doctor.at("confirmStudy").click();
  await doctor.at("studyReport").getByText("Nodule, to be followed up.").waitFor();
  await colleague.at("navRadiology").click();
  await turnTo(colleague, "verify");
  await rowOf(colleague).focus();
  await colleague.page.keyboard.press("Enter");
  await colleague.page.waitForURL(`**/radiology/studies/${String(id)}`);
  await colleague.page.reload();
  await colleague.at("verifyStudy").click();
  await colleague.at("studyReport").getByText("verified by").waitFor();
  // The other screen hears of it without being asked.
  await doctor.at("studyReport").getByText("verified by").waitFor();
  expect(await study()).toMatchObject({ status: "final", report: { critical: true } });
  // Somebody is told of what is critical, and reads it back.
  await colleague.at("navRadiology").click();
  await colleague.at("criticalRow").filter({ hasText: name }).getByTestId("acknowledge").click();
  await colleague.at("notifiedTo").fill("Dr. Rao, ward 2");
  await colleague.at("confirmAcknowledge").click();
  await colleague.at("acknowledgeDialog").getByText("Tick this when it was read back").waitFor();
  await colleague.at("readBack").click();
  await colleague.at("confirmAcknowledge").click();
  await colleague.at("criticalRow").filter({ hasText: name }).waitFor({ state: "detached" });
  await doctor.at("findingTold").getByText("Dr. Rao, ward 2").waitFor();
  await colleague.goTo(`/radiology/studies/${String(id)}`);
});

test("amends a verified report with the reason, beside what was said before", async () => {
  await colleague.at("changeReport").click();
  await colleague.at("reportImpression").fill("Nodule of 9 mm, biopsy.");
  await colleague.at("confirmStudy").click();
  await colleague.at("studyDialog").getByText("Say why in a few words.").waitFor();
  await colleague.at("amendReason").fill("Has grown since last year");
  await colleague.at("confirmStudy").click();
  await colleague.at("studyReport").getByText("Nodule of 9 mm, biopsy.").waitFor();
  await doctor.at("studyReport").getByText("Earlier reports (1)").waitFor();
  expect(await study()).toMatchObject({
    status: "amended",
    past_reports: [{ reason: "Has grown since last year", report: { critical: true } }],
  });
});

test("puts no barrier before radiology, says all in Hindi and Urdu, and breaks no button's text", async () => {
  const { page } = colleague;
  await page.setViewportSize({ width: 1366, height: 768 });
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await colleague.speak(language);
    const look = async () => {
      found.push(...(await barriersInBothThemes(page)).violations);
      if (language === "en") return;
      const english = (text: string) => englishSentences.has(text) && text !== "ABHA";
      left.push(...(await colleague.words()).filter(english));
    };
    await look();
    await colleague.at("changeReport").click();
    await colleague.at("reportFindings").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await colleague.at("toRadiology").click();
    await turnTo(colleague, "done");
    await rowOf(colleague).waitFor();
    await look();
    found.push(...(await narrowPlaces(page)));
    await colleague.at("newStudy").click();
    await colleague.at("studyCatalogue").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await rowOf(colleague).getByTestId("open-study").click();
    await colleague.at("studyReport").waitFor();
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  for (const screen of [radiographer, doctor, colleague]) await screen.close();
});
