// A patient comes in an outage: is registered, gets a token, books, sees the doctor.
import { expect, test } from "vitest";
import { choose, typeDay, type Screen } from "#e2e/desk.ts";
import { until } from "#support/until.ts";
import { scanSlip, slipPictures } from "#e2e/slips.ts";
import { dayAtBranch, dayMs, newcomer, only, world } from "./world.ts";

test("registers a patient with a Hindi name by the keyboard alone, under a UHID of the branch", async () => {
  const { page } = world.desk;
  const { keyboard } = page;
  const slowness = await page.context().newCDPSession(page);
  await slowness.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.reload();
  await world.desk.at("search").waitFor();
  // Nobody looks first whether the form stands.
  await keyboard.press("F2");
  await keyboard.type(newcomer.name);
  await expect
    .poll(() => world.desk.at("fieldName").inputValue(), { timeout: 30_000 })
    .toBe(newcomer.name);
  expect(await world.desk.at("search").inputValue()).toBe("");
  await slowness.detach();
  await keyboard.press("Tab");
  await keyboard.type(newcomer.phone);
  await keyboard.press("Tab");
  await keyboard.type(newcomer.dob);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await world.desk.at("patientName").filter({ hasText: newcomer.name }).waitFor();

  world.made.uhid = (await world.desk.at("patientUhid").textContent()) ?? "";
  expect(world.made.uhid).toMatch(/^PUN1-\d{6}-[0-9A-Z]$/u);
  const patient = only(await world.branch.list(`/v1/patients/search?q=${world.made.uhid}`));
  expect(patient).toMatchObject({
    name: newcomer.name,
    phone: "+919011224466",
    dob: "1988-04-12",
    gender: "female",
    sync_state: "pending",
  });
  world.made.patientId = String(patient["id"]);
});

test("gives a token that every other screen of the branch shows", async () => {
  world.doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await world.doctor.toToday();
  world.board = await world.openScreen();
  await world.board.goTo("/display/all");
  await world.board.at("boardWaiting").waitFor();
  await choose(world.desk.at("provider"), world.product.credentials.provider_id);

  const pressed = performance.now();
  await world.desk.at("walkIn").click();
  const [token] = await Promise.all([
    world.desk.at("token").textContent(),
    world.doctor.entryOf(newcomer.name).waitFor(),
    world.board.at("boardWaiting").getByRole("listitem").first().waitFor(),
  ]);
  const ms = Math.round(performance.now() - pressed);
  console.log(`From the press to the token at the doctor's and on the board: ${ms} ms`);
  expect(token).toMatch(/\S/u);
  expect(await world.board.at("boardWaiting").textContent()).toContain(token);
  expect(await world.doctor.entryOf(newcomer.name).textContent()).toContain(token);
  expect(await world.board.at("board").textContent()).not.toContain(newcomer.name);
});

test("prints the token's slip, whose code names the appointment", async () => {
  const appointments = await world.branch.list(
    `/v1/appointments?patient_id=${world.made.patientId}`,
  );
  world.made.walkInId = String(only(appointments)["id"]);
  await until("the slip is printed", 15_000, async () => {
    const jobs = await world.branch.list("/v1/print-jobs?status=printed");
    return jobs.some((job) => job["source_id"] === world.made.walkInId);
  });
  await until(
    "the paper lies in its folder",
    20_000,
    () => slipPictures(world.product.folder).length > 0,
  );
  const [slip = "", ...more] = slipPictures(world.product.folder);
  expect(more).toEqual([]);
  expect(await scanSlip(slip)).toBe(`EW1:T:${world.made.walkInId}`);
});

test("books a free slot, and offers other times to whoever asks for the same one a moment later", async () => {
  const tomorrow = dayAtBranch(Date.now() + dayMs);
  world.secondDesk = await world.openDesk(world.product.credentials.branch_staff);
  for (const screen of [world.desk, world.secondDesk]) {
    await screen.openPatient(world.savitri.uhid, world.savitri.uhid);
    await screen.at("book").click();
    await choose(screen.at("bookingProvider"), world.product.credentials.provider_id);
    await typeDay(screen.at("bookingDate"), tomorrow);
    await screen.at("slot").filter({ hasText: "10:30" }).waitFor();
  }
  // On the second screen the news of the first one's booking is slow.
  const slots = "**/v1/appointments/slots?*";
  await world.secondDesk.page.route(slots, () => {});
  await world.desk.at("slot").filter({ hasText: "10:30" }).click();
  await world.desk.at("bookReason").fill("Blood pressure");
  await world.desk.at("confirmBooking").click();
  await world.desk.page.getByText(/Booked for .*10:30/u).waitFor();

  await world.secondDesk.at("slot").filter({ hasText: "10:30" }).click();
  await world.secondDesk.at("confirmBooking").click();
  await world.secondDesk.at("suggestion").first().waitFor();
  const offered = await world.secondDesk.at("suggestion").allTextContents();
  expect(offered).toHaveLength(5);
  expect(offered.join()).not.toContain("10:30");
  await world.secondDesk.page.keyboard.press("Escape");
  await world.secondDesk.page.unroute(slots);

  const day = `date_from=${tomorrow}&date_to=${tomorrow}`;
  const booked = only(await world.branch.list(`/v1/appointments?${day}`));
  expect(booked).toMatchObject({
    patient_id: world.savitri.id,
    status: "booked",
    encounter_type: "OPD",
    reason: "Blood pressure",
  });
  world.made.bookingId = String(booked["id"]);
});

test("proposes the patient's doctor to somebody who asked for times before it was known", async () => {
  const { page } = world.secondDesk;
  const theirs = "**/v1/appointments?*patient_id=*";
  const known = Promise.withResolvers<undefined>();
  await page.route(theirs, async (route) => {
    await known.promise;
    await route.continue();
  });
  await world.secondDesk.goTo("/desk");
  await world.secondDesk.openPatient(world.savitri.uhid, world.savitri.uhid);
  await world.secondDesk.at("book").click();
  const doctor = world.secondDesk.at("bookingProvider");
  await expect.poll(() => doctor.textContent()).toContain("Choose a doctor");
  known.resolve(undefined);
  const { body } = await world.branch.get(`/v1/staff/${world.product.credentials.provider_id}`);
  await expect.poll(() => doctor.textContent()).toContain(String(body["name"]));
  await page.unroute(theirs);
});

/** Measurements: what cannot be is refused, what is unusual is asked again, and what is typed beside them stays. */
async function takeVitals(screen: Screen): Promise<void> {
  const field = (name: string) => screen.page.getByTestId(`vital-${name}`);
  await screen.at("takeVitals").click();
  await screen.at("saveVitals").click();
  await screen.page.getByText("Type at least one measurement").waitFor();
  await field("sbp").fill("999");
  await field("dbp").fill("84");
  await field("temp_c").fill("98.6");
  await screen.at("saveVitals").click();
  await screen.page.getByText("Between 20 and 320").waitFor();
  await screen.page.getByText("Between 25 and 45").waitFor();
  await field("sbp").fill("188");
  await field("temp_c").fill("38,9");
  await screen.at("saveVitals").click();
  await screen.at("vitalsAsked").getByText("Temperature (°C) 38,9").waitFor();
  await screen.at("saveVitals").click();
  const taken = screen.at("measuredSet").first();
  await taken.getByText("Blood pressure, upper (mmHg) 188").waitFor();
  await expect.poll(() => taken.textContent()).toMatch(/38\.9.*\d\d:\d\d · \S/u);
  expect(await screen.at("chiefComplaint").inputValue()).toBe("तीन दिन से बुखार");
}

/** Several diagnoses by words of both languages, one with a slip; the second becomes the primary one. */
async function diagnose(screen: Screen): Promise<void> {
  const typed = screen.at("diagnosisSearch");
  await typed.fill("bukhar");
  await screen.page.getByRole("option", { name: "Fever, cause not known" }).click();
  await typed.fill("astma");
  await screen.page.keyboard.press("Enter");
  await typed.fill("ज़ुकाम");
  await screen.page.getByRole("option", { name: "Upper respiratory infection" }).click();
  await screen
    .at("chosenDiagnosis")
    .filter({ hasText: "J45.9" })
    .getByTestId("remove-diagnosis")
    .click();
  await screen
    .at("chosenDiagnosis")
    .filter({ hasText: "J06.9" })
    .getByTestId("make-primary")
    .click();
  expect(await screen.at("chosenDiagnosis").allTextContents()).toEqual([
    expect.stringMatching(/J06\.9.*Primary/u),
    expect.stringContaining("R50.9"),
  ]);
  await typed.fill("Q99.X1Z");
  await screen.at("completeEncounter").click();
  await screen.page.getByText("Choose a diagnosis from the list").waitFor();
  await typed.fill("");
}

test("takes a doctor from the queue through a visit to its end", async () => {
  await world.doctor.toToday();
  await world.doctor.entryOf(newcomer.name).getByTestId("open-encounter").click();
  await world.doctor.at("chiefComplaint").fill("तीन दिन से बुखार");
  await takeVitals(world.doctor);
  await world.doctor.at("completeEncounter").click();
  await world.doctor.page.getByText("Give the diagnosis before completing the visit").waitFor();

  await diagnose(world.doctor);
  await world.doctor.at("notes").fill("Throat red, chest clear.\nParacetamol, fluids, rest.");
  await world.doctor.at("noteTemplates").click();
  await world.doctor.page.getByTestId("note-template-fever").click();
  await expect
    .poll(() => world.doctor.at("notes").inputValue())
    .toMatch(/^Throat red, chest clear\.\nParacetamol, fluids, rest\.\n\nFever since: \n/u);
  await world.doctor.at("advice").fill("Drink boiled water. Come back if the fever stays.");
  await choose(world.doctor.at("disposition"), "home");
  await world.doctor.at("completeEncounter").click();
  await world.doctor.at("encounter").waitFor({ state: "detached" });
  await world.doctor.page.getByRole("button", { name: "Open तीन दिन से बुखार" }).waitFor();

  const encounter = only(
    await world.branch.list(`/v1/encounters?patient_id=${world.made.patientId}`),
  );
  expect(encounter).toMatchObject({
    visit_status: "completed",
    diagnosis_code: "J06.9",
    diagnoses: [
      { code: "J06.9", rank: 1, display: "Upper respiratory infection" },
      { code: "R50.9", rank: 2 },
    ],
    advice: "Drink boiled water. Come back if the fever stays.",
    disposition: "home",
    vitals: { sbp: 188, dbp: 84, temp_c: 38.9 },
    appointment_id: world.made.walkInId,
    doctor_id: world.product.credentials.provider_id,
  });
  world.made.encounterId = String(encounter["id"]);
  await world.desk.toToday();
  await world.desk.page.getByTestId("queue-done").filter({ hasText: "1" }).waitFor();
  await world.desk.page.goBack();
  await world.desk.at("patientName").waitFor();
});
