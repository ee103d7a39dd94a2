// Consents in the chart: noted with who has said it and how, answered, withdrawn, and never lost while they are typed.
import { expect, test } from "vitest";
import * as z from "zod";
import { choose, signOn, typeDay, type Screen } from "#e2e/desk.ts";
import { tabTo } from "#e2e/barriers.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { dayAtBranch, dayMs, idShape, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

let desk: Screen;
let doctor: Screen;
let patient = { id: "", uhid: "" };
let child = { id: "", uhid: "" };

const consents = (id = patient.id) => world.branch.list(`/v1/consents?patient_id=${id}`);

function cardOf(screen: Screen, kind: string) {
  return screen.at("consentCard").filter({ hasText: kind });
}

async function answer(screen: Screen, value: "permit" | "deny" | "ask"): Promise<void> {
  await screen.page.getByTestId(`consent-answer-${value}`).click();
}

async function open(screen: Screen, uhid: string): Promise<void> {
  await screen.goTo(`/patients/${uhid}/consents`);
  await screen.at("newConsent").waitFor();
}

test("shows no consents to begin with, and says at each field what is missing", async () => {
  const grown = { name: "Rukmini Gaikwad", gender: "female", dob: "1979-02-11" };
  const own = { ...grown, phone: "9822012377", address: { city: "Satara" } };
  patient = idShape.parse((await world.branch.post("/v1/patients", own)).body);
  desk = await world.openDesk(world.product.credentials.branch_staff);
  await desk.page.setViewportSize({ width: 1366, height: 768 });
  await desk.openPatient(patient.uhid, patient.uhid);
  await desk.page.getByTestId("chart-consents").click();
  await desk.page.waitForURL("**/consents");
  await desk.page.getByText("Nothing has been noted yet.").waitFor();
  await desk.at("newConsent").click();
  await desk.at("saveConsent").click();
  await desk.page.getByText("Choose what it is about.").waitFor();
  await desk.page.getByText("Say what was answered.").waitFor();
  await choose(desk.at("consentKind"), "data_processing");
  await answer(desk, "permit");
  await choose(desk.at("consentMethod"), "verbal_witnessed");
  for (const text of ["of the staff who has heard it", "edition of the notice was read"])
    await desk.page.getByText(text).waitFor();
  await desk.page.getByText("language in which the notice was read").waitFor();
  expect(await consents()).toEqual([]);
});

test("keeps what is typed over a reload, and notes it with who has said it and how", async () => {
  await choose(desk.at("consentMethod"), "paper_scan");
  await choose(desk.at("consentLanguage"), "mr");
  await desk.at("consentNotice").fill("2026-01");
  const until = dayAtBranch(Date.now() + 30 * dayMs);
  await typeDay(desk.at("consentUntil"), until);
  await desk.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await desk.page.reload();
  await desk.at("draftOffer").waitFor();
  await desk.at("continueDraft").click();
  expect(await desk.at("consentNotice").inputValue()).toBe("2026-01");
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await open(doctor, patient.uhid);
  await desk.at("saveConsent").click();
  const card = cardOf(desk, "Keeping of personal data");
  for (const text of ["Given", "On paper", "Notice 2026-01", "Marathi", "+91 98220 12377"])
    await card.getByText(text, { exact: true }).first().waitFor();
  await card.getByText("Rukmini Gaikwad (The patient)").waitFor();
  await card.getByText(`Until ${until.split("-").toReversed().join("/")}`).waitFor();
  expect(await consents()).toMatchObject([
    {
      consent_type: "data_processing",
      status: "granted",
      captured_method: "paper_scan",
      notice_version: "2026-01",
      language: "mr",
      given_by: { relation: "self", name: "Rukmini Gaikwad", phone: "+919822012377" },
    },
  ]);
  // The other screen sees it without being opened anew.
  await cardOf(doctor, "Keeping of personal data").getByText("Given", { exact: true }).waitFor();
  // The form that was sent is no unfinished one.
  await open(desk, patient.uhid);
  expect(await desk.at("draftOffer").count()).toBe(0);
});

test("withdraws what was given in two presses, with the reason that was said", async () => {
  await desk.at("chartBanner").getByText("Consent: Given", { exact: true }).waitFor();
  expect(await desk.at("consentMark").count()).toBe(0);
  const card = cardOf(doctor, "Keeping of personal data");
  await card.getByTestId("withdraw-consent").click();
  await doctor.at("withdrawReason").fill("Moves to Pune");
  await doctor.at("confirmWithdraw").click();
  await card.getByText("Moves to Pune").first().waitFor();
  expect(await consents()).toMatchObject([{ status: "revoked", revoke_reason: "Moves to Pune" }]);
  const seen = cardOf(desk, "Keeping of personal data");
  await seen.getByText("Withdrawn", { exact: true }).first().waitFor();
  expect(await seen.getByTestId("withdraw-consent").count()).toBe(0);
  await seen.getByTestId("consent-history").click();
  await expect.poll(() => seen.locator("ol > li").count()).toBe(2);
});

test("says plainly in the banner and among the details that the consent is withdrawn, and leads to it", async () => {
  await desk.goTo(`/patients/${patient.uhid}/details`);
  await desk.at("consentStanding").getByText("Consent: Withdrawn").waitFor();
  // Nobody gives it again with a tick, without who has said it and how.
  expect(
    await desk.at("chartDetails").getByText("The patient agrees that their data is kept").count(),
  ).toBe(0);
  const mark = desk.at("chartBanner").getByTestId("consent-mark");
  expect(await mark.textContent()).toBe("Consent withdrawn");
  await mark.click();
  await desk.page.waitForURL("**/consents");
  await cardOf(desk, "Keeping of personal data").getByText("Moves to Pune").first().waitFor();
});

test("asks first, and takes the answer later by the keyboard alone", async () => {
  await desk.at("newConsent").click();
  await choose(desk.at("consentKind"), "data_sharing");
  await answer(desk, "ask");
  expect(await desk.at("consentMethod").count()).toBe(0);
  await desk.at("saveConsent").click();
  await desk.page.getByText("Say what the records are shared for.").waitFor();
  await choose(desk.at("consentPurpose"), "CAREMGT");
  await desk.at("saveConsent").click();
  const card = cardOf(desk, "Sharing of records");
  await card.getByText("To be asked", { exact: true }).first().waitFor();
  await tabTo(desk.page, "refuse-consent");
  await desk.page.keyboard.press("Enter");
  await tabTo(desk.page, "consent-method");
  await desk.page.keyboard.press("Enter");
  await desk.page.getByRole("option").first().waitFor();
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Enter");
  await desk.page.getByRole("option").first().waitFor({ state: "detached" });
  await tabTo(desk.page, "save-consent");
  await desk.page.keyboard.press("Enter");
  await card.getByText("Refused", { exact: true }).first().waitFor();
  expect(await consents()).toMatchObject([
    { consent_type: "data_sharing", status: "denied", purpose_code: "CAREMGT" },
    { consent_type: "data_processing", status: "revoked" },
  ]);
});

test("lets somebody else speak for a child, before a witness, and shows what the branch refuses", async () => {
  const guardian = { name: "Rukmini Gaikwad", relationship: "parent", phone: "9822012377" };
  const dob = dayAtBranch(Date.now() - 9 * 365 * dayMs);
  const body = { name: "Bala Gaikwad", gender: "male", dob, emergency_contact: guardian };
  child = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  await open(desk, child.uhid);
  await desk.at("newConsent").click();
  await choose(desk.at("consentKind"), "procedure");
  await answer(desk, "permit");
  expect(await desk.at("consentSpeaker").getAttribute("data-value")).toBe("parent");
  expect(await desk.at("consentSpeakerName").inputValue()).toBe("Rukmini Gaikwad");
  await desk.at("consentSpeaker").click();
  await desk.page.getByRole("option").first().waitFor();
  expect(await desk.page.getByRole("option", { name: "The patient" }).count()).toBe(0);
  await desk.page.keyboard.press("Escape");
  await choose(desk.at("consentMethod"), "verbal_witnessed");
  // Behind the entry that means nobody.
  await desk.at("consentWitness").click();
  await desk.page.getByRole("option").nth(1).click();
  await desk.at("consentSpeakerPhone").fill("12345");
  await desk.at("saveConsent").click();
  await desk.at("consentForm").getByText("This is no phone number. Check its digits.").waitFor();
  expect(await consents(child.id)).toEqual([]);
  await desk.at("consentSpeakerPhone").fill("98220 12377");
  await desk.at("saveConsent").click();
  const card = cardOf(desk, "Procedure or operation");
  await card.getByText("Rukmini Gaikwad (Father or mother)").waitFor();
  await card.getByText(/^Witness: /u).waitFor();
  expect(await consents(child.id)).toMatchObject([
    { status: "granted", captured_method: "verbal_witnessed", given_by: { relation: "parent" } },
  ]);
});

test("has the consent signed on the screen, keeps the signature as its paper and shows it", async () => {
  await open(desk, patient.uhid);
  await desk.at("newConsent").click();
  await choose(desk.at("consentKind"), "general_treatment");
  await answer(desk, "permit");
  await choose(desk.at("consentMethod"), "signature_pad");
  await desk.at("saveConsent").click();
  await desk.at("consentForm").getByText("Have it signed on the screen").waitFor();
  await signOn(desk.at("consentSignature"));
  await desk.at("clearSignature").click();
  await desk.at("saveConsent").click();
  await desk.at("consentForm").getByText("Have it signed on the screen").waitFor();
  await signOn(desk.at("consentSignature"));
  await desk.at("saveConsent").click();
  const card = cardOf(desk, "Examination and treatment");
  await card.getByText("On a signature pad", { exact: true }).waitFor();
  const [made] = await consents();
  const { document_id: paper } = z.object({ document_id: z.string() }).parse(made);
  const papers = await world.branch.list(`/v1/documents?patient_id=${patient.id}`);
  expect(papers).toMatchObject([
    {
      id: paper,
      category: "consent",
      content_type: "image/png",
      title: "Signature: Examination and treatment",
    },
  ]);
  await card.getByTestId("show-consent-paper").click();
  await expect
    .poll(() =>
      desk.at("documentPicture").evaluate((one): unknown => Reflect.get(one, "naturalWidth")),
    )
    .toBe(900);
  await desk.page.keyboard.press("Escape");
});

test("notes once what was sent when the page was lost before the answer came", async () => {
  const { length: before } = await consents();
  await open(desk, patient.uhid);
  await desk.at("newConsent").click();
  await choose(desk.at("consentKind"), "photography");
  await answer(desk, "permit");
  await choose(desk.at("consentMethod"), "paper_scan");
  await desk.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  const heard = new Promise<number>((resolve) => {
    void desk.page.route("**/v1/consents", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const reply = await route.fetch();
      await route.abort();
      resolve(reply.status());
    });
  });
  await desk.at("saveConsent").click();
  expect(await heard).toBe(201);
  await desk.page.unrouteAll({ behavior: "ignoreErrors" });
  await desk.page.reload();
  await desk.at("continueDraft").click();
  await desk.at("saveConsent").click();
  await desk.at("consentForm").waitFor({ state: "detached" });
  await cardOf(desk, "Photographs").getByText("Given", { exact: true }).first().waitFor();
  expect(await consents()).toHaveLength(before + 1);
});

test("shows consents and their form without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(doctor, async () => {
    await doctor.goTo(`/patients/${patient.uhid}/consents`);
    await doctor.at("consentHistory").first().click();
    // In the second language the form of the first is gone on with.
    await doctor.at("newConsent").or(doctor.at("continueDraft")).click();
    await choose(doctor.at("consentKind"), "data_processing");
    await answer(doctor, "permit");
    await choose(doctor.at("consentSpeaker"), "guardian");
    await choose(doctor.at("consentMethod"), "signature_pad");
    await doctor.at("saveConsent").click();
    await doctor.at("consentSignature").waitFor();
    await choose(doctor.at("consentMethod"), "verbal_witnessed");
    await doctor.at("consentWitness").waitFor();
    await doctor.at("leaveConsent").click();
    await doctor.at("consentCard").first().waitFor();
  });
  expect(found).toEqual([]);
});

test("shows a pharmacist what was agreed to, and lets nobody change it who may not", async () => {
  const reader = await world.openDesk(await staffOfDemo("pharmacist"));
  await reader.goTo(`/patients/${child.uhid}/consents`);
  await cardOf(reader, "Procedure or operation").waitFor();
  expect(await reader.at("newConsent").count()).toBe(0);
  expect(await reader.at("withdrawConsent").count()).toBe(0);
  await reader.close();
  await doctor.close();
  await desk.close();
});
