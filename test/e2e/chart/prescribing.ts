// Medicines typed by a doctor in a visit: corrected, given in spite of an allergy with the reason, printed, replaced, stopped.
import { expect, test } from "vitest";
import { choose, type Screen } from "#e2e/desk.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { idShape, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

let doctor: Screen;
let patient = { id: "", uhid: "" };

function eightYearsAgo(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - 8, 0, 15);
  return day.toISOString().slice(0, 10);
}

async function type(...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await doctor.at("rxLine").fill(line);
    // What was understood stands there before it is taken.
    await doctor.page.getByRole("option").first().waitFor();
    await doctor.page.keyboard.press("Enter");
    await expect.poll(() => doctor.at("rxLine").inputValue()).toBe("");
  }
}

function prescribed() {
  return world.branch.list(`/v1/prescriptions?patient_id=${patient.id}`);
}

function cardOf(number: unknown) {
  return doctor.at("rxCard").filter({ hasText: String(number) });
}

test("takes medicines typed in lines, shows them as fields, and asks for what nobody may guess", async () => {
  const body = {
    name: "Golu Sathe",
    gender: "male",
    dob: eightYearsAgo(),
    emergency_contact: { name: "Mira Sathe", relationship: "parent", phone: "9811260044" },
    allergies: [{ substance: "Penicillin", criticality: "high" }],
  };
  patient = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  await doctor.goTo(`/patients/${patient.uhid}/medicines`);
  await doctor.page.getByText("Medicines are prescribed in a visit").waitFor();
  const visit = await world.branch.post("/v1/encounters", {
    patient_id: patient.id,
    encounter_type: "OPD",
    doctor_id: world.product.credentials.provider_id,
    visit_status: "in_progress",
  });
  expect(visit).toMatchObject({ status: 201 });
  await doctor.at("writeRx").click();
  // The focus is where the first medicine is typed, as soon as that is there.
  await doctor.at("rxLine").and(doctor.page.locator(":focus")).waitFor();
  await doctor.page.keyboard.type("para 500 bd 5");
  await doctor.page.getByRole("option").filter({ hasText: "500 mg" }).waitFor();
  await doctor.page.keyboard.press("Enter");
  await doctor.at("rxMedicine").first().waitFor();
  await type("syr ibugesic 5 ml tds 3", "mox 250 1-1-1 x5d after food");
  const medicine = (place: number) => doctor.at("rxMedicine").nth(place);
  expect(await medicine(1).getByTestId("rx-generic").inputValue()).toBe("Ibuprofen");
  expect(await medicine(2).getByTestId("rx-instructions").inputValue()).toBe("after food");
  await medicine(0).getByTestId("rx-dose").fill("0.5");
  await choose(medicine(0).getByTestId("rx-frequency"), "q6h");
  await medicine(2).getByTestId("rx-days").fill("");
  await doctor.at("issueRx").click();
  await medicine(2).getByText("Say for how many days").waitFor();
  await doctor.page.getByText("Ask for allergies, and tick this").waitFor();
  await doctor.page.getByText("Give the weight in kilograms").waitFor();
  expect(await prescribed()).toEqual([]);
  await medicine(2).getByTestId("rx-days").fill("7");
  await doctor.at("rxWeight").fill("24,5");
  await doctor.at("allergiesAsked").click();
});

async function continueWriting(): Promise<void> {
  await doctor.at("draftOffer").getByTestId("continue-draft").click();
  await doctor.at("rxFormBox").waitFor();
}

test("keeps what is not issued through a reload and another person at the same desk, who never sees it", async () => {
  const line = doctor.at("draftLine").filter({ hasText: "Draft kept at" });
  await doctor.at("rxLine").fill("azee 25");
  await line.waitFor();
  await doctor.page.reload();
  await continueWriting();
  const { branch_doctor: own } = world.product.credentials;
  const doctors = [await staffOfDemo("doctor"), await staffOfDemo("doctor", 1)];
  const other = doctors.find(({ username }) => username !== own.username) ?? own;
  expect(other.username).not.toBe(own.username);
  await doctor.at("userMenu").click();
  await doctor.at("switchUser").click();
  await doctor.signIn(other);
  await doctor.goTo(`/patients/${patient.uhid}/medicines`);
  await doctor.at("writeRx").waitFor();
  expect(await doctor.at("draftOffer").count()).toBe(0);
  expect(await doctor.page.content()).not.toContain("Ibugesic");
  await doctor.at("userMenu").click();
  await doctor.at("switchUser").click();
  await doctor.signIn(own);
  await doctor.goTo("/today");
  const begun = doctor.at("unfinishedForm").filter({ hasText: "prescribing medicines" });
  await begun.filter({ hasText: "Golu Sathe" }).getByTestId("continue-draft").click();
  await doctor.at("rxFormBox").waitFor();
  const medicine = (place: number) => doctor.at("rxMedicine").nth(place);
  expect(await medicine(0).getByTestId("rx-dose").inputValue()).toBe("0.5");
  expect(await medicine(1).getByTestId("rx-generic").inputValue()).toBe("Ibuprofen");
  expect(await medicine(2).getByTestId("rx-days").inputValue()).toBe("7");
  expect(await doctor.at("rxWeight").inputValue()).toBe("24,5");
  expect(await doctor.at("rxLine").inputValue()).toBe("azee 25");
  await doctor.at("rxLine").fill("");
  expect(await prescribed()).toEqual([]);
});

test("asks for allergies again and says so where the patient has changed since it was begun", async () => {
  await doctor.page.reload();
  await doctor.at("draftOffer").waitFor();
  const known = `/v1/patients/${patient.id}`;
  expect(await world.branch.put(known, { phone: "9811260045" })).toMatchObject({ status: 200 });
  await doctor.page.reload();
  await continueWriting();
  await doctor.page.getByText("has changed since you began to write").waitFor();
  await doctor.at("issueRx").click();
  await doctor.page.getByText("Ask for allergies, and tick this").waitFor();
  await doctor.at("allergiesAsked").click();
});

test("issues in spite of an allergy with a reason alone, and prints the paper", async () => {
  await doctor.at("issueRx").click();
  await doctor.at("rxAlert").getByText("Penicillin / Mox (Amoxicillin)").waitFor();
  expect(await prescribed()).toEqual([]);
  await doctor.at("rxInSpite").fill("short");
  await doctor.at("issueRx").click();
  await doctor.page.getByText("Say in ten letters or more").waitFor();
  await doctor.at("rxInSpite").fill("Tolerated twice, skin test negative");
  await doctor.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  // The answer is lost with the page; whoever issues it again issues it once.
  const heard = new Promise<number>((resolve) => {
    void doctor.page.route("**/v1/prescriptions", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const answer = await route.fetch();
      await route.abort();
      resolve(answer.status());
    });
  });
  await doctor.at("issueRx").click();
  expect(await heard).toBe(201);
  await doctor.page.unrouteAll({ behavior: "ignoreErrors" });
  await doctor.page.reload();
  await continueWriting();
  expect(await doctor.at("rxInSpite").inputValue()).toBe("Tolerated twice, skin test negative");
  await doctor.at("issueRx").click();
  await doctor.at("rxOverridden").getByText("Tolerated twice").waitFor();
  expect(await prescribed()).toHaveLength(1);
  await doctor.at("draftsButton").waitFor({ state: "detached" });
  const [made] = await prescribed();
  expect(made).toMatchObject({
    status: "issued",
    weight_kg: 24.5,
    items: [
      { drug_name: "Paracetamol", dose: 0.5, frequency: "q6h", quantity: 10 },
      { drug_name: "Ibugesic", form: "syrup", dose: 5, quantity: 45, quantity_unit: "ml" },
      { drug_name: "Mox", generic_name: "Amoxicillin", duration_days: 7, quantity: 21 },
    ],
    interaction_alerts: [{ source: "allergy" }],
  });
  const card = cardOf(made?.["rx_no"]);
  for (const part of ["0.5 tablets", "every 6 hours", "5 days", "10 tablets in all"])
    await card.getByText(part, { exact: true }).waitFor();
  // The paper is one key away.
  const focused = () => doctor.page.evaluate("document.activeElement?.dataset.testid");
  await expect.poll(focused).toBe("print-rx");
  await doctor.page.keyboard.press("Enter");
  const jobs = () => world.branch.list(`/v1/print-jobs?source_id=${String(made?.["id"])}`);
  await expect.poll(jobs).toMatchObject([{ document_type: "prescription" }]);
  await card.getByTestId("open-preview").click();
  await doctor.at("preview").getByText("Prescription").first().waitFor();
  await doctor.page.keyboard.press("Escape");
});

test("replaces a prescription by another one, and stops that with the reason", async () => {
  const [first] = await prescribed();
  await cardOf(first?.["rx_no"]).getByTestId("write-again").click();
  await expect.poll(() => doctor.at("rxMedicine").count()).toBe(3);
  await doctor.at("rxMedicine").nth(2).getByTestId("remove-medicine").click();
  await expect.poll(() => doctor.at("rxMedicine").count()).toBe(2);
  const drug = { code: "azee-dt", name: "Azee 250 DT", unit: "tablet", kind: "drug" };
  const listed = await world.branch.post("/v1/items", drug);
  expect(listed).toMatchObject({ status: 201 });
  await doctor.at("rxLine").fill("azee 250 od 3");
  await doctor.page.getByRole("option", { name: drug.name }).waitFor();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await doctor.page.keyboard.press(key);
  await expect.poll(() => doctor.at("rxMedicine").count()).toBe(3);
  await doctor.at("allergiesAsked").click();
  await doctor.at("issueRx").click();
  await doctor.at("rxFormBox").waitFor({ state: "detached" });
  const [second, before] = await prescribed();
  expect([second, before]).toMatchObject([
    {
      status: "issued",
      replaces_id: first?.["id"],
      weight_kg: 24.5,
      override: null,
      items: [
        { drug_name: "Paracetamol" },
        { drug_name: "Ibugesic" },
        { drug_name: drug.name, generic_name: "Azithromycin", item_id: listed.body["id"] },
      ],
    },
    { id: first?.["id"], status: "stopped" },
  ]);
  const card = cardOf(second?.["rx_no"]).filter({ hasText: "Azee" });
  await card.getByTestId("stop-rx").click();
  await doctor.at("wardReason").fill("no");
  await doctor.at("confirmReason").click();
  await doctor.page.getByText("Say why in a few words.").waitFor();
  await doctor.at("wardReason").fill("Rash on the second day");
  await doctor.at("confirmReason").click();
  await card.getByText("Rash on the second day").waitFor();
  expect((await prescribed())[0]).toMatchObject({ status: "stopped" });
  expect(await card.getByTestId("print-rx").count()).toBe(0);
});

test("prescribes without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(doctor, async () => {
    await doctor.goTo(`/patients/${patient.uhid}/medicines`);
    // The second time what was written the first time is offered.
    await doctor.at("writeRx").or(doctor.at("continueDraft")).click();
    await type("mox 500 2-0-1 5");
    await doctor.at("issueRx").click();
    await doctor.at("allergiesAsked").waitFor();
  });
  expect(found).toEqual([]);
  await doctor.close();
});
