import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { en } from "@edgeward/branch-node/ui/i18n/en.ts";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { barriersOn, focusOf, tabAround, tabTo } from "./barriers.ts";
import { callerAt, type ClinicalCaller, type WireRecord } from "./clinical-calls.ts";
import { pictureAll, Screen } from "./desk.ts";
import { writeRegister } from "./patient-register.ts";
import { startProduct, type Person, type RunningProduct } from "./running-product.ts";
import { scanSlip, slipPictures } from "./slips.ts";
import { isSignedBy, startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const known = {
  name: "सावित्री फुले",
  gender: "female",
  dob: "1961-01-03",
  phone: "9822012345",
  abha_id: "91-1234-5678-9012",
  identifiers: [{ type: "mrn", value: "OLD/7731" }],
};
const newcomer = { name: "इंदिरा भोसले", phone: "9011224466", dob: "12/04/1988" };
/** The English catalog, but for what is written the same in every language. */
const alike = ["patient.none", "patient.uhid"];
const englishSentences: ReadonlySet<string> = new Set(
  Object.entries(en)
    .filter(([name]) => !alike.includes(name))
    .map(([, text]) => text),
);
const idShape = z.object({ id: z.string(), uhid: z.string() });
const dayMs = 86_400_000;

let product: RunningProduct;
let hub: ClinicalCaller;
let branch: ClinicalCaller;
let receiver: WebhookReceiver;
let desk: Screen;
let secondDesk: Screen;
let doctor: Screen;
let board: Screen;
let savitri: z.output<typeof idShape>;
/** What the desk makes while it is cut off. */
const made = { patientId: "", uhid: "", walkInId: "", bookingId: "", encounterId: "", secret: "" };
const screens: Screen[] = [];

async function openScreen(): Promise<Screen> {
  if (browser === null) throw new Error(fault);
  const screen = await Screen.open(browser, product.credentials.branch);
  screens.push(screen);
  return screen;
}

async function openDesk(person: Person): Promise<Screen> {
  const screen = await openScreen();
  await screen.goTo("/desk");
  await screen.signIn(person);
  return screen;
}

// The branch's clock is India's.
const zoneMs = 19_800_000;

function dayAtBranch(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(0, 10);
}

function timeAtBranch(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(11, 16);
}

function only(records: readonly WireRecord[]): WireRecord {
  expect(records).toHaveLength(1);
  return records[0] ?? {};
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`The path in a browser is not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  receiver = await startReceiver();
  hub = await callerAt("hub", product.credentials);
  branch = await callerAt("branch", product.credentials);
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(screens)}`);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await receiver?.close();
  await product?.stop();
});

test("takes over another practice's register, row by row, and once only", async () => {
  const file = join(product.folder, "register.csv");
  writeRegister(file);
  const command = ["import", "patients", file, "--country", "US", "--json"];
  const first = await product.edgeward(...command);
  const second = await product.edgeward(...command);

  const rejects = [
    { line: 20, field: "gender", reason: expect.any(String) },
    { line: 21, field: "dob", reason: expect.any(String) },
  ];
  expect(JSON.parse(first.stdout)).toMatchObject({
    rows: 20,
    registered: 18,
    rejected: 2,
    rejects,
  });
  expect(JSON.parse(second.stdout)).toMatchObject({
    registered: 0,
    already_there: 18,
    rejected: 2,
  });
  expect([first.code, second.code]).toEqual([3, 3]);
  const casts = await hub.list("/v1/patients/search?q=Castellanos");
  expect(only(casts)).toMatchObject({ dob: "1957-04-16", phone: "+16175550104", gender: "male" });
});

test("goes on at the branch with the hub cut off, knowing what the hub knew", async () => {
  savitri = idShape.parse((await hub.post("/v1/patients", known)).body);
  await until("the branch knows the hub's newest patient", 15_000, async () => {
    return (await branch.get(`/v1/patients/${savitri.id}`)).status === 200;
  });
  const { code, stdout } = await product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});

test("signs staff in during the outage, and tells a wrong password from a right one", async () => {
  const { branch_staff: clerk } = product.credentials;
  desk = await openScreen();
  await desk.goTo("/desk");
  await desk.at("username").fill(clerk.username);
  await desk.at("password").fill("not-the-password");
  await desk.at("signInButton").click();
  expect(await desk.at("fault").textContent()).toContain("Username or password is wrong.");

  await desk.signIn(clerk);
  const strip = desk.at("statusStrip");
  await strip.getByText(/Offline since \d\d:\d\d/u).waitFor();
  expect(await focusOf(desk.page)).toMatchObject({ testName: "search", isSeen: true });
});

test.each([
  ["a name in Latin letters", () => "savitri phu"],
  ["a name in Devanagari", () => "सावित्री"],
  ["a family name", () => "फुले"],
  ["a telephone number", () => "98220 12345"],
  ["the last four digits of a telephone number", () => "2345"],
  ["the UHID", () => savitri.uhid],
  ["the number of an older register", () => "OLD/7731"],
  ["the ABHA number", () => "91-1234-5678-9012"],
])("finds a patient as somebody types %s", async (_what, text) => {
  await desk.search(text());
  expect(await desk.found()).toContainEqual(expect.stringContaining(savitri.uhid));
});

test("finds whom the other practice's register brought, by the number they had there", async () => {
  await desk.search("BOS-1004");
  expect(await desk.found()).toEqual([expect.stringContaining("Logan Castellanos")]);
});

test("says that there are more than it shows", async () => {
  await desk.search("sh");
  expect(await desk.found()).toHaveLength(12);
  await desk.page.getByText("the first 12 found").waitFor();
});

test("shows a probable duplicate beside the form while somebody is being registered", async () => {
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").fill("Savitri Fule");
  await desk.at("fieldDob").fill("03/01/1961");
  const duplicate = desk.at("duplicate").filter({ hasText: savitri.uhid });
  await duplicate.waitFor();
  expect(await duplicate.textContent()).toContain(known.name);
});

test("registers a patient with a Hindi name by the keyboard alone, under a UHID of the branch", async () => {
  const { keyboard } = desk.page;
  await desk.page.reload();
  await desk.at("search").waitFor();
  await keyboard.press("F2");
  await keyboard.type(newcomer.name);
  await keyboard.press("Tab");
  await keyboard.type(newcomer.phone);
  await keyboard.press("Tab");
  await keyboard.type(newcomer.dob);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await desk.at("patientName").filter({ hasText: newcomer.name }).waitFor();

  made.uhid = (await desk.at("patientUhid").textContent()) ?? "";
  expect(made.uhid).toMatch(/^PUN1-\d{6}-[0-9A-Z]$/u);
  const patient = only(await branch.list(`/v1/patients/search?q=${made.uhid}`));
  expect(patient).toMatchObject({
    name: newcomer.name,
    phone: "+919011224466",
    dob: "1988-04-12",
    gender: "female",
    sync_state: "pending",
  });
  made.patientId = String(patient["id"]);
});

test("gives a token that every other screen of the branch shows", async () => {
  doctor = await openDesk(product.credentials.branch_doctor);
  board = await openScreen();
  await board.goTo("/display/all");
  await board.at("boardWaiting").waitFor();
  await desk.at("provider").selectOption(product.credentials.provider_id);

  const pressed = performance.now();
  await desk.at("walkIn").click();
  const [token] = await Promise.all([
    desk.at("token").textContent(),
    doctor.entryOf(newcomer.name).waitFor(),
    board.at("boardWaiting").getByRole("listitem").first().waitFor(),
  ]);
  const ms = Math.round(performance.now() - pressed);
  console.log(`From the press to the token at the doctor's and on the board: ${ms} ms`);
  expect(token).toMatch(/\S/u);
  expect(await board.at("boardWaiting").textContent()).toContain(token);
  expect(await doctor.entryOf(newcomer.name).textContent()).toContain(token);
  expect(await board.at("board").textContent()).not.toContain(newcomer.name);
});

test("prints the token's slip, whose code names the appointment", async () => {
  const appointments = await branch.list(`/v1/appointments?patient_id=${made.patientId}`);
  made.walkInId = String(only(appointments)["id"]);
  await until("the slip is printed", 15_000, async () => {
    const jobs = await branch.list("/v1/print-jobs?status=printed");
    return jobs.some((job) => job["source_id"] === made.walkInId);
  });
  await until(
    "the paper lies in its folder",
    20_000,
    () => slipPictures(product.folder).length > 0,
  );
  const [slip = "", ...more] = slipPictures(product.folder);
  expect(more).toEqual([]);
  expect(await scanSlip(slip)).toBe(`EW1:T:${made.walkInId}`);
});

test("books a free slot, and offers other times to whoever asks for the same one a moment later", async () => {
  const tomorrow = dayAtBranch(Date.now() + dayMs);
  secondDesk = await openDesk(product.credentials.branch_staff);
  for (const screen of [desk, secondDesk]) {
    await screen.openPatient(savitri.uhid, savitri.uhid);
    await screen.at("book").click();
    await screen.at("bookingProvider").selectOption(product.credentials.provider_id);
    await screen.at("bookingDate").fill(tomorrow);
    await screen.at("slot").filter({ hasText: "10:30" }).waitFor();
  }
  // On the second screen the news of the first one's booking is slow.
  const slots = "**/v1/appointments/slots?*";
  await secondDesk.page.route(slots, () => {});
  await desk.at("slot").filter({ hasText: "10:30" }).click();
  await desk.page.getByText(/Booked for .*10:30/u).waitFor();

  await secondDesk.at("slot").filter({ hasText: "10:30" }).click();
  await secondDesk.at("suggestion").first().waitFor();
  const offered = await secondDesk.at("suggestion").allTextContents();
  expect(offered).toHaveLength(5);
  expect(offered.join()).not.toContain("10:30");
  await secondDesk.page.unroute(slots);

  const day = `date_from=${tomorrow}&date_to=${tomorrow}`;
  const booked = only(await branch.list(`/v1/appointments?${day}`));
  expect(booked).toMatchObject({ patient_id: savitri.id, status: "booked" });
  made.bookingId = String(booked["id"]);
});

test("takes a doctor from the queue through a visit to its end", async () => {
  await doctor.entryOf(newcomer.name).getByTestId("open-encounter").click();
  await doctor.at("chiefComplaint").fill("तीन दिन से बुखार");
  await doctor.at("completeEncounter").click();
  await doctor.page.getByText("Give the diagnosis before completing the visit").waitFor();

  await doctor.at("diagnosisCode").fill("J06.9");
  await doctor.at("notes").fill("Throat red, chest clear.\nParacetamol, fluids, rest.");
  await doctor.at("disposition").selectOption("home");
  await doctor.at("completeEncounter").click();
  await doctor.at("encounter").waitFor({ state: "detached" });
  await doctor.page.getByRole("button", { name: "Open तीन दिन से बुखार" }).waitFor();

  const encounter = only(await branch.list(`/v1/encounters?patient_id=${made.patientId}`));
  expect(encounter).toMatchObject({
    visit_status: "completed",
    diagnosis_code: "J06.9",
    disposition: "home",
    appointment_id: made.walkInId,
    doctor_id: product.credentials.provider_id,
  });
  made.encounterId = String(encounter["id"]);
  await desk.page.locator(".queue-done .count", { hasText: "1" }).waitFor();
});

test("says since when it is offline, how much waits to be sent, and how old the oldest of it is", async () => {
  const { body } = await branch.get("/v1/sync/status");
  const status = z.object({ state: z.string(), since: z.string(), unsent: z.number() }).parse(body);
  expect(status.state).toBe("offline");
  expect(status.unsent).toBeGreaterThanOrEqual(5);
  const said = await desk.at("statusStrip").textContent();
  expect(said).toContain(
    `Offline since ${timeAtBranch(Date.parse(status.since))}. Work goes on here`,
  );
  expect(said).toContain(`${status.unsent} changes waiting to be sent · oldest `);

  await desk.at("syncButton").first().click();
  const panel = await desk.at("syncPanel").textContent();
  expect(panel).toContain("it is sent by itself when the connection is back");
  expect(panel).toContain(`Waiting to be sent${status.unsent}`);
  await desk.page.keyboard.press("Escape");
  await desk.at("syncPanel").waitFor({ state: "detached" });
});

test("keeps the session over a reload, with the hub still cut off", async () => {
  await desk.page.reload();
  await desk.at("search").waitFor();
  expect(await desk.at("signIn").count()).toBe(0);
  await desk.page.getByText(/Offline since/u).waitFor();
});

test("hands everything to the hub when the line is back, each record once and under its number", async () => {
  const added = await product.edgeward("webhooks", "add", "--url", receiver.url, "--json");
  made.secret = z
    .object({ signing_secret: z.string() })
    .parse(JSON.parse(added.stdout)).signing_secret;
  expect((await hub.get(`/v1/patients/${made.patientId}`)).status).toBe(404);
  await desk.openPatient(made.uhid, made.uhid);
  expect((await product.edgeward("outage", "off")).code).toBe(0);
  await desk.page.getByText("Online. Everything is at the hub").waitFor({ timeout: 30_000 });

  const patient = only(await hub.list(`/v1/patients/search?q=${made.uhid}`));
  expect(patient).toMatchObject({ id: made.patientId, uhid: made.uhid, name: newcomer.name });
  const visits = await hub.list(`/v1/appointments?patient_id=${made.patientId}`);
  expect(only(visits)).toMatchObject({ id: made.walkInId, status: "completed" });
  const bookings = await hub.list(`/v1/appointments?patient_id=${savitri.id}`);
  expect(only(bookings)).toMatchObject({ id: made.bookingId, status: "booked" });
  const encounters = await hub.list(`/v1/encounters?patient_id=${made.patientId}`);
  expect(only(encounters)).toMatchObject({ id: made.encounterId, visit_status: "completed" });
});

test("shows on the open desk, without a reload, what is corrected at the hub", async () => {
  const name = "इंदिरा विलास भोसले";
  const { status } = await hub.put(`/v1/patients/${made.patientId}`, { name });
  expect(status).toBe(200);
  await desk.at("patientName").filter({ hasText: name }).waitFor();
  expect(await desk.at("patientUhid").textContent()).toBe(made.uhid);
});

test("shows on the open desk a booking that the hub sold of the branch's online slots", async () => {
  const provider = product.credentials.provider_id;
  const [today, tomorrow] = [dayAtBranch(Date.now()), dayAtBranch(Date.now() + dayMs)];
  const range = `date_from=${today}&date_to=${tomorrow}`;
  const slots = await hub.list(`/v1/appointments/slots?provider_id=${provider}&${range}`);
  const start = String(slots.find(({ available }) => available === true)?.["start_at"]);
  const [day, time] = [dayAtBranch(Date.parse(start)), timeAtBranch(Date.parse(start))];
  await desk.at("book").click();
  await desk.at("bookingProvider").selectOption(provider);
  await desk.at("bookingDate").fill(day);
  const place = desk.at("slot").filter({ hasText: time });
  await place.filter({ hasText: "kept for online" }).waitFor();

  const body = { patient_id: savitri.id, provider_id: provider, slot_time: start, source: "web" };
  const { status, body: sold } = await hub.post("/v1/appointments", body);
  expect(status).toBe(201);
  await until("the branch has the booking", 10_000, async () => {
    return (await branch.get(`/v1/appointments/${String(sold["id"])}`)).status === 200;
  });
  // The queue is today's; late in the evening the next online slot is tomorrow's.
  const entries = desk.at("queueEntry").filter({ hasText: time }).filter({ hasText: known.name });
  if (day === today) await entries.waitFor();
  expect(await entries.count()).toBe(day === today ? 1 : 0);
});

test("tells a receiver of each event once, under a signature that it can check", async () => {
  const expected = [
    ["patient.created", made.patientId],
    ["appointment.booked", made.walkInId],
    ["appointment.booked", made.bookingId],
    ["encounter.completed", made.encounterId],
  ] as const;
  await until("every event has come", 20_000, () =>
    expected.every(([type, id]) => receiver.about(type, id).length > 0),
  );
  for (const [type, id] of expected) {
    const [delivery, ...again] = receiver.about(type, id);
    expect(again).toEqual([]);
    expect(delivery?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": type,
      "x-service-id": delivery?.event.id,
      "x-service-tenant": product.credentials.tenant_id,
      "x-service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/u),
      "x-service-attempt": "1",
    });
    expect(delivery !== undefined && isSignedBy(made.secret, delivery)).toBe(true);
    expect(delivery !== undefined && isSignedBy(`${made.secret}x`, delivery)).toBe(false);
  }
  const ids = receiver.deliveries.map(({ event }) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(receiver.deliveries.map(({ raw }) => raw.toString()).join()).not.toContain("भोसले");
});

const languages = ["en", "hi"] as const;

/** Every page and form that stands on the way of a patient, one after the other, in one language. */
async function* visitScreens(language: "en" | "hi"): AsyncGenerator<readonly [string, Screen]> {
  const { branch_staff: clerk, provider_id: providerId } = product.credentials;
  const screen = await openScreen();
  await screen.goTo("/desk");
  await screen.speak(language);
  yield ["sign-in", screen];
  await screen.signIn(clerk);
  await screen.entryOf(known.name).or(screen.at("queue")).first().waitFor();
  yield ["desk", screen];
  await screen.search("sav");
  await screen.at("searchResult").first().waitFor();
  yield ["search results", screen];
  await screen.openPatient(savitri.uhid, savitri.uhid);
  yield ["patient", screen];
  await screen.at("book").click();
  await screen.at("bookingProvider").selectOption(providerId);
  await screen.at("slot").first().waitFor();
  yield ["booking", screen];
  await screen.at("syncButton").first().click();
  await screen.at("syncPanel").waitFor();
  yield ["sync panel", screen];
  await screen.page.keyboard.press("Escape");
  await screen.page.keyboard.press("F2");
  await screen.at("fieldName").waitFor();
  await screen.at("savePatient").click();
  yield ["registration with faults", screen];
  await screen.close();

  await doctor.speak(language);
  await doctor.openPatient(savitri.uhid, savitri.uhid);
  await doctor.at("openEncounter").first().click();
  await doctor.at("chiefComplaint").waitFor();
  yield ["encounter", doctor];
  yield ["waiting room", board];
}

test.each(languages)("puts no barrier in anybody's way, in %s", async (language) => {
  const found: Record<string, unknown> = {};
  for await (const [name, screen] of visitScreens(language)) {
    const { passes, violations } = await barriersOn(screen.page);
    expect(passes).toBeGreaterThan(5);
    if (violations.length > 0) found[name] = violations;
  }
  expect(found).toEqual({});
});

test("finds a barrier where there is one", async () => {
  const screen = await openScreen();
  await screen.page.setContent("<html><body><input><img src='x.png'></body></html>");
  const { violations } = await barriersOn(screen.page);
  expect(violations.map(({ id }) => id)).toEqual(expect.arrayContaining(["image-alt", "label"]));
  await screen.close();
});

test("speaks Hindi everywhere, with no sentence missing", async () => {
  for await (const [name, screen] of visitScreens("hi")) {
    // The waiting room's board speaks both languages at once.
    const words = await screen.words();
    const left = screen === board ? [] : words.filter((text) => englishSentences.has(text));
    expect({ name, left }).toEqual({ name, left: [] });
    expect(words.join()).toMatch(/\p{Script=Devanagari}/u);
  }
});

test("lets the Tab key reach everything, and shows where it is", async () => {
  await desk.speak("en");
  await desk.openPatient(savitri.uhid, savitri.uhid);
  await desk.at("book").click();
  await desk.at("slot").first().waitFor();
  await desk.at("search").focus();
  const stops = await tabAround(desk.page);
  expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  const reached = stops.map(({ testName }) => testName);
  const onTheWay = [
    "language",
    "sign-out",
    "open-sync",
    "new-patient",
    "provider",
    "walk-in",
    "book",
  ];
  const further = ["booking-provider", "booking-date", "slot", "queue-entry"];
  expect(reached).toEqual(expect.arrayContaining([...onTheWay, ...further]));
});

/** From the first part of a date field: raises the first of day, month and year that leads beyond today. */
async function chooseLaterDay(screen: Screen): Promise<void> {
  for (let part = 0; part < 3; part += 1) {
    await screen.page.keyboard.press("ArrowUp");
    if ((await screen.at("bookingDate").inputValue()) > dayAtBranch(Date.now())) return;
    await screen.page.keyboard.press("ArrowDown");
    await screen.page.keyboard.press("Tab");
  }
}

test("takes a returning patient from the door to the doctor and home without a mouse", async () => {
  const { keyboard } = desk.page;
  await keyboard.press("Control+k");
  await keyboard.type("BOS-1004");
  await keyboard.press("Enter");
  await desk.at("patientName").filter({ hasText: "Logan Castellanos" }).waitFor();
  await keyboard.press("Control+Enter");
  const token = (await desk.at("token").textContent()) ?? "";
  await tabTo(desk.page, "book");
  await keyboard.press("Enter");
  await tabTo(desk.page, "booking-date");
  await chooseLaterDay(desk);
  await desk.at("slot").and(desk.page.locator(":enabled")).first().waitFor();
  await tabTo(desk.page, "slot");
  await keyboard.press("Enter");
  await desk.page.getByText("Booked for").waitFor();

  await doctor.speak("en");
  await doctor.entryOf(token).waitFor();
  await tabTo(doctor.page, "call", "Logan Castellanos");
  await doctor.page.keyboard.press("Enter");
  await board.at("boardServing").getByText(token).waitFor();
  await tabTo(doctor.page, "open-encounter", "Logan Castellanos");
  await doctor.page.keyboard.press("Enter");
  await doctor.at("chiefComplaint").waitFor();
  await tabTo(doctor.page, "diagnosis-code");
  await doctor.page.keyboard.type("M54.5");
  await tabTo(doctor.page, "disposition");
  await doctor.page.keyboard.type("Home");
  await tabTo(doctor.page, "complete-encounter");
  await doctor.page.keyboard.press("Enter");
  await doctor.at("encounter").waitFor({ state: "detached" });
  const logan = only(await branch.list("/v1/patients/search?q=BOS-1004"));
  const encounter = only(await branch.list(`/v1/encounters?patient_id=${String(logan["id"])}`));
  expect(encounter).toMatchObject({ visit_status: "completed", diagnosis_code: "M54.5" });
});

test("has made no page complain on all that way", () => {
  expect(screens.length).toBeGreaterThan(5);
  expect(screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test("ends everything it started at one signal, with exit code 0", async () => {
  expect(await product.stop()).toBe(0);
  await expect(fetch(`${product.credentials.branch}/healthz`)).rejects.toThrow("fetch failed");
  await expect(fetch(`${product.credentials.hub}/healthz`)).rejects.toThrow("fetch failed");
});
