// Certificates and referrals that a doctor writes in a visit: kept while they are typed, issued, printed, and called off.
import { expect, test } from "vitest";
import { typeDay, type Screen } from "#e2e/desk.ts";
import { dayAtBranch, dayMs, idShape, world } from "#e2e/desk/world.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { wrongLooks } from "./looks.ts";

let doctor: Screen;
let nurse: Screen;
let patient = { id: "", uhid: "" };

function issued() {
  return world.branch.list(`/v1/certificates?patient_id=${patient.id}`);
}

const lastDay = dayAtBranch(Date.now() + 2 * dayMs);

test("writes a sick leave in a visit, asks for the days, and keeps what is typed over a reload", async () => {
  await world.closeOthers();
  const body = { name: "Rukmini Deshpande", gender: "female", dob: "1980-05-06" };
  patient = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  await doctor.goTo(`/patients/${patient.uhid}/letters`);
  await doctor.page.getByText("A certificate or referral is written in a visit.").waitFor();
  const visit = await world.branch.post("/v1/encounters", {
    patient_id: patient.id,
    encounter_type: "OPD",
    doctor_id: world.product.credentials.provider_id,
    visit_status: "in_progress",
    chief_complaint: "Fever for three days",
  });
  expect(visit).toMatchObject({ status: 201 });
  await doctor.at("writeCertificate").click();
  await doctor.at("issueCertificate").click();
  await doctor.at("certificateForm").getByText("Give the day").waitFor();
  await typeDay(doctor.at("restTo"), lastDay);
  await doctor.at("showsDiagnosis").click();
  await doctor.at("certificateRemarks").fill("हल्का काम एक सप्ताह तक");
  await doctor.at("issueCertificate").click();
  await doctor.at("certificateForm").getByText("This visit says no diagnosis yet").waitFor();
  await doctor.at("showsDiagnosis").click();
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  await doctor.at("draftOffer").getByTestId("continue-draft").click();
  expect(await doctor.at("certificateRemarks").inputValue()).toBe("हल्का काम एक सप्ताह तक");
  await doctor.at("issueCertificate").click();
  await expect.poll(issued).toMatchObject([
    {
      certificate_type: "sick_leave",
      rest_to: lastDay,
      diagnosis: null,
      doctor_id: world.product.credentials.provider_id,
      remarks: "हल्का काम एक सप्ताह तक",
    },
  ]);
});

test("shows and prints it with one key, and calls it off with the reason", async () => {
  const [made] = await issued();
  const card = doctor.at("certificateCard").first();
  const focused = () => doctor.page.evaluate("document.activeElement?.dataset.testid");
  await expect.poll(focused).toBe("print-certificate");
  await doctor.page.keyboard.press("Enter");
  const jobs = () => world.branch.list(`/v1/print-jobs?source_id=${String(made?.["id"])}`);
  await expect.poll(jobs).toMatchObject([{ document_type: "certificate" }]);
  await card.getByTestId("open-preview").click();
  await doctor.at("preview").getByText("Sick leave").first().waitFor();
  await doctor.at("previewPicture").first().waitFor();
  await doctor.page.keyboard.press("Escape");
  nurse = await world.openDesk(await staffOfDemo("nurse"));
  await nurse.goTo(`/patients/${patient.uhid}/letters`);
  await nurse.at("certificateCard").waitFor();
  expect(await nurse.at("writeCertificate").count()).toBe(0);
  expect(await nurse.at("cancelCertificate").count()).toBe(0);
  await card.getByTestId("cancel-certificate").click();
  await doctor.at("wardReason").fill("Wrong days");
  await doctor.at("confirmReason").click();
  // The nurse's screen hears of it without being asked.
  await nurse.at("certificateCard").getByText("Wrong days").waitFor();
  expect(await nurse.at("printCertificate").count()).toBe(0);
  await nurse.close();
});

test("refers the patient with what the visit says so far", async () => {
  await doctor.at("writeCertificate").click();
  await doctor.page.getByTestId("certificate-type-referral").press("Space");
  await doctor.at("issueCertificate").click();
  await doctor.at("certificateForm").getByText("Say to whom the patient is referred").waitFor();
  await doctor.at("referredTo").fill("हृदय रोग विभाग");
  await doctor.at("referralReason").fill("Murmur");
  await doctor.at("issueCertificate").click();
  await doctor.at("certificateCard").filter({ hasText: "हृदय रोग विभाग" }).waitFor();
  expect((await issued())[0]).toMatchObject({
    certificate_type: "referral",
    summary: { complaint: "Fever for three days" },
  });
});

test("certifies without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(doctor, async () => {
    await doctor.goTo(`/patients/${patient.uhid}/letters`);
    await doctor.at("writeCertificate").or(doctor.at("continueDraft")).click();
    await doctor.page.getByTestId("certificate-type-referral").press("Space");
    await doctor.at("issueCertificate").click();
    await doctor.at("referralReason").waitFor();
  });
  expect(found).toEqual([]);
  await doctor.close();
});
