import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
} from "@edgeward/devices/virtual/label/label-printer.ts";
import * as z from "zod";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { barriersOn } from "./barriers.ts";
import { callerAt, type ClinicalCaller } from "./clinical-calls.ts";
import { choose, pictureAll, Screen } from "./desk.ts";
import { NetworkScanner } from "./network-scanner.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const asha = { name: "Asha Deshmukh", gender: "female", dob: "1980-02-01", phone: "9822088801" };
const ravi = { name: "Ravi Kulkarni", gender: "male", dob: "1971-07-09", phone: "9822088802" };

interface Known {
  readonly id: string;
  readonly uhid: string;
}

let product: RunningProduct;
let branch: ClinicalCaller;
let scanner: NetworkScanner;
let labels: VirtualLabelPrinter;
let first: Screen;
let second: Screen;
let known: Known;
let other: Known;

async function register(person: object): Promise<Known> {
  const made = (await branch.post("/v1/patients", person)).body;
  return { id: String(made["id"]), uhid: String(made["uhid"]) };
}

/** @param prepare what is done to the page before it is loaded */
async function openDesk(prepare?: (desk: Screen) => Promise<void>): Promise<Screen> {
  if (browser === null) throw new Error(fault);
  const desk = await Screen.open(browser, product.credentials.branch);
  await prepare?.(desk);
  await desk.goTo("/desk");
  await desk.signIn(product.credentials.branch_staff);
  return desk;
}

async function addLabelPrinter(manager: Screen, port: number): Promise<void> {
  await manager.at("devicesButton").click();
  await manager.at("addDevice").click();
  await choose(manager.at("deviceKind"), "zpl_203");
  await manager.at("deviceAddress").fill(`127.0.0.1:${port}`);
  await manager.at("deviceName").fill("Tubes");
  await manager.at("deviceSerial").fill(`SN-${port}`);
  await manager.at("saveDevice").click();
  await manager.at("device").filter({ hasText: "Tubes" }).getByText("Ready").waitFor();
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Scans and windows are not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  branch = await callerAt("branch", product.credentials);
  scanner = await NetworkScanner.start();
  [known, other] = [await register(asha), await register(ravi)];
  const manager = await Screen.open(browser, product.credentials.branch);
  await manager.goTo("/desk");
  await manager.signIn(product.credentials.branch_manager);
  await manager.at("screensButton").click();
  await manager.at("screenName").fill("Counter scanner");
  await choose(manager.at("screenType"), "scanner");
  await manager.at("scannerAddress").fill(`127.0.0.1:${scanner.port}`);
  await manager.at("addScreen").click();
  await until("the branch has opened it", 20_000, () => scanner.isOpen);
  await manager.page.keyboard.press("Escape");
  await manager.at("screensPanel").waitFor({ state: "detached" });
  labels = await startVirtualLabelPrinter();
  await addLabelPrinter(manager, labels.port);
  await manager.close();
  [first, second] = [await openDesk(), await openDesk()];
});

afterAll(async () => {
  await browser?.close();
  await scanner?.stop();
  await labels?.close();
  await product?.stop();
});

beforeEach((context) => {
  if (browser === null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail" || second === undefined) return;
  console.warn(`pictures of the screens are in ${await pictureAll([first, second])}`);
});

/** Somebody turns to a window: its claim is the newest of those that take any scan. */
async function lookAt(desk: Screen): Promise<void> {
  await desk.page.bringToFront();
  await desk.page.evaluate("globalThis.dispatchEvent(new Event('focus'))");
  // An answer over the same line comes behind the claim.
  await desk.page.evaluate("fetch('/healthz').then(() => undefined)");
}

async function waitsForScan(desk: Screen): Promise<void> {
  await desk.at("scanAsked").getByText("Scan now").waitFor();
}

async function shownUhid(desk: Screen): Promise<string | null> {
  const shown = desk.at("patientUhid");
  return (await shown.count()) === 0 ? null : shown.textContent();
}

test("a scan goes to the window that has asked for it, and the one that is looked at gets nothing", async () => {
  await first.at("nextScan").click();
  await waitsForScan(first);
  expect(await barriersOn(first.page)).toMatchObject({ violations: [] });
  await lookAt(second);
  scanner.scan(known.uhid);
  await first.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  expect(await first.at("patientName").textContent()).toBe(asha.name);
  expect(await shownUhid(second)).toBeNull();
  // One scan was asked for, and it has come.
  await first.at("scanAsked").getByText("Scan now").first().waitFor({ state: "detached" });
});

test("a scan that nobody has asked for opens its patient in the window that is looked at", async () => {
  await until("the second window has it", 15_000, async () => {
    await lookAt(second);
    scanner.scan(other.uhid);
    return second
      .at("patientUhid")
      .filter({ hasText: other.uhid })
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  });
  expect(await second.at("patientName").textContent()).toBe(ravi.name);
});

test('a window says "Scan now" when the branch has heard of it, and not before', async () => {
  const held: (() => void)[] = [];
  let isHeld = false;
  const third = await openDesk(({ page }) =>
    page.routeWebSocket(/\/ws\?/u, (line) => {
      const node = line.connectToServer();
      line.onMessage((message) => {
        if (isHeld) held.push(() => node.send(message));
        else node.send(message);
      });
    }),
  );
  await third.page.getByText("Online · all saved").waitFor();
  isHeld = true;
  await third.at("nextScan").click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect.poll(() => third.at("nextScan").textContent()).toBe("Do not wait for a scan");
  expect(await third.at("scanAsked").allTextContents()).toEqual(["", ""]);
  isHeld = false;
  for (const send of held) send();
  await waitsForScan(third);
  scanner.scan(known.uhid);
  await third.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  await third.close();
});

test("asking is called off by Escape", async () => {
  await first.at("nextScan").click();
  await waitsForScan(first);
  await first.page.keyboard.press("Escape");
  await first.at("scanAsked").getByText("Scan now").first().waitFor({ state: "detached" });
  expect(await first.at("nextScan").textContent()).toBe("Scan a code");
});

test("somebody who is booked is checked in by the code of the wristband, and shown in the queue", async () => {
  const { provider_id } = product.credentials;
  // Beside the timetable, which may be over for today when this runs.
  const slot_time = new Date(Date.now() + 60_000).toISOString();
  const booking = { patient_id: known.id, provider_id, slot_time, overbook: true };
  const made = await branch.post("/v1/appointments", booking);
  expect(made).toMatchObject({ status: 201, body: { status: "booked" } });
  await first.toToday();
  await first.at("checkInScan").click();
  await waitsForScan(first);
  scanner.scan(`EW1:P:${known.uhid}`);
  await first.at("scanNotice").getByText("Checked in").waitFor();
  const entry = first.entryOf(asha.name);
  await expect.poll(() => entry.getAttribute("aria-selected")).toBe("true");
  const id = String(made.body["id"]);
  expect((await branch.get(`/v1/appointments/${id}`)).body["status"]).toBe("checked_in");
});

test("the slip of a token opens the visit in the queue, and only in the window that is looked at", async () => {
  const body = { patient_id: other.id, provider_id: product.credentials.provider_id };
  const made = (await branch.post("/v1/appointments", { ...body, source: "walk_in" })).body;
  await first.search("");
  await until("the first window has it", 15_000, async () => {
    await lookAt(first);
    scanner.scan(`EW1:T:${String(made["id"])}`);
    return first
      .at("patientUhid")
      .filter({ hasText: other.uhid })
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  });
  const entry = first.entryOf(ravi.name);
  await expect.poll(() => entry.getAttribute("aria-selected")).toBe("true");
  expect(await entry.isVisible()).toBe(true);
  await second.toToday();
  expect(await second.entryOf(ravi.name).getAttribute("aria-selected")).toBe("false");
  expect(await barriersOn(first.page)).toMatchObject({ violations: [] });
});

test("a desk has its own scanner: its scans come to that desk alone, wherever somebody looks", async () => {
  await second.at("devicesButton").click();
  await choose(second.at("ownScanner"), { label: "Counter scanner" });
  await second.page.keyboard.press("Escape");
  await lookAt(first);
  const before = await shownUhid(first);
  scanner.scan(known.uhid);
  await second.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  expect(await shownUhid(first)).toBe(before);
  // It is remembered.
  await second.page.reload();
  await second.at("search").waitFor();
  await second.at("devicesButton").click();
  expect(await second.at("ownScanner").textContent()).toBe("Counter scanner");
  expect(await barriersOn(second.page)).toMatchObject({ violations: [] });
});

/** Prints the label of a tube, for whoever has the number that stands on it. */
async function printTube(code: string, name: string, { uhid }: Known): Promise<void> {
  const data = {
    specimen_code: code,
    specimen_type: "EDTA blood",
    patient: { name, uhid },
    tests: ["CBC", "ESR"],
    printed_at: new Date().toISOString(),
  };
  const job = await branch.post("/v1/print-jobs", { document_type: "lab_label", data });
  const path = `/v1/print-jobs/${String(job.body["id"])}`;
  await until("the label is out", 20_000, async () => {
    return (await branch.get(path)).body["status"] === "sent_unconfirmed";
  });
}

const placesShape = z.array(
  z.object({ left: z.number(), right: z.number(), top: z.number(), bottom: z.number() }),
);

/** Which places lie over one another, or are less than 100 dots high. */
function overlaps(places: z.output<typeof placesShape>): readonly string[] {
  return places.flatMap((one, index) => {
    const covered = places
      .slice(index + 1)
      .filter(
        (next) =>
          one.left < next.right &&
          next.left < one.right &&
          one.top < next.bottom &&
          next.top < one.bottom,
      );
    const isFlat = one.bottom - one.top < 100;
    return isFlat || covered.length > 0 ? [`${index}: ${JSON.stringify(one)}`] : [];
  });
}

async function scanAtFirst(text: string): Promise<void> {
  await first.at("nextScan").click();
  await waitsForScan(first);
  scanner.scan(text);
}

test("the code on a tube opens its patient and says which specimen it is", async () => {
  await printTube("L26-000417", asha.name, known);
  for (const text of ["EW1:S:L26-000417", "L26-000417"]) {
    await scanAtFirst(text);
    await first.at("scanNotice").getByText("Specimen L26-000417, EDTA blood: CBC, ESR").waitFor();
    await first.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
    await scanAtFirst(`EW1:P:${other.uhid}`);
    await first.at("patientUhid").filter({ hasText: other.uhid }).waitFor();
  }
  await scanAtFirst("EW1:S:L26-999999");
  await first.at("scanNotice").getByText("No label with this specimen’s code").waitFor();
  expect(await shownUhid(first)).toBe(other.uhid);
});

test("a code on the tubes of two patients asks whose it is, and opens nobody before", async () => {
  await printTube("L26-000418", asha.name, known);
  await printTube("L26-000418", ravi.name, other);
  expect(await shownUhid(first)).toBe(other.uhid);
  await scanAtFirst("L26-000418");
  await first.at("scanOption").nth(1).waitFor();
  expect(await shownUhid(first)).toBe(other.uhid);
  expect(await barriersOn(first.page)).toMatchObject({ violations: [] });
  await first.at("scanOption").filter({ hasText: asha.name }).click();
  await first.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
  expect(await first.at("scanOption").count()).toBe(0);
  await first.at("scanNotice").getByText("Specimen L26-000418").waitFor();
});

test("a tube checks nobody in", async () => {
  const { provider_id } = product.credentials;
  const slot_time = new Date(Date.now() + 120_000).toISOString();
  const meera = { name: "Meera Joshi", gender: "female", dob: "1990-03-04", phone: "9822088803" };
  const tubeOwner = await register(meera);
  await printTube("L26-000419", meera.name, tubeOwner);
  const booking = { patient_id: tubeOwner.id, provider_id, slot_time, overbook: true };
  const made = (await branch.post("/v1/appointments", booking)).body;
  await first.toToday();
  await first.at("checkInScan").click();
  await waitsForScan(first);
  scanner.scan("L26-000419");
  await first.at("scanNotice").getByText("This is the label of a specimen").waitFor();
  const visit = (await branch.get(`/v1/appointments/${String(made["id"])}`)).body;
  expect(visit["status"]).toBe("booked");
});

test.each([
  [1280, 640],
  [1024, 768],
  [960, 640],
  [1180, 560],
])(
  "the desk fits its window of %i by %i, with a patient opened by a scan and without",
  async (width, height) => {
    const before = first.page.viewportSize();
    await first.page.setViewportSize({ width, height });
    const lowest = () =>
      first.page.evaluate(
        "document.scrollingElement.scrollHeight - document.scrollingElement.clientHeight",
      );
    await scanAtFirst(`EW1:P:${known.uhid}`);
    await first.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
    await first.at("documentLine").nth(1).waitFor();
    expect(await lowest()).toBe(0);
    await first.page.reload();
    await first.at("patientUhid").filter({ hasText: known.uhid }).waitFor();
    await first.toToday();
    expect(await lowest()).toBe(0);
    // Both are there to be seen, and neither covers the other.
    const places = await first.page.evaluate(`[".shell-nav", ".shell-main"].map((name) => {
    const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
    return { left, right, top, bottom };
  })`);
    expect(overlaps(placesShape.parse(places))).toEqual([]);
    if (before !== null) await first.page.setViewportSize(before);
  },
);

test("no page complained while all this was done", () => {
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});
