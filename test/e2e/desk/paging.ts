// Every page has an address, a patient is corrected, an appointment moved and cancelled, and no focus swallows a key.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { choose, pressDay } from "#e2e/desk.ts";
import { dayAtBranch, dayMs, known, only, world } from "./world.ts";

// A UHID that the hub gave has a slash in it.
const inAddress = encodeURIComponent;

test("opens each page by its address, and keeps it over Back and a reload", async () => {
  const { desk, savitri } = world;
  const { page } = desk;
  await desk.openPatient(savitri.uhid, savitri.uhid);
  await page.waitForURL(`**/patients/${inAddress(savitri.uhid)}/overview`);
  await page.getByTestId("chart-details").first().click();
  await page.waitForURL(`**/patients/${inAddress(savitri.uhid)}/details`);
  await page.reload();
  await desk.at("saveDetails").waitFor();
  await page.goBack();
  await desk.at("walkIn").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/patients/${inAddress(savitri.uhid)}/overview`);
  const pages = {
    navPatients: "/patients",
    navAttention: "/attention",
    devicesButton: "/settings/devices",
  };
  for (const name of ["navPatients", "navAttention", "devicesButton"] as const) {
    await desk.at(name).click();
    await page.waitForURL(`**${pages[name]}`);
  }
  await desk.goTo("/settings/nothing");
  await page.getByText("There is no such page").waitFor();
  await desk.goTo("/patients/PUN1-999999-X/overview");
  await page.getByText("There is no such page").waitFor();
});

test("keeps two patients in two windows of one desk apart", async () => {
  const { desk, savitri, made } = world;
  const other = await desk.another();
  await other.goTo(`/patients/${inAddress(made.uhid)}`);
  await desk.goTo(`/patients/${inAddress(savitri.uhid)}`);
  await desk.at("patientUhid").filter({ hasText: savitri.uhid }).waitFor();
  if ((await other.at("username").count()) > 0)
    await other.signIn(world.product.credentials.branch_staff);
  await other.at("patientUhid").filter({ hasText: made.uhid }).waitFor();
  expect(await desk.at("patientUhid").textContent()).toBe(savitri.uhid);
  await other.page.close();
});

test("corrects a telephone number, and changes nothing else", async () => {
  const { desk, savitri } = world;
  const before = (await world.branch.get(`/v1/patients/${savitri.id}`)).body;
  await desk.goTo(`/patients/${inAddress(savitri.uhid)}/details`);
  await desk.at("fieldPhone").fill("12");
  await desk.at("saveDetails").click();
  await desk.page.locator(".field-fault").first().waitFor();
  // Two digits of an Indian number are missing.
  await desk.at("fieldPhone").fill("+91 98220129");
  await desk.at("saveDetails").click();
  await desk.page.locator(".field-fault").first().waitFor();
  await desk.at("fieldPhone").fill("9822012999");
  await desk.at("saveDetails").click();
  await desk.page.getByText(`Saved: ${known.name}`).waitFor();
  await desk.at("walkIn").waitFor();
  const after = (await world.branch.get(`/v1/patients/${savitri.id}`)).body;
  expect(after).toMatchObject({ phone: "+919822012999", name: before["name"], dob: before["dob"] });
  expect(after["address"]).toEqual(before["address"]);
});

test("keeps a correction that was begun over another page, and saves it from there", async () => {
  const { desk, savitri } = world;
  const path = `/v1/patients/${savitri.id}`;
  await desk.goTo(`/patients/${inAddress(savitri.uhid)}/details`);
  await desk.at("fieldPhone").fill("9822012888");
  await desk.at("navToday").click();
  const line = desk.at("unfinishedForm").filter({ hasText: "You were correcting the details of" });
  await line.getByTestId("continue-draft").click();
  await expect.poll(() => desk.at("fieldPhone").inputValue()).toBe("9822012888");
  await desk.page.getByTestId("chart-overview").click();
  await desk.at("walkIn").waitFor();
  await desk.at("bannerEdit").click();
  await desk.at("draftOffer").getByTestId("continue-draft").click();
  await expect.poll(() => desk.at("fieldPhone").inputValue()).toBe("9822012888");
  // What saves is in sight without scrolling, and the way to it does not give its place to another.
  const { height = 0 } = desk.page.viewportSize() ?? {};
  const { y = 0 } = (await desk.at("saveDetails").boundingBox()) ?? {};
  expect(y).toBeLessThan(height);
  expect(await desk.at("bannerEdit").count()).toBe(1);
  await desk.at("saveDetails").click();
  await desk.page.getByText(`Saved: ${known.name}`).waitFor();
  expect((await world.branch.get(path)).body["phone"]).toBe("+919822012888");
  await desk.at("navToday").click();
  await line.waitFor({ state: "detached" });
  await world.branch.put(path, { phone: "9822012999" });
});

test("follows what another desk corrects meanwhile, replaces none of it unseen, and names what it would replace", async () => {
  const { desk, made, branch } = world;
  const path = `/v1/patients/${made.patientId}`;
  const { name, phone } = (await branch.get(path)).body;
  await desk.goTo(`/patients/${inAddress(made.uhid)}/details`);
  await desk.at("fieldName").fill("Indira B.");
  expect(await branch.put(path, { phone: "+919822013000" })).toMatchObject({ status: 200 });
  await expect.poll(() => desk.at("fieldPhone").inputValue()).toBe("+91 98220 13000");
  expect(await desk.at("changedElsewhere").count()).toBe(0);
  expect(await branch.put(path, { name: "Indira Bhosale" })).toMatchObject({ status: 200 });
  await desk.at("changedElsewhere").getByText("Indira Bhosale").waitFor();
  await desk.at("saveDetails").click();
  await desk.at("changedElsewhere").waitFor({ state: "detached" });
  const { body } = await branch.get(path);
  expect(body).toMatchObject({ name: "Indira B.", phone: "+919822013000" });
  await branch.put(path, { name, phone });
});

async function bookedFor(day: string, hour: string): Promise<string> {
  const body = {
    patient_id: world.savitri.id,
    provider_id: world.product.credentials.provider_id,
    slot_time: new Date(`${day}T${hour}:00+05:30`).toISOString(),
    source: "front_desk",
  };
  const made = await world.branch.post("/v1/appointments", body);
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

test("moves an appointment to a free time, and cancels it with a reason", async () => {
  const { desk, savitri, branch } = world;
  const [day, later] = [2, 3].map((days) => dayAtBranch(Date.now() + days * dayMs));
  const id = await bookedFor(day ?? "", "11:00");
  await desk.goTo(`/patients/${inAddress(savitri.uhid)}/overview`);
  await desk
    .at("nextVisit")
    .filter({ hasText: /^Next: .* · / })
    .waitFor();
  await desk.at("moveNextVisit").click();
  await desk.at("bookingDate").waitFor();
  await desk.page.keyboard.press("Escape");
  await desk.at("bookingDate").waitFor({ state: "detached" });
  await desk.goTo(`/patients/${inAddress(savitri.uhid)}/appointments`);
  const line = desk.at("chartAppointment").filter({ hasText: "11:00" }).first();
  await line.getByTestId("appointment-menu").click();
  await desk.page.getByTestId("appointment-move").click();
  await pressDay(desk.at("bookingDate"), later ?? "");
  // Also a day of the next month, in the week that both share, is marked as the chosen one.
  await desk.at("bookingDate").locator(`[data-day="${later}"][data-selected]`).waitFor();
  const free = desk
    .at("slot")
    .and(desk.page.locator(":enabled"))
    .filter({ hasNotText: /11:00|10:30/u })
    .last();
  const time = ((await free.textContent()) ?? "").trim();
  await free.click();
  await desk.page.getByText(new RegExp(`moved to .*${time}`, "u")).waitFor();
  const moved = (await branch.get(`/v1/appointments/${id}`)).body;
  expect(dayAtBranch(Date.parse(String(moved["slot_time"])))).toBe(later);

  const there = desk.at("chartAppointment").filter({ hasText: time }).first();
  await there.getByTestId("appointment-menu").click();
  await desk.page.getByTestId("appointment-cancel").click();
  await choose(desk.at("cancelReason"), "other");
  await desk.at("confirmCancel").click();
  await desk.page.getByText("Say why in a few words").waitFor();
  await desk.at("cancelNote").fill("Gone to her village");
  await desk.at("confirmCancel").click();
  await expect
    .poll(async () => (await branch.get(`/v1/appointments/${id}`)).body)
    .toMatchObject({ status: "cancelled", cancel_note: "Gone to her village" });
});

/** What of the form can have the focus. */
async function focusable(form: Locator): Promise<readonly Locator[]> {
  return form.locator("input:enabled, button:enabled, summary, [tabindex='0']").all();
}

test("hears Ctrl+Enter from everything in the registration that can have the focus", async () => {
  const { desk } = world;
  await desk.toToday();
  await desk.page.keyboard.press("F2");
  await desk.at("registration").waitFor();
  const places = await focusable(desk.at("registration"));
  expect(places.length).toBeGreaterThan(10);
  const deaf: string[] = [];
  for (const place of places) {
    if (!(await place.isVisible())) continue;
    // An empty form is refused: the marks say that the key was heard.
    await desk.at("fieldName").fill("x");
    await desk.at("fieldName").fill("");
    await place.focus();
    await desk.page.keyboard.press("Control+Enter");
    const heard = desk.page.locator(".field-fault").first();
    await heard.waitFor({ timeout: 2_000 }).catch(async () => {
      deaf.push(await place.evaluate("(element) => element.outerHTML.slice(0, 120)"));
    });
  }
  expect(deaf).toEqual([]);
  await desk.at("leaveForm").click();
});

test("gives the token that was wanted with the registration once, whatever is opened afterwards", async () => {
  const { desk, branch } = world;
  const { page } = desk;
  await desk.toToday();
  await page.keyboard.press("F2");
  await desk.at("fieldName").fill("Tara Bhide");
  await desk.at("fieldPhone").fill("9011224477");
  await desk.at("fieldDob").pressSequentially("05/06/1990");
  const gender = desk.at("registration").getByRole("radio").first();
  // On a busy machine the drawing that the birth date caused may come between the focus and the key.
  await expect
    .poll(async () => {
      await gender.focus();
      await page.keyboard.press("Space");
      return gender.isChecked();
    })
    .toBe(true);
  // Nobody is given the doctor of the patient before.
  expect(await desk.at("tokenDoctor").getAttribute("data-value")).toBe("");
  await choose(desk.at("tokenDoctor"), world.product.credentials.provider_id);
  await page.keyboard.press("Control+Enter");
  await desk.at("token").first().waitFor();
  await page.getByTestId("chart-visits").first().click();
  await page.getByTestId("chart-overview").first().click();
  await desk.at("walkIn").waitFor();
  await desk.toToday();
  await page.goBack();
  await desk.at("walkIn").waitFor();
  // Time for another one to be given.
  await delay(500);
  const [patient] = await branch.list("/v1/patients/search?q=9011224477");
  const visits = await branch.list(`/v1/appointments?patient_id=${String(patient?.["id"])}`);
  expect(visits).toHaveLength(1);
});

test("takes back a token that was given by mistake", async () => {
  const { desk, branch, made } = world;
  const body = { patient_id: made.patientId, provider_id: world.product.credentials.provider_id };
  const visit = (await branch.post("/v1/appointments", { ...body, source: "walk_in" })).body;
  await desk.toToday();
  const row = desk.at("queueEntry").filter({ hasText: String(visit["token_code"]) });
  await row.getByTestId("appointment-menu").click();
  await desk.page.getByTestId("appointment-cancel").click();
  await desk.at("cancelNote").fill("Wrong person");
  await desk.at("confirmCancel").click();
  await row.waitFor({ state: "detached" });
  const taken = only([(await branch.get(`/v1/appointments/${String(visit["id"])}`)).body]);
  expect(taken).toMatchObject({ status: "cancelled", cancel_note: "Wrong person" });
});

test("lists patients by filters that stand in the address, over a reload and Back", async () => {
  const { desk, savitri } = world;
  const { page } = desk;
  await desk.at("navPatients").click();
  await desk.at("patientRow").first().waitFor();
  const all = await desk.at("patientRow").count();
  expect(all).toBe(50);
  await desk.at("listMore").click();
  await expect.poll(() => desk.at("patientRow").count()).toBeGreaterThan(all);
  await choose(desk.at("listOrder"), "name");
  await expect
    .poll(async () => {
      const names = await desk.at("patientRow").locator("strong").allTextContents();
      return names.slice(0, 20);
    })
    .toEqual(await firstNames());
  await desk.at("listSearch").fill("savitir");
  await choose(desk.at("listGender"), "female");
  const row = desk.at("patientRow").filter({ hasText: savitri.uhid });
  await row.waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("savitir");
  await page.reload();
  await row.waitFor();
  await row.dblclick();
  await desk.at("patientUhid").filter({ hasText: savitri.uhid }).waitFor();
  await page.goBack();
  await row.waitFor();
  await choose(desk.at("listGender"), "male");
  await row.waitFor({ state: "detached" });
});

async function firstNames(): Promise<readonly unknown[]> {
  const patients = await world.branch.list("/v1/patients?sort=name&limit=20");
  return patients.map(({ name }) => name);
}

test("leads from the first that a search found to all of them", async () => {
  const { desk } = world;
  await desk.toToday();
  await desk.search("98");
  await desk.at("allFound").click();
  await expect.poll(() => desk.at("patientRow").count()).toBeGreaterThan(12);
  expect(await desk.at("listSearch").inputValue()).toBe("98");
});
