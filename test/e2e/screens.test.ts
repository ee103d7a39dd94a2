import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { Locator, Page } from "playwright-core";
import * as z from "zod";
import { setTimeout as delay } from "node:timers/promises";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { barriersOn } from "./barriers.ts";
import { filmCode } from "./camera-film.ts";
import { callerAt, type ClinicalCaller } from "./clinical-calls.ts";
import { choose, pictureAll, Screen, signOn } from "./desk.ts";
import { NetworkScanner } from "./network-scanner.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";
import { faultless, faultsInUrdu } from "./right-to-left.ts";
import { playScanner } from "./scanner-keys.ts";
import { scanSlip, slipPictures } from "./slips.ts";

const folder = mkdtempSync(join(tmpdir(), "edgeward-camera-"));
const film = join(folder, "film.mjpeg");
const { browser, fault } = await openBrowser([
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${film}`,
]);
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const savitri = {
  name: "Savitri Phule",
  gender: "female",
  dob: "1961-01-03",
  phone: "9822011111",
  abha_id: "91-4444-5678-9012",
};
const newcomer = { name: "Indira Bhosale", phone: "9811022222", year: "1988" };
const card = {
  hidn: "91-7777-5678-9012",
  hid: "meera.k@abdm",
  name: "Meera Kulkarni",
  gender: "F",
  dob: "12/04/1979",
  mobile: "9811033333",
  district_name: "PUNE",
  "state name": "MAHARASHTRA",
};

let product: RunningProduct;
let branch: ClinicalCaller;
let desk: Screen;
let kiosk: Screen;
let tablet: Screen;
let scanner: NetworkScanner;
let known: { readonly id: string; readonly uhid: string };
const screens: Screen[] = [];

async function openScreen(): Promise<Screen> {
  if (browser === null) throw new Error(fault);
  const screen = await Screen.open(browser, product.credentials.branch);
  screens.push(screen);
  return screen;
}

function at(screen: Screen, testId: string) {
  return screen.page.getByTestId(testId);
}

/** Types a number on the kiosk's own keys. */
async function pressDigits(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

/** Types a name on the kiosk's own keyboard, which begins each word with a capital by itself. */
async function pressLetters(page: Page, name: string): Promise<void> {
  for (const letter of name) {
    const key = letter === " " ? "Space" : letter;
    await page
      .getByTestId("kiosk-keyboard")
      .getByRole("button", { name: key, exact: true })
      .click();
  }
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Kiosks, tablets and scanners in a browser are not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  branch = await callerAt("branch", product.credentials);
  const made = (await branch.post("/v1/patients", savitri)).body;
  known = { id: String(made["id"]), uhid: String(made["uhid"]) };
  desk = await openScreen();
  await desk.goTo("/desk");
  await desk.signIn(product.credentials.branch_manager);
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(screens)}`);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (browser === null) return;
  await browser.close();
  await scanner?.stop();
  await product?.stop();
});

/** Adds a screen at the desk and asks for its code. @returns the code */
async function offerCode(name: string, type: "kiosk" | "bedside_tablet"): Promise<string> {
  await desk.at("screenName").fill(name);
  await choose(desk.at("screenType"), type);
  await desk.at("addScreen").click();
  const row = desk.at("screen").filter({ hasText: name });
  await row.getByTestId("pair-screen").click();
  return (await row.getByTestId("pairing-code").textContent()) ?? "";
}

test("needs no hub for anything of this: the link is cut", async () => {
  const { code, stdout } = await product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});

test("pairs a kiosk by the code that the desk shows", async () => {
  await desk.at("screensButton").click();
  const code = await offerCode("Entrance", "kiosk");
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });

  kiosk = await openScreen();
  await kiosk.goTo("/kiosk");
  await kiosk.at("deviceCode").fill("WRONGCOD");
  await kiosk.at("pairDevice").click();
  await kiosk.at("fault").waitFor();
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });

  await kiosk.at("deviceCode").fill(code);
  await kiosk.at("pairDevice").click();
  await kiosk.at("kiosk").waitFor();
  // The desk sees it come, and the card with the code goes.
  const row = desk.at("screen").filter({ hasText: "Entrance" });
  await row.getByText("Online").waitFor();
  await row.getByTestId("pairing-card").waitFor({ state: "detached" });
});

test("keeps a key that the page itself cannot read", async () => {
  const found = await kiosk.page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("edgeward-device", 1);
    opening.onsuccess = () => {
      const read = opening.result.transaction("identity").objectStore("identity").get("kiosk");
      read.onsuccess = () => {
        const { privateKey } = read.result.keys;
        crypto.subtle.exportKey("jwk", privateKey).then(
          () => resolve("exported"),
          (error) => resolve([privateKey.extractable, error.name]),
        );
      };
    };
  })`);
  expect(found).toEqual([false, "InvalidAccessError"]);
});

test("checks somebody in by telephone and year of birth, with a slip, and shows no name", async () => {
  const before = slipPictures(product.folder).length;
  await at(kiosk, "kiosk-language-en").click();
  await kiosk.at("kioskByPhone").click();
  await pressDigits(kiosk.page, savitri.phone);
  await kiosk.at("kioskNext").click();
  await pressDigits(kiosk.page, "1961");
  await kiosk.at("kioskNext").click();
  const match = kiosk.at("kioskMatch").first();
  expect(await match.textContent()).toContain("S•••••• P••••born 1961");
  expect((await kiosk.words()).join(" ")).not.toContain("Savitri");
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await match.click();
  await kiosk.at("kioskDepartment").first().click();
  const token = (await kiosk.at("kioskToken").textContent()) ?? "";
  expect(token).toMatch(/^[A-Z]{3}-\d{3}$/u);
  await desk.toToday();
  await desk.entryOf(savitri.name).waitFor({ state: "attached" });
  await until("the slip is printed", 10_000, () => slipPictures(product.folder).length > before);
  await kiosk.at("kioskFinish").click();
  await at(kiosk, "kiosk-language-en").waitFor();
});

test("finds somebody by the slip's code in Hindi, and gives the same token", async () => {
  const slip = slipPictures(product.folder).at(-1) ?? "";
  const code = (await scanSlip(slip)) ?? "";
  expect(code).toMatch(/^EW1:T:apt_/u);
  await at(kiosk, "kiosk-language-hi").click();
  await kiosk.page.locator("html[lang=hi]").waitFor({ state: "attached" });
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await playScanner(kiosk.page, code);
  await kiosk.at("kioskMatch").first().click();
  await kiosk.at("kioskToken").waitFor();
  const queue = await branch.list("/v1/appointments");
  expect(queue.filter((row) => row["patient_id"] === known.id)).toHaveLength(1);
  await kiosk.at("kioskFinish").click();
});

test("registers who is new, flagged until the desk has checked who it is", async () => {
  await at(kiosk, "kiosk-language-en").click();
  await kiosk.at("kioskByPhone").click();
  await pressDigits(kiosk.page, newcomer.phone);
  await kiosk.at("kioskNext").click();
  await pressDigits(kiosk.page, newcomer.year);
  await kiosk.at("kioskNext").click();
  await kiosk.at("kioskNew").click();
  await pressLetters(kiosk.page, newcomer.name);
  expect(await kiosk.at("kioskName").inputValue()).toBe(newcomer.name);
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await kiosk.at("kioskNext").click();
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await at(kiosk, "kiosk-gender-female").click();
  await kiosk.at("kioskDepartment").first().click();
  await kiosk.at("kioskToken").waitFor();
  await kiosk.at("kioskFinish").click();

  await desk.page.keyboard.press("Escape");
  await desk.at("notifications").click();
  await desk.page.getByRole("menuitem", { name: "Identity to check" }).click();
  const waiting = desk.at("unverifiedPatient").filter({ hasText: newcomer.name });
  await waiting.waitFor();
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await waiting.getByRole("link").click();
  await desk.at("unverified").waitFor();
  await desk.at("verifyIdentity").click();
  await desk.at("unverified").waitFor({ state: "detached" });
});

test("opens the patient at the desk whose code a keyboard scanner reads, and leaves what was typed", async () => {
  await desk.search("half a na");
  // The test types as quickly as a scanner; a person's hand leaves the keys before it takes up a scanner.
  await delay(200);
  await playScanner(desk.page, known.uhid);
  await desk.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  expect(await desk.at("search").inputValue()).toBe("half a na");

  await desk.search("");
  await playScanner(desk.page, `${known.uhid.slice(0, -1)}${known.uhid.endsWith("A") ? "B" : "A"}`);
  await desk.at("scanNotice").getByText("misread").waitFor();
});

test("opens the patient whose code is held before the camera, by this node's own decoder", async () => {
  await desk.search("");
  // A reload keeps the page, and there the patient is open already.
  await desk.toToday();
  const fetched: string[] = [];
  desk.page.on("request", (request) => fetched.push(request.url()));
  await desk.page.reload();
  await desk.at("search").waitFor();
  filmCode(film, { kind: "qr", content: `EW1:P:${known.uhid}` });
  await desk.page.context().grantPermissions(["camera"]);
  await desk.at("cameraButton").click();
  await desk.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  await desk.at("cameraPanel").waitFor({ state: "detached" });
  const programs = fetched.filter((url) => url.includes(".wasm"));
  expect(programs).toHaveLength(1);
  expect(programs[0]).toMatch(new RegExp(`^${product.credentials.branch}/ui/assets/`, "u"));
});

/** How large the picture is that a place of the page shows; it waits until one is there. */
async function pictureIn(place: Locator): Promise<{ width: number; height: number; src: string }> {
  const src = (await place.locator("img").getAttribute("src")) ?? "";
  const size = await place.page().evaluate(`new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.src = ${JSON.stringify(src)};
  })`);
  return { src, ...z.object({ width: z.number(), height: z.number() }).parse(size) };
}

function landscape(): Buffer {
  const canvas = createCanvas(1_200, 700);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "firebrick";
  drawing.fillRect(0, 0, 1_200, 700);
  return canvas.toBuffer("image/png");
}

test("takes a photo at registration, tells namesakes apart by it, replaces it by a file and takes it away, without the hub", async () => {
  const name = "Tarabai Shinde";
  await branch.post("/v1/patients", { name, gender: "female", dob: "1950-01-01" });
  const clerk = await openScreen();
  await clerk.page.context().grantPermissions(["camera"]);
  await clerk.goTo("/desk");
  await clerk.signIn(product.credentials.branch_staff);
  await clerk.page.keyboard.press("F2");
  await clerk.at("fieldName").fill(name);
  await clerk.at("fieldDob").fill("02/02/1952");
  await at(clerk, "gender-female").click();
  await clerk.at("takePhoto").click();
  await clerk.page.locator("video").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.at("shootPhoto").click();
  await pictureIn(clerk.page.locator(".registration-photo"));
  await clerk.at("savePatient").click();
  const banner = clerk.at("chartBanner");
  const taken = await pictureIn(banner);
  expect(taken.width).toBe(taken.height);
  expect(taken.width).toBeLessThanOrEqual(480);

  await clerk.search(name);
  const results = clerk.at("searchResult").filter({ hasText: name });
  await expect.poll(() => results.count()).toBe(2);
  await expect.poll(() => results.locator("img").count()).toBe(1);
  expect(await results.locator(".face").filter({ hasText: "TS" }).count()).toBe(1);
  await clerk.page.keyboard.press("Escape");
  await clerk.at("navPatients").click();
  const rows = clerk.at("patientRow").filter({ hasText: name });
  await rows.locator("img").waitFor();
  expect([await rows.count(), await rows.locator("img").count()]).toEqual([2, 1]);
  await rows.filter({ has: clerk.page.locator("img") }).dblclick();

  await clerk.at("bannerEdit").click();
  const file = { name: "face.jpg", mimeType: "image/jpeg" };
  await clerk.at("photoFile").setInputFiles({ ...file, buffer: Buffer.from("no picture") });
  await clerk.page.getByText("This file is no picture").waitFor();
  await clerk.at("photoFile").setInputFiles({ ...file, buffer: landscape() });
  // That the one before it was saved may still be said.
  await clerk.page.getByText(`Photo saved: ${name}`).last().waitFor();
  await expect.poll(async () => (await pictureIn(banner)).src).not.toBe(taken.src);
  expect(await pictureIn(banner)).toMatchObject({ width: 480, height: 480 });
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.at("removePhoto").click();
  await banner.locator(".face").filter({ hasText: "TS" }).waitFor();
  expect(await banner.locator("img").count()).toBe(0);
  await clerk.close();
});

test("does not take a person's typing for a scanner", async () => {
  await desk.search(known.uhid);
  await desk.page.keyboard.type("/", { delay: 90 });
  await desk.page.keyboard.press("Backspace");
  expect(await desk.at("search").inputValue()).toBe(known.uhid);
});

test("fills the registration of an unknown person with what the ABHA card says", async () => {
  await desk.page.reload();
  await desk.at("search").waitFor();
  await playScanner(desk.page, JSON.stringify(card));
  await desk.at("registration").waitFor();
  expect(await desk.at("fieldName").inputValue()).toBe(card.name);
  expect(await desk.at("fieldPhone").inputValue()).toBe(card.mobile);
  expect(await desk.at("fieldAbha").inputValue()).toBe(card.hidn);
});

test("opens the patient whose code the branch's own scanner reads", async () => {
  scanner = await NetworkScanner.start();
  await desk.page.reload();
  await desk.at("search").waitFor();
  await desk.at("screensButton").click();
  await desk.at("screenName").fill("Desk scanner");
  await choose(desk.at("screenType"), "scanner");
  await desk.at("scannerAddress").fill(`127.0.0.1:${scanner.port}`);
  await desk.at("addScreen").click();
  await desk.at("screen").filter({ hasText: "Desk scanner" }).getByText("Online").waitFor();
  await desk.page.keyboard.press("Escape");
  await until("the branch has opened it", 20_000, () => scanner.isOpen);
  await desk.page.bringToFront();
  await until("the patient is open", 10_000, async () => {
    scanner.scan(known.uhid);
    await delay(400);
    return desk.at("patientUhid").filter({ hasText: known.uhid }).isVisible();
  });
  expect(await desk.at("patientName").textContent()).toBe(savitri.name);
});

test("locks the kiosk, lets it in again, and takes it away", async () => {
  await desk.at("screensButton").click();
  const row = desk.at("screen").filter({ hasText: "Entrance" });
  await at(kiosk, "kiosk-language-en").click();
  const locked = kiosk.page.getByText("This device has been locked").waitFor();
  const pressed = performance.now();
  await row.getByTestId("lock-screen").click({ noWaitAfter: true });
  await locked;
  console.log(`From the press to the locked kiosk: ${Math.round(performance.now() - pressed)} ms`);
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });

  await row.getByTestId("unlock-screen").click();
  await kiosk.at("kiosk").waitFor();
  // Nothing of the visit that was interrupted is left.
  await at(kiosk, "kiosk-language-en").waitFor();

  await row.getByTestId("remove-screen").click();
  await row.getByTestId("remove-screen").click();
  await kiosk.at("deviceCode").waitFor();
});

test("is left by staff with username and PIN alone", async () => {
  const code = await offerCode("Second entrance", "kiosk");
  await kiosk.at("deviceCode").fill(code);
  await kiosk.at("pairDevice").click();
  await kiosk.at("kioskStaff").click();
  const { username, pin } = product.credentials.branch_staff;
  await kiosk.at("kioskUsername").focus();
  for (const letter of username) {
    await kiosk.page.getByRole("button", { name: letter, exact: true }).click();
  }
  expect(await kiosk.at("kioskUsername").inputValue()).toBe(username);
  await kiosk.at("kioskPin").fill(pin === "000000" ? "111111" : "000000");
  await kiosk.at("kioskLeave").click();
  await kiosk.at("fault").waitFor();
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await kiosk.at("kioskPin").fill(pin);
  await kiosk.at("kioskLeave").click();
  await kiosk.page.waitForURL(/\/desk$/u);
  // A kiosk that shows another page is missed at the desk within ten seconds.
  const gone = desk.at("statusStrip").getByText("Second entrance is offline");
  await gone.waitFor({ timeout: 10_000 });
});

/** A draft that is saved again while nothing of it reaches the visit holds what was measured, also beside a note. */
async function loseTheWayToTheVisit(): Promise<void> {
  const visits = "**/v1/encounters/*";
  await tablet.page.route(visits, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await tablet.at("bedsideNote").fill("Walks with a stick");
  await tablet.at("saveDraft").click();
  await tablet.at("fault").waitFor();
  await tablet.page.unroute(visits);
  await tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.at("bedsideDraft").getByText("in no visit yet").waitFor();
  expect(await at(tablet, "vital-pulse_bpm").inputValue()).toBe("72");
}

/** What is measured at the bedside in an open visit stands at the desk at once, where that visit is open. */
async function showVitalsAtDesk(): Promise<void> {
  await tablet.at("startVisit").click();
  await tablet.page.getByText("It becomes part of the open visit at once").waitFor();
  const [visit = {}] = await branch.list(`/v1/encounters?patient_id=${known.id}`);
  const appointments = await branch.list(`/v1/appointments?patient_id=${known.id}`);
  // The visit is that of the token, which still waits to be called.
  expect(visit).toMatchObject({ visit_status: "arrived", appointment_id: appointments[0]?.["id"] });
  expect(appointments).toMatchObject([{ status: "checked_in" }]);
  await desk.goTo(`/visits/${String(visit["id"])}`);
  await desk.at("vitalsCard").getByText("Nothing measured yet").waitFor();
  await tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  // What was measured before there was a visit is in the form again.
  await tablet.at("bedsideDraft").getByText("in no visit yet").waitFor();
  expect(await at(tablet, "vital-pulse_bpm").inputValue()).toBe("72");
  await loseTheWayToTheVisit();
  await at(tablet, "vital-pulse_bpm").fill("300.5");
  await tablet.at("saveDraft").click();
  await tablet.page.getByText("Between 0 and 300").waitFor();
  await at(tablet, "vital-pulse_bpm").fill("72");
  await at(tablet, "vital-spo2_pct").fill("98");
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  await tablet.at("saveDraft").click();
  await tablet.at("vitalsSaved").getByText("Saved in the visit").waitFor();
  expect(await tablet.at("bedsideDraft").count()).toBe(0);
  await desk.at("measuredSet").getByText("Pulse (per minute) 72").waitFor();
  // Now that it stands in the visit, nothing of it is left as a draft.
  await tablet.page.getByRole("button", { name: "Next patient" }).click();
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.page.getByText("It becomes part of the open visit at once").waitFor();
  expect(await tablet.at("bedsideDraft").count()).toBe(0);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
}

/** Of whoever has no appointment today it is said why there is no visit and who helps; nothing can be started. */
async function showWhyThereIsNoVisit(): Promise<void> {
  const patient = { name: "Nisha Unbooked", gender: "female", dob: "1990-02-03" };
  const { body } = await branch.post("/v1/patients", patient);
  await playScanner(tablet.page, `EW1:P:${String(body["uhid"])}`);
  await tablet.at("whyNoVisit").getByText("no appointment here today").waitFor();
  expect(await tablet.at("startVisit").count()).toBe(0);
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
}

/** Who lies in a bed and has medicines to be given. */
async function inPatient(): Promise<{ readonly id: string; readonly uhid: string }> {
  const [stay = {}] = await branch.list("/v1/admissions?open=true&limit=1");
  const { body } = await branch.get(`/v1/patients/${String(stay["patient_id"])}`);
  return { id: String(body["id"]), uhid: String(body["uhid"]) };
}

/** A specimen is collected by its label at the bed of its own patient alone. */
async function collectAtBed(patientId: string): Promise<void> {
  const [{ code: test_code } = {}] = await branch.list("/v1/lab/tests?limit=1");
  const order = async (patient_id: string) => {
    const ordered_by = product.credentials.provider_id;
    const body = { patient_id, ordered_by, tests: [{ test_code }] };
    return (await branch.post("/v1/lab/orders", body)).body;
  };
  const [own, foreign] = [await order(patientId), await order(known.id)];
  const statusOf = async ({ id }: typeof own) =>
    (await branch.get(`/v1/lab/orders/${String(id)}`)).body["status"];
  await playScanner(tablet.page, `EW1:S:${String(foreign["order_no"])}-1`);
  await tablet.at("scanNotice").getByText("This label is of another patient").waitFor();
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  expect(await statusOf(foreign)).toBe("ordered");
  await playScanner(tablet.page, `EW1:S:${String(own["order_no"])}-1`);
  await tablet.at("specimenCollected").waitFor();
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  expect(await statusOf(own)).toBe("collected");
  // The patient stays open, and who lies there was seen by no other record.
  await tablet.at("doses").waitFor();
}

/** What is due is given with one press, refused with the reason, and stands at the desk at once. */
async function giveMedicines(): Promise<void> {
  const { id, uhid } = await inPatient();
  const open = async () => {
    await playScanner(tablet.page, `EW1:P:${uhid}`);
    await tablet.at("patientUhid").filter({ hasText: uhid }).waitFor();
    await tablet.at("doses").waitFor();
  };
  const dose = (name: string) => tablet.at("dose").filter({ hasText: name }).first();
  await open();
  await tablet.at("task").filter({ hasText: "Emeset" }).first().waitFor();
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  const chart = await openScreen();
  await chart.goTo("/desk");
  await chart.signIn(product.credentials.branch_doctor);
  await chart.goTo(`/patients/${uhid}/medicines`);
  await chart.at("dose").filter({ hasText: "Emeset" }).waitFor();
  await dose("Emeset").getByTestId("dose-to-given").dblclick();
  await tablet.at("doseNoted").getByText("Emeset (Ondansetron): noted as given").waitFor();
  await chart.at("dose").filter({ hasText: "Emeset" }).getByText("Given").waitFor();
  // What was begun is kept, also where the record is closed meanwhile.
  await dose("Augmentin").getByTestId("dose-to-refused").click();
  await tablet.at("confirmDose").click();
  await tablet.page.getByText("Say why, in 3 letters or more").waitFor();
  const kept = tablet.page.waitForResponse((answer) => answer.url().endsWith("/v1/drafts"));
  await tablet.at("doseReason").fill("Nauseous since the morning");
  await kept;
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  await tablet.page.getByRole("button", { name: "Next patient" }).click();
  await open();
  await expect.poll(() => tablet.at("doseReason").inputValue()).toBe("Nauseous since the morning");
  await tablet.at("confirmDose").click();
  await tablet.at("doseNoted").getByText("noted as refused").waitFor();
  await chart.at("dose").getByText("Nauseous since the morning").waitFor();
  const noted = await branch.list(`/v1/medication-administrations?patient_id=${id}`);
  expect(noted.map(({ status }) => status)).toEqual(["refused", "given"]);
  expect(await barriersOn(chart.page)).toMatchObject({ violations: [] });
  await chart.close();
  await collectAtBed(id);
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  expect(await tablet.at("doses").count()).toBe(0);
  await tablet.at("task").filter({ hasText: "Scan the tube’s label" }).first().waitFor();
}

/** What somebody agrees to is noted at the bed, with their signature. */
async function signAtBed(): Promise<void> {
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.at("bedsideConsents").click();
  await tablet.at("newConsent").click();
  await choose(tablet.at("consentKind"), "procedure");
  await at(tablet, "consent-answer-permit").click();
  await choose(tablet.at("consentMethod"), "signature_pad");
  await signOn(tablet.at("consentSignature"));
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  await tablet.at("saveConsent").click();
  const noted = tablet.at("consentCard").filter({ hasText: "Procedure or operation" });
  await noted.getByTestId("show-consent-paper").click();
  await tablet.at("documentPicture").waitFor();
  await tablet.page.keyboard.press("Escape");
}

test("opens a patient at the bedside by the wristband, keeps a draft, and shows nothing once locked", async () => {
  const code = await offerCode("Ward tablet", "bedside_tablet");
  tablet = await openScreen();
  // As the scanned QR code opens it.
  await tablet.goTo(`/bedside#pair=${code.replace("-", "")}`);
  await tablet.at("pairDevice").click();
  await tablet.page.getByRole("heading", { name: "Bedside" }).waitFor();
  await tablet.at("username").fill(product.credentials.branch_doctor.username);
  await tablet.at("password").fill(product.credentials.branch_doctor.password);
  await tablet.at("signInButton").click();
  await tablet.at("bedside").waitFor();
  expect(new URL(tablet.page.url()).hash).toBe("");

  await playScanner(tablet.page, "EW1:P:NOBODY-000001-0");
  await tablet.at("scanNotice").waitFor();
  await playScanner(tablet.page, "EW1:S:L26-000417");
  await tablet.at("scanNotice").getByText("This is the label of a specimen").waitFor();
  await playScanner(tablet.page, `EW1:P:${known.uhid}`);
  await tablet.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  await at(tablet, "vital-pulse_bpm").fill("72");
  expect(await barriersOn(tablet.page)).toMatchObject({ violations: [] });
  await tablet.at("saveDraft").click();
  await tablet.at("draftSaved").getByText("Draft saved").waitFor();
  await showWhyThereIsNoVisit();
  await showVitalsAtDesk();
  await giveMedicines();
  await signAtBed();
  await desk.goTo("/settings/screens");
  const row = desk.at("screen").filter({ hasText: "Ward tablet" });
  await row.getByTestId("lock-screen").click();
  await tablet.page.getByText("This device has been locked").waitFor();
  expect((await tablet.words()).join(" ")).not.toContain("Savitri");
  await row.getByTestId("unlock-screen").click();
  await tablet.at("username").waitFor();
  expect((await tablet.words()).join(" ")).not.toContain("Savitri");
});

test("goes through the bedside's work in Urdu from right to left, with nothing too wide for the tablet", async () => {
  const { page } = tablet;
  await page.setViewportSize({ width: 600, height: 960 });
  await tablet.speak("ur");
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await tablet.at("username").fill(product.credentials.branch_doctor.username);
  await tablet.at("password").fill(product.credentials.branch_doctor.password);
  await tablet.at("signInButton").click();
  await tablet.at("bedside").waitFor();
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await playScanner(page, "EW1:P:NOBODY-000001-0");
  await tablet.at("scanNotice").waitFor();
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await playScanner(page, `EW1:P:${known.uhid}`);
  await tablet.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  const pulse = at(tablet, "vital-pulse_bpm");
  await pulse.fill("300.5");
  await tablet.at("saveDraft").click();
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await pulse.fill("74");
  await tablet.at("saveDraft").click();
  await expect.poll(() => tablet.at("vitalsSaved").textContent()).not.toBe("");
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
  await playScanner(page, `EW1:P:${(await inPatient()).uhid}`);
  await tablet.at("doses").waitFor();
  await tablet.at("dose").filter({ hasText: "Calpol" }).getByTestId("dose-to-held").click();
  expect(await faultsInUrdu(tablet)).toEqual(faultless);
});

test("wipes a visit that somebody has left", async () => {
  // The page's clock is turned on: nobody waits a minute for this.
  await kiosk.page.clock.install();
  await kiosk.goTo("/kiosk");
  await at(kiosk, "kiosk-language-en").click();
  await kiosk.at("kioskByPhone").click();
  await pressDigits(kiosk.page, "98220");
  await kiosk.page.clock.fastForward(40_000);
  expect(await kiosk.at("kioskIdle").count()).toBe(0);
  await kiosk.page.clock.fastForward(6_000);
  await kiosk.at("kioskIdle").waitFor();
  expect(await barriersOn(kiosk.page)).toMatchObject({ violations: [] });
  await kiosk.page.keyboard.press("Shift");
  await kiosk.at("kioskIdle").waitFor({ state: "detached" });
  expect(await kiosk.at("kioskNumber").inputValue()).toBe("98220");

  await kiosk.page.clock.fastForward(61_000);
  await at(kiosk, "kiosk-language-en").click();
  await kiosk.at("kioskByPhone").click();
  expect(await kiosk.at("kioskNumber").inputValue()).toBe("");
});

test("no page complained while all this was done", () => {
  expect(screens.flatMap((screen) => screen.complaints)).toEqual([]);
});
