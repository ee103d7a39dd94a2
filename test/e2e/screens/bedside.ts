// A nurse's tablet at the bedside.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import { choose, signOn } from "#e2e/desk.ts";
import { faultless, faultsInUrdu } from "#e2e/right-to-left.ts";
import { playScanner } from "#e2e/scanner-keys.ts";
import { at, offerCode, world } from "./world.ts";

/** A draft that is saved again while nothing of it reaches the visit holds what was measured, also beside a note. */
async function loseTheWayToTheVisit(): Promise<void> {
  const visits = "**/v1/encounters/*";
  await world.tablet.page.route(visits, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await world.tablet.at("bedsideNote").fill("Walks with a stick");
  await world.tablet.at("saveDraft").click();
  await world.tablet.at("fault").waitFor();
  await world.tablet.page.unroute(visits);
  await world.tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("bedsideDraft").getByText("in no visit yet").waitFor();
  expect(await at(world.tablet, "vital-pulse_bpm").inputValue()).toBe("72");
}

/** What is measured at the bedside in an open visit stands at the desk at once, where that visit is open. */
async function showVitalsAtDesk(): Promise<void> {
  await world.tablet.at("startVisit").click();
  await world.tablet.page.getByText("It becomes part of the open visit at once").waitFor();
  const [visit = {}] = await world.branch.list(`/v1/encounters?patient_id=${world.known.id}`);
  const appointments = await world.branch.list(`/v1/appointments?patient_id=${world.known.id}`);
  // The visit is that of the token, which still waits to be called.
  expect(visit).toMatchObject({ visit_status: "arrived", appointment_id: appointments[0]?.["id"] });
  expect(appointments).toMatchObject([{ status: "checked_in" }]);
  await world.desk.goTo(`/visits/${String(visit["id"])}`);
  await world.desk.at("vitalsCard").getByText("Nothing measured yet").waitFor();
  await world.tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  // What was measured before there was a visit is in the form again.
  await world.tablet.at("bedsideDraft").getByText("in no visit yet").waitFor();
  expect(await at(world.tablet, "vital-pulse_bpm").inputValue()).toBe("72");
  await loseTheWayToTheVisit();
  await at(world.tablet, "vital-pulse_bpm").fill("300.5");
  await world.tablet.at("saveDraft").click();
  await world.tablet.page.getByText("Between 0 and 300").waitFor();
  await at(world.tablet, "vital-pulse_bpm").fill("72");
  await at(world.tablet, "vital-spo2_pct").fill("98");
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  await world.tablet.at("saveDraft").click();
  await world.tablet.at("vitalsSaved").getByText("Saved in the visit").waitFor();
  expect(await world.tablet.at("bedsideDraft").count()).toBe(0);
  await world.desk.at("measuredSet").getByText("Pulse (per minute) 72").waitFor();
  // Now that it stands in the visit, nothing of it is left as a draft.
  await world.tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.page.getByText("It becomes part of the open visit at once").waitFor();
  expect(await world.tablet.at("bedsideDraft").count()).toBe(0);
  expect(await barriersOn(world.desk.page)).toMatchObject({ violations: [] });
}

/** Of whoever has no appointment today it is said why there is no visit and who helps; nothing can be started. */
async function showWhyThereIsNoVisit(): Promise<void> {
  const patient = { name: "Nisha Unbooked", gender: "female", dob: "1990-02-03" };
  const { body } = await world.branch.post("/v1/patients", patient);
  await playScanner(world.tablet.page, `EW1:P:${String(body["uhid"])}`);
  await world.tablet.at("whyNoVisit").getByText("no appointment here today").waitFor();
  expect(await world.tablet.at("startVisit").count()).toBe(0);
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
}

/** Who lies in a bed and has medicines to be given. */
async function inPatient(): Promise<{ readonly id: string; readonly uhid: string }> {
  const [stay = {}] = await world.branch.list("/v1/admissions?open=true&limit=1");
  const { body } = await world.branch.get(`/v1/patients/${String(stay["patient_id"])}`);
  return { id: String(body["id"]), uhid: String(body["uhid"]) };
}

/** A specimen is collected by its label at the bed of its own patient alone. */
async function collectAtBed(patientId: string): Promise<void> {
  const [{ code: test_code } = {}] = await world.branch.list("/v1/lab/tests?limit=1");
  const order = async (patient_id: string) => {
    const ordered_by = world.product.credentials.provider_id;
    const body = { patient_id, ordered_by, tests: [{ test_code }] };
    return (await world.branch.post("/v1/lab/orders", body)).body;
  };
  const [own, foreign] = [await order(patientId), await order(world.known.id)];
  const statusOf = async ({ id }: typeof own) =>
    (await world.branch.get(`/v1/lab/orders/${String(id)}`)).body["status"];
  await playScanner(world.tablet.page, `EW1:S:${String(foreign["order_no"])}-1`);
  await world.tablet.at("scanNotice").getByText("This label is of another patient").waitFor();
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  expect(await statusOf(foreign)).toBe("ordered");
  await playScanner(world.tablet.page, `EW1:S:${String(own["order_no"])}-1`);
  await world.tablet.at("specimenCollected").waitFor();
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  expect(await statusOf(own)).toBe("collected");
  // The patient stays open, and who lies there was seen by no other record.
  await world.tablet.at("doses").waitFor();
}

/** What is due is given with one press, refused with the reason, and stands at the desk at once. */
async function giveMedicines(): Promise<void> {
  const { id, uhid } = await inPatient();
  const open = async () => {
    await playScanner(world.tablet.page, `EW1:P:${uhid}`);
    await world.tablet.at("patientUhid").filter({ hasText: uhid }).waitFor();
    await world.tablet.at("doses").waitFor();
  };
  const dose = (name: string) => world.tablet.at("dose").filter({ hasText: name }).first();
  await open();
  await world.tablet.at("task").filter({ hasText: "Emeset" }).first().waitFor();
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  const chart = await world.openScreen();
  await chart.goTo("/desk");
  await chart.signIn(world.product.credentials.branch_doctor);
  await chart.goTo(`/patients/${uhid}/medicines`);
  await chart.at("dose").filter({ hasText: "Emeset" }).waitFor();
  await dose("Emeset").getByTestId("dose-to-given").dblclick();
  await world.tablet.at("doseNoted").getByText("Emeset (Ondansetron): noted as given").waitFor();
  await chart.at("dose").filter({ hasText: "Emeset" }).getByText("Given").waitFor();
  // What was begun is kept, also where the record is closed meanwhile.
  await dose("Augmentin").getByTestId("dose-to-refused").click();
  await world.tablet.at("confirmDose").click();
  await world.tablet.page.getByText("Say why, in 3 letters or more").waitFor();
  const kept = world.tablet.page.waitForResponse((answer) => answer.url().endsWith("/v1/drafts"));
  await world.tablet.at("doseReason").fill("Nauseous since the morning");
  await kept;
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  await world.tablet.page.getByRole("button", { name: "Next patient" }).click();
  await open();
  await expect
    .poll(() => world.tablet.at("doseReason").inputValue())
    .toBe("Nauseous since the morning");
  await world.tablet.at("confirmDose").click();
  await world.tablet.at("doseNoted").getByText("noted as refused").waitFor();
  await chart.at("dose").getByText("Nauseous since the morning").waitFor();
  const noted = await world.branch.list(`/v1/medication-administrations?patient_id=${id}`);
  expect(noted.map(({ status }) => status)).toEqual(["refused", "given"]);
  expect(await barriersOn(chart.page)).toMatchObject({ violations: [] });
  await chart.close();
  await collectAtBed(id);
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
  expect(await world.tablet.at("doses").count()).toBe(0);
  await world.tablet.at("task").filter({ hasText: "Scan the tube’s label" }).first().waitFor();
}

/** What somebody agrees to is noted at the bed, with their signature. */
async function signAtBed(): Promise<void> {
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("bedsideConsents").click();
  await world.tablet.at("newConsent").click();
  await choose(world.tablet.at("consentKind"), "procedure");
  await at(world.tablet, "consent-answer-permit").click();
  await choose(world.tablet.at("consentMethod"), "signature_pad");
  await signOn(world.tablet.at("consentSignature"));
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  await world.tablet.at("saveConsent").click();
  const noted = world.tablet.at("consentCard").filter({ hasText: "Procedure or operation" });
  await noted.getByTestId("show-consent-paper").click();
  await world.tablet.at("documentPicture").waitFor();
  await world.tablet.page.keyboard.press("Escape");
}

test("opens a patient at the bedside by the wristband, keeps a draft, and shows nothing once locked", async () => {
  const code = await offerCode("Ward tablet", "bedside_tablet");
  world.tablet = await world.openScreen();
  // As the scanned QR code opens it.
  await world.tablet.goTo(`/bedside#pair=${code.replace("-", "")}`);
  await world.tablet.at("pairDevice").click();
  await world.tablet.page.getByRole("heading", { name: "Bedside" }).waitFor();
  await world.tablet.at("username").fill(world.product.credentials.branch_doctor.username);
  await world.tablet.at("password").fill(world.product.credentials.branch_doctor.password);
  await world.tablet.at("signInButton").click();
  await world.tablet.at("bedside").waitFor();
  expect(new URL(world.tablet.page.url()).hash).toBe("");

  await playScanner(world.tablet.page, "EW1:P:NOBODY-000001-0");
  await world.tablet.at("scanNotice").waitFor();
  await playScanner(world.tablet.page, "EW1:S:L26-000417");
  await world.tablet.at("scanNotice").getByText("This is the label of a specimen").waitFor();
  await playScanner(world.tablet.page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
  await at(world.tablet, "vital-pulse_bpm").fill("72");
  expect(await barriersOn(world.tablet.page)).toMatchObject({ violations: [] });
  await world.tablet.at("saveDraft").click();
  await world.tablet.at("draftSaved").getByText("Draft saved").waitFor();
  await showWhyThereIsNoVisit();
  await showVitalsAtDesk();
  await giveMedicines();
  await signAtBed();
  await world.desk.goTo("/settings/screens");
  const row = world.desk.at("screen").filter({ hasText: "Ward tablet" });
  await row.getByTestId("lock-screen").click();
  await world.tablet.page.getByText("This device has been locked").waitFor();
  expect((await world.tablet.words()).join(" ")).not.toContain("Savitri");
  await row.getByTestId("unlock-screen").click();
  await world.tablet.at("username").waitFor();
  expect((await world.tablet.words()).join(" ")).not.toContain("Savitri");
});

test("goes through the bedside's work in Urdu from right to left, with nothing too wide for the tablet", async () => {
  const { page } = world.tablet;
  await page.setViewportSize({ width: 600, height: 960 });
  await world.tablet.speak("ur");
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await world.tablet.at("username").fill(world.product.credentials.branch_doctor.username);
  await world.tablet.at("password").fill(world.product.credentials.branch_doctor.password);
  await world.tablet.at("signInButton").click();
  await world.tablet.at("bedside").waitFor();
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await playScanner(page, "EW1:P:NOBODY-000001-0");
  await world.tablet.at("scanNotice").waitFor();
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await playScanner(page, `EW1:P:${world.known.uhid}`);
  await world.tablet.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
  const pulse = at(world.tablet, "vital-pulse_bpm");
  await pulse.fill("300.5");
  await world.tablet.at("saveDraft").click();
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await pulse.fill("74");
  await world.tablet.at("saveDraft").click();
  await expect.poll(() => world.tablet.at("vitalsSaved").textContent()).not.toBe("");
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
  await playScanner(page, `EW1:P:${(await inPatient()).uhid}`);
  await world.tablet.at("doses").waitFor();
  await world.tablet.at("dose").filter({ hasText: "Calpol" }).getByTestId("dose-to-held").click();
  expect(await faultsInUrdu(world.tablet)).toEqual(faultless);
});
