// A visit within the chart: whose it is first, what was measured with what is unusual at that age, the last visits beside it.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { idShape, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

let doctor: Screen;
let baby = { id: "", uhid: "" };
let visitId = "";

function monthsAgo(months: number): string {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - months, 1);
  return day.toISOString().slice(0, 10);
}

async function visitOf(patientId: string, more: object): Promise<string> {
  const answer = await world.branch.post("/v1/encounters", {
    patient_id: patientId,
    encounter_type: "OPD",
    doctor_id: world.product.credentials.provider_id,
    visit_status: "in_progress",
    ...more,
  });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body["id"]);
}

test("shows the visit under way as a part of the chart, under whose it is, beside the last visits", async () => {
  const guardian = { name: "Sita Pol", relationship: "parent", phone: "9811260099" };
  const body = {
    name: "Chintu Pol",
    gender: "male",
    dob: monthsAgo(8),
    emergency_contact: guardian,
  };
  baby = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  const earlier = await visitOf(baby.id, { chief_complaint: "Cough" });
  const ended = { visit_status: "completed", diagnosis_code: "R05", disposition: "home" };
  expect(await world.branch.put(`/v1/encounters/${earlier}`, ended)).toMatchObject({ status: 200 });
  visitId = await visitOf(baby.id, { chief_complaint: "Fever" });
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  await doctor.openPatient(baby.uhid, baby.uhid);
  await doctor.page.getByTestId("chart-visit").click();
  await doctor.page.waitForURL(`**/patients/${baby.uhid}/visit`);
  expect(await doctor.at("chiefComplaint").inputValue()).toBe("Fever");
  const before = doctor.at("lastVisits").getByRole("listitem");
  await before.filter({ hasText: "Cough" }).waitFor();
  expect(await before.filter({ hasText: "Fever" }).count()).toBe(0);
});

test("takes a baby's quick pulse as it is, and marks a slow one with a word and an arrow", async () => {
  const field = (name: string) => doctor.page.getByTestId(`vital-${name}`);
  await doctor.at("takeVitals").click();
  await field("pulse_bpm").fill("130");
  await doctor.at("saveVitals").click();
  const taken = doctor.at("measuredSet").first();
  await taken.getByText("130").waitFor();
  expect(await taken.textContent()).not.toMatch(/high|low/u);
  await doctor.at("takeVitals").click();
  await field("pulse_bpm").fill("72");
  await doctor.at("saveVitals").click();
  await doctor.at("vitalsAsked").getByText("72").waitFor();
  await doctor.at("saveVitals").click();
  await taken.getByText("low").waitFor();
  const warned = await world.branch.put(`/v1/encounters/${visitId}`, {
    vitals: { pulse_bpm: 140, resp_rate: 70 },
  });
  expect(warned.body["warnings"]).toMatchObject([{ field: "vitals.resp_rate" }]);
  const pulse = doctor.at("vitalTrend").filter({ hasText: "Pulse" });
  await expect.poll(() => pulse.textContent()).toMatch(/130 → 72 → 140/u);
});

test("puts whose visit it is before everything else on the visit's page, without a barrier", async () => {
  const found = await wrongLooks(doctor, async () => {
    await doctor.goTo(`/visits/${visitId}`);
    await doctor.at("measuredSet").first().waitFor();
    await doctor.at("knownProblems").waitFor();
  });
  expect(found).toEqual([]);
  const top = async (name: "chartBanner" | "vitalsCard") =>
    (await doctor.at(name).boundingBox())?.y ?? 0;
  expect(await top("chartBanner")).toBeLessThan(await top("vitalsCard"));
});

test("shows what happened in the visit, one thing after the other", async () => {
  await doctor.goTo(`/patients/${baby.uhid}/timeline`);
  const entries = doctor.at("timelineEntry");
  await entries.filter({ hasText: "Visit In progress" }).waitFor();
  await entries.filter({ hasText: "Pulse (per minute) 130" }).waitFor();
  expect(await entries.filter({ hasText: "Audit" }).count()).toBe(0);
  await doctor.speak("hi");
  await entries.filter({ hasText: "चल रहा है" }).waitFor();
  await doctor.speak("en");
  expect(await barriersOn(doctor.page)).toMatchObject({ violations: [] });
});

test("finishes the visit in the chart and goes on there", async () => {
  await doctor.goTo(`/patients/${baby.uhid}/visit`);
  await doctor.at("diagnosisSearch").fill("bukhar");
  await doctor.page.getByRole("option", { name: "Fever, cause not known" }).click();
  await choose(doctor.at("disposition"), "home");
  await doctor.at("completeEncounter").click();
  await doctor.page.waitForURL(`**/patients/${baby.uhid}/overview`);
  await doctor.at("lastVisits").getByRole("listitem").filter({ hasText: "Fever" }).waitFor();
  const { body } = await world.branch.get(`/v1/encounters/${visitId}`);
  expect(body).toMatchObject({ visit_status: "completed" });
});
