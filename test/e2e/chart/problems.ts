// Allergies and conditions: entered, changed, taken away, and never overlooked on the chart or in a visit.
import { expect, test } from "vitest";
import type { Screen } from "#e2e/desk.ts";
import { tabTo } from "#e2e/barriers.ts";
import { idShape, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

let doctor: Screen;
let patient = { id: "", uhid: "" };

const record = async () => (await world.branch.get(`/v1/patients/${patient.id}`)).body;

test("says that nobody has asked, takes that there are none, and forgets it with the first allergy", async () => {
  const body = {
    name: "Kavita Nimbalkar",
    gender: "female",
    dob: "1997-01-20",
    phone: "9822012399",
    relative: { name: "Ramesh Nimbalkar", relation: "husband" },
    address: { city: "Wai", district: "Satara" },
  };
  patient = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  await doctor.openPatient(patient.uhid, patient.uhid);
  await doctor.at("noneKnown").getByText("Not asked yet").waitFor();
  await doctor.at("sayNoneKnown").click();
  await doctor.at("problemTags").getByText("No known allergies").waitFor();
  expect(await record()).toMatchObject({ no_known_allergies: true });
  await doctor.at("addAllergy").click();
  await doctor.at("saveProblem").click();
  await doctor.page.getByText("Say to what").waitFor();
  await doctor.at("allergySubstance").fill("Penicillin");
  await doctor.at("allergyReaction").fill("Rash");
  await doctor.page.keyboard.press("Enter");
  await doctor.at("problemTags").getByText("Allergy: Penicillin").waitFor();
  expect(await record()).toMatchObject({
    no_known_allergies: null,
    allergies: [{ substance: "Penicillin", criticality: "high", reaction: "Rash" }],
  });
});

test("adds a condition by a word of either language, by the keyboard alone", async () => {
  const { page } = doctor;
  await tabTo(page, "add-condition");
  await page.keyboard.press("Enter");
  await doctor.at("conditionSearch").waitFor();
  await tabTo(page, "condition-search");
  await page.keyboard.type("diabetes", { delay: 60 });
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await doctor.at("chosenCondition").waitFor();
  await tabTo(page, "condition-note");
  await page.keyboard.type("On insulin", { delay: 60 });
  await page.keyboard.press("Enter");
  const line = doctor.at("condition");
  await line.getByText("On insulin").waitFor();
  const { conditions } = await record();
  expect(conditions).toMatchObject([{ system: "icd10", note: "On insulin" }]);
  expect(await doctor.at("problemTags").textContent()).toMatch(/diabetes/iu);
});

test("keeps what another desk adds while a dialog is open, and changes and takes away what was meant", async () => {
  await doctor.at("allergy").getByTestId("change-problem").click();
  const kept = (await record())["allergies"];
  const added = await world.branch.put(`/v1/patients/${patient.id}`, {
    allergies: [...(Array.isArray(kept) ? kept : []), { substance: "Dust", criticality: "low" }],
  });
  expect(added).toMatchObject({ status: 200 });
  await doctor.page.getByTestId("criticality-low").click();
  await doctor.at("saveProblem").click();
  await doctor.at("allergy").filter({ hasText: "Dust" }).waitFor();
  await expect.poll(record).toMatchObject({
    allergies: [{ substance: "Dust" }, { substance: "Penicillin", criticality: "low" }],
  });
  await doctor.at("allergy").filter({ hasText: "Dust" }).getByTestId("change-problem").click();
  await doctor.at("removeProblem").click();
  await doctor.at("removeProblem").click();
  await doctor.at("allergy").filter({ hasText: "Dust" }).waitFor({ state: "detached" });
  expect(await record()).toMatchObject({ allergies: [{ substance: "Penicillin" }] });
});

test("shows who it is and what must not be overlooked without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(doctor, async () => {
    await doctor.goTo(`/patients/${patient.uhid}/overview`);
    await doctor.at("condition").waitFor();
  });
  expect(found).toEqual([]);
});

test("keeps the banner in sight while the chart is scrolled, with guardian, village and telephone", async () => {
  const { page } = doctor;
  await doctor.goTo(`/patients/${patient.uhid}/details`);
  await doctor.at("saveDetails").scrollIntoViewIfNeeded();
  const banner = doctor.at("chartBanner");
  for (const text of ["W/o Ramesh Nimbalkar", "Wai, Satara", "+91 98220 12399"])
    await banner.getByText(text).waitFor();
  const box = await banner.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(300);
  await page.setViewportSize({ width: 320, height: 600 });
  const beyond = await page.evaluate(
    `(() => { const main = document.querySelector(".shell-main"); return main.scrollWidth - main.clientWidth; })()`,
  );
  expect(beyond).toBe(0);
  await page.setViewportSize({ width: 1366, height: 768 });
});

test("gives a token, books, prints and edits from any part of the chart", async () => {
  const desk = await world.openDesk(world.product.credentials.branch_staff);
  await desk.openPatient(patient.uhid, patient.uhid);
  expect(await desk.at("addCondition").count()).toBe(0);
  await desk.page.getByTestId("chart-visits").click();
  await desk.page.waitForURL("**/visits");
  await desk.at("bannerToken").click();
  await desk.page.waitForURL("**/overview");
  await desk.at("provider").waitFor();
  await desk.at("bannerEdit").click();
  await desk.at("saveDetails").waitFor();
  await desk.at("bannerBook").click();
  await desk.page.waitForURL("**/appointments**patient=**");
  await desk.at("bookingFor").waitFor();
  await desk.goTo(`/patients/${patient.uhid}/visits`);
  await desk.at("bannerPrint").click();
  await desk.page.getByTestId("banner-print-label").click();
  // The demo has no printer of labels: nothing is called sent.
  await desk.page.getByText("Folder label: Waiting for the printer").waitFor();
  const jobs = await world.branch.list(`/v1/print-jobs?source_id=${patient.id}`);
  expect(jobs).toMatchObject([{ document_type: "label", status: "queued" }]);
  await desk.page.getByTestId("chart-documents").click();
  const label = desk.at("documentLine").filter({ hasText: "Folder label" });
  await label.getByTestId("print-document").click();
  await label.getByTestId("print-outcome").getByText("Waiting for the printer").waitFor();
  // Nobody could print it, and nothing says that it was printed: it is called off from there.
  await label.getByTestId("cancel-print").click();
  await label.getByTestId("print-outcome").getByText("Called off").waitFor();
  await desk.close();
});
