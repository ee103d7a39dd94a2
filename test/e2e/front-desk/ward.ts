// A stay from the bed that is kept to the discharge, at the board that everybody sees.
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Kamala Wagle";
const bed = "G-05";
const other = "S-01";
const others = ["nursing", "pharmacy", "lab", "billing"] as const;

let clerk: Screen;
let manager: Screen;
let doctor: Screen;

function tile(screen: Screen, code: string) {
  return screen.at("bed").filter({ hasText: code });
}

async function bedNamed(code: string) {
  const beds = await world.branch.list("/v1/beds?limit=100");
  return beds.find((each) => each["code"] === code);
}

async function stayOf(patientId: string) {
  const stays = await world.branch.list(`/v1/admissions?patient_id=${patientId}`);
  return stays[0] ?? {};
}

let patientId = "";

/** What is typed has reached the branch; the page is loaded anew, and its form is offered where it was begun. */
async function reloaded(screen: Screen): Promise<void> {
  await screen.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await screen.page.reload();
  await screen.at("bed").first().waitFor();
}

test("admits a patient to a bed by the keyboard alone, once what is missing is filled in", async () => {
  await world.closeOthers();
  clerk = await world.openDesk(world.product.credentials.branch_staff);
  manager = await world.openDesk(world.product.credentials.branch_manager);
  const body = { name, gender: "female", dob: "1951-04-02", phone: "9811188771" };
  const made = await world.branch.post("/v1/patients", body);
  patientId = String(made.body["id"]);
  await manager.at("navWard").click();
  await manager.page.waitForURL("**/ward");
  await clerk.at("navWard").click();
  await tile(clerk, bed).getByText("Free").waitFor();
  const { keyboard } = clerk.page;
  await tile(clerk, bed).focus();
  await keyboard.press("Enter");
  await clerk.at("bedDrawer").waitFor();
  expect(new URL(clerk.page.url()).searchParams.get("bed")).toBe((await bedNamed(bed))?.["id"]);
  await clerk.at("admitHere").focus();
  await keyboard.press("Enter");
  await clerk.at("confirmAdmit").click();
  await clerk.page.getByText("Choose the patient first").waitFor();
  await clerk.page.getByText("A doctor has to be named for this visit.").waitFor();
  const dialog = clerk.at("admitDialog");
  await dialog.getByTestId("search").fill(name);
  await dialog.getByTestId("search-result").first().click();
  await choose(clerk.at("admitDoctor"), world.product.credentials.provider_id);
  await clerk.page.getByTestId("admit-kind-bed_assigned").press("Space");
  await clerk.at("stayMore").click();
  await clerk.at("attendantName").fill("Asha Wagle");
  await reloaded(clerk);
  expect(await manager.at("unfinishedForm").count()).toBe(0);
  const begun = clerk.at("unfinishedForm").filter({ hasText: `You were admitting ${name}` });
  await begun.waitFor();
  // The bed is open by its address.
  await clerk.at("admitHere").click();
  await clerk.at("admitDialog").getByTestId("draft-offer").waitFor();
  // The answer has the focus.
  await keyboard.press("Enter");
  await clerk.at("confirmAdmit").focus();
  await keyboard.press("Enter");
  await clerk.page.getByText(`A bed is kept for ${name}`).waitFor();
  await tile(clerk, bed).getByText("Kept").waitFor();
  // The other screen hears of it without being asked.
  await tile(manager, bed).getByText(name).waitFor();
  expect(await stayOf(patientId)).toMatchObject({
    status: "bed_assigned",
    admitted_at: null,
    attendant: { name: "Asha Wagle" },
  });
  await begun.waitFor({ state: "detached" });
});

test("says at the patient that somebody lies here already", async () => {
  const free = await bedNamed(other);
  await clerk.at("admit").click();
  const dialog = clerk.at("admitDialog");
  await dialog.getByTestId("search").fill(name);
  await dialog.getByTestId("search-result").first().click();
  await choose(clerk.at("admitDoctor"), world.product.credentials.provider_id);
  await choose(clerk.at("freeBed"), String(free?.["id"]));
  await clerk.at("confirmAdmit").click();
  await dialog.getByRole("alert").getByText("has an admission that is not over").waitFor();
  expect(await bedNamed(other)).toMatchObject({ status: "vacant", occupants: [] });
  await clerk.page.keyboard.press("Escape");
});

test("offers a form that was closed with what was typed, beside another one that is begun", async () => {
  await clerk.at("unfinishedForm").filter({ hasText: name }).waitFor();
  await clerk.at("admit").click();
  await clerk.at("anotherDraft").click();
  await clerk.at("admitDialog").getByTestId("search").waitFor();
  await clerk.page.keyboard.press("Escape");
  const begun = clerk.at("unfinishedForm").filter({ hasText: name });
  await begun.getByTestId("continue-draft").click();
  await clerk.at("admitDialog").getByText(name).waitFor();
  await clerk.at("discardForm").click();
  await clerk.at("discardForm").click();
  await clerk.at("admitDialog").waitFor({ state: "detached" });
  await begun.waitFor({ state: "detached" });
  expect(await clerk.at("unfinishedForm").count()).toBe(0);
});

test("admits who has a bed kept and moves them to another, which leaves theirs to be cleaned", async () => {
  await tile(clerk, bed).click();
  await clerk.page.getByTestId("stay-to-admitted").click();
  await clerk.page.getByText(`${name} is admitted`).waitFor();
  await clerk.at("moveStay").click();
  await choose(clerk.at("freeBed"), String((await bedNamed(other))?.["id"]));
  await clerk.at("moveReason").fill("Wants a quiet room");
  await reloaded(clerk);
  // Somebody writes on the stay meanwhile.
  const stay = await stayOf(patientId);
  const changed = await world.branch.put(`/v1/admissions/${String(stay["id"])}`, { diet: "soft" });
  expect(changed).toMatchObject({ status: 200 });
  await clerk.page.keyboard.press("Escape");
  const begun = clerk.at("unfinishedForm").filter({ hasText: `You were moving ${name}` });
  await begun.getByTestId("continue-draft").click();
  await clerk.at("bedDrawer").getByText("has changed since you began to write").waitFor();
  expect(await clerk.at("moveReason").inputValue()).toBe("Wants a quiet room");
  await clerk.at("confirmMove").click();
  await clerk.at("bedDrawer").waitFor({ state: "detached" });
  await tile(clerk, bed).getByText("Cleaning").waitFor();
  await tile(clerk, other).getByText("Day 1").waitFor();
  expect(JSON.stringify(await stayOf(patientId))).toContain("Wants a quiet room");
  await tile(clerk, bed).click();
  await clerk.page.getByTestId("bed-to-blocked").click();
  await clerk.at("confirmReason").click();
  await clerk.page.getByText("Say why in a few words").waitFor();
  await clerk.page.locator(":focus").and(clerk.at("wardReason")).waitFor();
  await clerk.at("wardReason").fill("Oxygen outlet");
  await clerk.at("confirmReason").click();
  await tile(clerk, bed).getByText("Oxygen outlet").waitFor();
  await clerk.page.getByTestId("bed-to-vacant").click();
  await tile(clerk, bed).getByText("Free").waitFor();
  // The button that was pressed is gone, and the focus goes back into the drawer a moment later: who presses too early
  // presses again.
  await expect
    .poll(async () => {
      await clerk.page.keyboard.press("Escape");
      return clerk.at("bedDrawer").count();
    })
    .toBe(0);
});

test("lets each clear what is theirs, waives with a reason, and discharges with what is asked", async () => {
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.at("navWard").click();
  await tile(doctor, other).click();
  await doctor.page.getByTestId("stay-to-discharge_initiated").click();
  await doctor.page.getByTestId("clear-doctor").click();
  await doctor.page.getByTestId("clearance-doctor").getByText("Cleared").waitFor();
  expect(await doctor.page.getByTestId("clear-nursing").count()).toBe(0);
  // Not all is cleared: the node refuses, and the page says why.
  await doctor.page.getByTestId("stay-to-discharge_ready").click();
  await doctor.page.getByText("Not everything is cleared yet.").waitFor();
  await tile(manager, other).click();
  expect(await manager.page.getByTestId("clear-doctor").count()).toBe(0);
  for (const kind of others) {
    await manager.page.getByTestId(`clear-${kind}`).click();
    await manager.at("wardReason").fill("Said by telephone");
    await manager.at("confirmReason").click();
    await manager.page.getByTestId(`clearance-${kind}`).getByText("Waived").waitFor();
  }
  await doctor.page.getByTestId("stay-to-discharge_ready").click();
  await choose(doctor.at("dischargeType"), "expired");
  await doctor.at("confirmDischarge").click();
  await doctor.page.getByText("The cause of death is needed").waitFor();
  await choose(doctor.at("dischargeType"), "routine");
  await doctor.at("dischargeSummary").fill("Recovered; walks alone.");
  await reloaded(doctor);
  // The bed is open by its address, and its form is offered in it.
  await doctor.at("bedDrawer").getByTestId("draft-offer").waitFor();
  await doctor.at("bedDrawer").getByTestId("continue-draft").click();
  expect(await doctor.at("dischargeSummary").inputValue()).toBe("Recovered; walks alone.");
  await doctor.at("confirmDischarge").click();
  await doctor.at("discharged").getByText(`${name} is discharged.`).waitFor();
  await tile(manager, other).getByText("Cleaning").waitFor();
  expect(await stayOf(patientId)).toMatchObject({
    status: "discharged",
    discharge: { type: "routine", condition: "improved", summary: "Recovered; walks alone." },
  });
});

test("prints the summary of the stay once the visit says a diagnosis, at the bed and from the chart", async () => {
  const stay = await stayOf(patientId);
  const focused = () => doctor.page.evaluate("document.activeElement?.dataset.testid");
  await expect.poll(focused).toBe("print-summary");
  await doctor.page.keyboard.press("Enter");
  await doctor.page.getByText("Write down a diagnosis in the visit first").waitFor();
  const jobs = () => world.branch.list(`/v1/print-jobs?source_id=${String(stay["id"])}`);
  expect(await jobs()).toEqual([]);
  const diagnoses = [{ code: "A90", system: "icd10", display: "Dengue", use: "final", rank: 1 }];
  const visit = `/v1/encounters/${String(stay["encounter_id"])}`;
  expect(await world.branch.put(visit, { diagnoses })).toMatchObject({ status: 200 });
  await doctor.at("discharged").getByTestId("open-preview").click();
  await doctor.at("previewPrint").click();
  await expect.poll(jobs).toMatchObject([{ document_type: "discharge", title: stay["id"] }]);
  await doctor.page.keyboard.press("Escape");
  await doctor.at("bedDrawer").waitFor({ state: "detached" });
  const { body: patient } = await world.branch.get(`/v1/patients/${patientId}`);
  await doctor.goTo(`/patients/${String(patient["uhid"])}`);
  await doctor.page.getByTestId("print-summary").first().click();
  await expect.poll(async () => (await jobs()).length).toBe(2);
});

test("gives a bed to who waits for one", async () => {
  const asked = {
    patient_id: patientId,
    admitting_doctor_id: world.product.credentials.provider_id,
    admission_type: "elective",
    bed_class: "private",
    payer_type: "self",
  };
  expect(await world.branch.post("/v1/admissions", asked)).toMatchObject({ status: 201 });
  const row = clerk.at("bedRequest").filter({ hasText: name });
  await row.getByTestId("give-bed").click();
  // To cancel the request is no way to leave the window.
  await clerk.at("confirmGiveBed").waitFor();
  const ends = clerk.page.locator(".dialog .form-actions button");
  expect(await ends.allTextContents()).toEqual(["Give a bed", "Cancel request", "Close"]);
  await choose(clerk.at("freeBed"), String((await bedNamed(bed))?.["id"]));
  await clerk.at("confirmGiveBed").click();
  await tile(clerk, bed).getByText(name).waitFor();
  await until("nobody waits", 5_000, async () => (await row.count()) === 0);
});

test("puts no barrier before the board and its dialogs, and says all in Hindi and Urdu", async () => {
  await manager.page.keyboard.press("Escape");
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await manager.speak(language);
    const look = async () => {
      found.push(...(await barriersInBothThemes(manager.page)).violations);
      if (language === "en") return;
      left.push(...(await manager.words()).filter((text) => englishSentences.has(text)));
    };
    await look();
    await tile(manager, bed).click();
    await manager.at("bedDrawer").waitFor();
    await look();
    await manager.page.keyboard.press("Escape");
    await manager.at("bedDrawer").waitFor({ state: "detached" });
    await manager.at("admit").click();
    await manager.at("admitDialog").waitFor();
    await manager.at("stayMore").click();
    await look();
    await manager.page.keyboard.press("Escape");
    await manager.at("admitDialog").waitFor({ state: "detached" });
  }
  expect(found).toEqual([]);
  expect(left).toEqual([]);
  for (const screen of [clerk, manager, doctor]) await screen.close();
});
