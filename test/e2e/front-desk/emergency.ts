// An emergency from the door to the end of its treatment, at the list that everybody sees.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, pressUntil, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Tukaram Shinde";
const other = "Parvati Lokhande";

let clerk: Screen;
let doctor: Screen;
let patientId = "";

function rowOf(screen: Screen, of: string) {
  return screen.at("triageRow").filter({ hasText: of });
}

async function register(of: string): Promise<string> {
  const body = { name: of, gender: "female", dob: "1969-07-02" };
  const made = await world.branch.post("/v1/patients", body);
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

async function triageOf(id: string) {
  return (await world.branch.list(`/v1/triage?patient_id=${id}`))[0];
}

test("triages a newcomer: what is missing or does not fit is said at its field, and the visit is opened once", async () => {
  await world.closeOthers();
  patientId = await register(name);
  clerk = await world.openDesk(world.product.credentials.branch_staff);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await clerk.at("navEmergency").click();
  await clerk.at("emergencyList").waitFor();
  expect(await clerk.at("newEmergency").count()).toBe(0);
  await doctor.at("navEmergency").click();
  await doctor.at("newEmergency").click();
  const dialog = doctor.at("triageDialog");
  await doctor.at("confirmTriage").click();
  for (const text of ["Choose the patient first", "Choose a level", "Say why they came"])
    await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByTestId("search").fill(name);
  await dialog.getByTestId("search-result").first().click();
  await doctor.page.getByTestId("choose-level-3").press("Space");
  await doctor.at("triageComplaint").fill("Short of breath");
  await choose(doctor.at("triageArrival"), "ambulance_108");
  await doctor.at("confirmTriage").click();
  await dialog.getByText("Vital signs are needed for levels 2 to 5.").waitFor();
  await doctor.page.getByTestId("vital-pulse_bpm").fill("96");
  // The window is reloaded: what was typed is listed, and goes on with the visit that is open already.
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  const begun = doctor.at("unfinishedForm").filter({ hasText: `You were triaging ${name}` });
  await begun.getByTestId("continue-draft").click();
  await dialog.waitFor();
  expect(await doctor.at("triageComplaint").inputValue()).toBe("Short of breath");
  expect(await doctor.page.getByTestId("vital-pulse_bpm").inputValue()).toBe("96");
  await doctor.at("triageMore").click();
  await choose(doctor.at("triageResources"), "0");
  await doctor.at("confirmTriage").click();
  await dialog.getByText("The answers lead to another level.").waitFor();
  await doctor.at("triageOverride").fill("Asthma, was ventilated last year");
  await doctor.at("triageInfectious").click();
  await doctor.at("confirmTriage").focus();
  await doctor.page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  // The other screen hears of it without being asked.
  await rowOf(clerk, name).getByText("3 · Urgent").waitFor();
  await rowOf(clerk, name)
    .getByText(/\d+ min left/u)
    .waitFor();
  expect(await rowOf(clerk, name).getByTestId("triage-menu").count()).toBe(0);
  const visits = await world.branch.list(`/v1/encounters?patient_id=${patientId}`);
  expect(visits).toMatchObject([{ encounter_type: "emergency", visit_status: "triaged" }]);
});

test("judges anew: who cannot wait goes first and is over time at once, and waiting longer needs a reason", async () => {
  await rowOf(doctor, name).getByTestId("triage-menu").click();
  await doctor.at("triageAgain").click();
  await doctor.page.getByTestId("choose-level-1").press("Space");
  await doctor.at("confirmTriage").click();
  await doctor.at("retriageDialog").waitFor({ state: "detached" });
  await rowOf(clerk, name).getByTestId("triage-over").waitFor();
  expect(await clerk.at("triageRow").first().textContent()).toContain(name);
  await rowOf(doctor, name).getByTestId("triage-menu").click();
  await doctor.at("triageAgain").click();
  await doctor.page.getByTestId("choose-level-2").press("Space");
  await doctor.at("confirmTriage").click();
  await doctor.at("retriageDialog").getByText("Say why in a few words").waitFor();
  await doctor.at("retriageReason").fill("Breathes well with oxygen");
  await doctor.page.getByTestId("vital-spo2_pct").fill("95");
  // The window is reloaded: what was typed goes on in the same dialog.
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await doctor.page.reload();
  const begun = doctor.at("unfinishedForm").filter({ hasText: /Tukaram Shinde.* again/u });
  await begun.getByTestId("continue-draft").click();
  await doctor.at("retriageDialog").waitFor();
  expect(await doctor.at("retriageReason").inputValue()).toBe("Breathes well with oxygen");
  expect(await doctor.page.getByTestId("vital-spo2_pct").inputValue()).toBe("95");
  await doctor.at("confirmTriage").click();
  await doctor.at("retriageDialog").waitFor({ state: "detached" });
  await rowOf(clerk, name).getByText("2 · Very urgent").waitFor();
  expect((await triageOf(patientId))?.["retriages"]).toMatchObject([
    { from_level: 3, to_level: 1 },
    { from_level: 1, to_level: 2, reason: "Breathes well with oxygen" },
  ]);
});

test("takes somebody from waiting to treatment and to its end", async () => {
  const begin = rowOf(doctor, name).getByTestId("begin-treatment");
  await pressUntil(begin, begin, "detached");
  await rowOf(clerk, name).waitFor({ state: "detached" });
  await doctor.page.getByTestId("emergency-part-in_treatment").click();
  await doctor.page.waitForURL("**/emergency?part=in_treatment");
  await rowOf(doctor, name).getByTestId("open-encounter").waitFor();
  const treated = rowOf(doctor, name);
  await pressUntil(treated.getByTestId("end-treatment"), treated, "detached");
  expect(await triageOf(patientId)).toMatchObject({ status: "completed" });
});

test("lets the desk triage who has come, and a doctor note who has left", async () => {
  const id = await register(other);
  await world.branch.post("/v1/encounters", { patient_id: id, encounter_type: "emergency" });
  const row = clerk.at("untriagedRow").filter({ hasText: other });
  await row.getByTestId("triage-first").click();
  await clerk.page.getByTestId("choose-level-1").press("Space");
  await clerk.at("triageComplaint").fill("Fainted");
  await clerk.at("confirmTriage").click();
  await row.waitFor({ state: "detached" });
  await doctor.page.getByTestId("emergency-part-waiting").click();
  await rowOf(doctor, other).getByTestId("triage-menu").click();
  await doctor.at("triageLeft").click();
  await doctor.at("wardReason").fill("Went home with her son");
  await doctor.at("confirmReason").click();
  await rowOf(clerk, other).waitFor({ state: "detached" });
  expect(JSON.stringify(await triageOf(id))).toContain("Went home with her son");
});

test("puts no barrier before the emergencies, says all in Hindi and Urdu, and breaks no button's text", async () => {
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  // Anew: the place in the list where the focus was last is no target of its own.
  await doctor.goTo("/emergency");
  await doctor.at("triageRow").first().waitFor();
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await doctor.speak(language);
    const look = async () => {
      found.push(...(await barriersInBothThemes(doctor.page)).violations);
      if (language === "en") return;
      left.push(...(await doctor.words()).filter((text) => englishSentences.has(text)));
    };
    await look();
    found.push(...(await narrowPlaces(doctor.page)));
    await doctor.at("newEmergency").click();
    await doctor.at("triageMore").click();
    await look();
    await doctor.page.keyboard.press("Escape");
    await doctor.at("triageDialog").waitFor({ state: "detached" });
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  for (const screen of [clerk, doctor]) await screen.close();
});
