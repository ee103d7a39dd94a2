import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startDeviceBench, type DeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { barriersOn, focusOf } from "./barriers.ts";
import { callerAt, type ClinicalCaller } from "./clinical-calls.ts";
import { choose, pictureAll, Screen } from "./desk.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const asha = { name: "Asha Deshmukh", gender: "female", dob: "1980-02-01", phone: "9822077701" };
const zhang = { name: "Zhang 张伟", gender: "male", dob: "1975-05-05", phone: "9822077702" };

let product: RunningProduct;
let branch: ClinicalCaller;
let bench: DeviceBench;
let manager: Screen;
let clerk: Screen;
let labelCount = 0;

async function register(person: object): Promise<{ readonly id: string; readonly uhid: string }> {
  const made = (await branch.post("/v1/patients", person)).body;
  return { id: String(made["id"]), uhid: String(made["uhid"]) };
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Printing in a browser is not tested: ${fault}`);
    return;
  }
  product = await startProduct();
  branch = await callerAt("branch", product.credentials);
  bench = await startDeviceBench();
  bench.labelPrinter.onLabel(() => (labelCount += 1));
  manager = await Screen.open(browser, product.credentials.branch);
  await manager.goTo("/desk");
  await manager.signIn(product.credentials.branch_manager);
  clerk = await Screen.open(browser, product.credentials.branch);
  await clerk.goTo("/desk");
  await clerk.signIn(product.credentials.branch_staff);
});

afterAll(async () => {
  await browser?.close();
  await bench?.close();
  await product?.stop();
});

beforeEach((context) => {
  if (browser === null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail" || clerk === undefined) return;
  console.warn(`pictures of the screens are in ${await pictureAll([manager, clerk])}`);
});

function card(desk: Screen, name: string) {
  return desk.at("device").filter({ has: desk.page.locator("strong", { hasText: name }) });
}

interface Printer {
  readonly kind: string;
  readonly port: number;
  readonly name: string;
}

async function addByHand({ kind, port, name }: Printer): Promise<void> {
  await manager.at("addDevice").click();
  await choose(manager.at("deviceKind"), kind);
  await manager.at("deviceAddress").fill(`127.0.0.1:${port}`);
  await manager.at("deviceName").fill(name);
  await manager.at("deviceSerial").fill(`SN-${port}`);
  await manager.at("saveDevice").click();
  await card(manager, name).getByText("Ready", { exact: false }).waitFor();
}

const sizeShape = z.object({ width: z.number(), height: z.number(), alt: z.string() });

/** The picture of an open preview, once the browser has drawn it. */
async function pictureOn(desk: Screen): Promise<z.output<typeof sizeShape>> {
  await desk.at("previewPicture").first().waitFor();
  const found = await desk.page.evaluate(`(async () => {
    const image = document.querySelector('[data-testid="preview-picture"]');
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight, alt: image.alt };
  })()`);
  return sizeShape.parse(found);
}

test("printers are registered by hand at the addresses of the virtual ones, a label printer for labels", async () => {
  await manager.at("devicesButton").click();
  await addByHand({
    kind: "epson_tm_m30",
    port: bench.receiptPrinter.port,
    name: "Second counter",
  });
  await addByHand({ kind: "zpl_203", port: bench.labelPrinter.port, name: "Labels" });
  const label = card(manager, "Labels");
  await label.getByTestId("device-settings").click();
  await label.getByTestId("role-wristband").waitFor();
  expect(await label.getByTestId("role-wristband").isChecked()).toBe(true);
  expect(await label.getByTestId("role-token").isChecked()).toBe(false);
  const counter = card(manager, "Second counter");
  await counter.getByTestId("device-settings").click();
  await choose(counter.getByTestId("device-fallback"), { label: "front-desk" });
  await counter.getByTestId("test-page").click();
  await until("the test page is out", 15_000, () => bench.receiptPrinter.printouts().length > 0);
  const devices = await branch.list("/v1/devices?device_type=printer");
  const front = devices.find(({ name }) => name === "front-desk");
  const second = devices.find(({ name }) => name === "Second counter");
  expect(second?.["fallback_device_id"]).toBe(front?.["id"]);
});

test("a test page is looked at by keyboard alone before it is printed", async () => {
  const open = card(manager, "Second counter").getByTestId("open-preview");
  await open.focus();
  await manager.page.keyboard.press("Enter");
  const { width, height, alt } = await pictureOn(manager);
  expect(width).toBeGreaterThan(300);
  expect(height).toBeGreaterThan(100);
  expect(alt).toContain("Test page Second counter as it will come out");
  expect(await barriersOn(manager.page)).toMatchObject({ violations: [] });
  await manager.page.keyboard.press("Escape");
  await manager.at("preview").waitFor({ state: "detached" });
  await expect.poll(async () => (await focusOf(manager.page)).testName).toBe("open-preview");
  await manager.page.keyboard.press("Escape");
});

test("the pages that a page printer would be sent are shown as pictures, and can be saved", async () => {
  await manager.at("devicesButton").click();
  await manager.at("addDevice").click();
  await choose(manager.at("deviceKind"), "pdf_spooler");
  await manager.at("deviceAddress").fill("127.0.0.1:9");
  await manager.at("deviceName").fill("Sheets");
  await manager.at("deviceSerial").fill("SN-SHEETS");
  await manager.at("saveDevice").click();
  await card(manager, "Sheets").getByTestId("open-preview").click();
  const { width, height, alt } = await pictureOn(manager);
  // A sheet of A4.
  expect(height / width).toBeCloseTo(841.89 / 595.28, 2);
  expect(alt).toContain("Test page Sheets as it will come out, picture 1");
  await manager.at("savePdf").getByText("Save the PDF, 1 page").waitFor();
  expect(await barriersOn(manager.page)).toMatchObject({ violations: [] });
  await manager.page.keyboard.press("Escape");
  await card(manager, "Sheets").getByTestId("device-settings").click();
  await card(manager, "Sheets").getByTestId("remove-device").click();
  await card(manager, "Sheets").getByTestId("remove-device").click();
  await card(manager, "Sheets").waitFor({ state: "detached" });
  await manager.page.keyboard.press("Escape");
});

test("a clerk sees who adds devices, and is offered nothing that would be refused", async () => {
  expect(await clerk.at("screensButton").count()).toBe(0);
  await clerk.at("devicesButton").click();
  await clerk.at("devicesPanel").getByText("An administrator of the branch").waitFor();
  await card(clerk, "Labels").waitFor();
  for (const name of ["addDevice", "findDevices", "deviceSettings"] as const) {
    expect(await clerk.at(name).count()).toBe(0);
  }
  // What a clerk may do is there: a test page, and a look at it.
  await card(clerk, "Second counter").getByTestId("test-page").waitFor();
  await clerk.page.keyboard.press("Escape");
});

test("a patient's label is looked at and printed from there", async () => {
  const { uhid } = await register(asha);
  await clerk.openPatient(asha.phone, uhid);
  const label = clerk.at("documentLine").filter({ hasText: "Folder label" });
  await label.getByTestId("open-preview").click();
  const { width, alt } = await pictureOn(clerk);
  expect(width).toBeGreaterThan(200);
  expect(alt).toContain("Folder label");
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  const before = labelCount;
  await clerk.at("previewPrint").click();
  await clerk.at("preview").waitFor({ state: "detached" });
  await until("the label is out", 15_000, () => labelCount > before);
  await label
    .getByTestId("print-outcome")
    .getByText(/^(?:Printed|Sent;)/u)
    .waitFor();
});

test("a document that cannot be written says in plain words which characters stand where, and comes out when the name is right", async () => {
  const { id, uhid } = await register(zhang);
  await clerk.openPatient(zhang.phone, uhid);
  const band = clerk.at("documentLine").filter({ hasText: "Wristband" });
  await band.getByTestId("open-preview").click();
  await clerk.at("previewFault").getByText("Patient's name: 伟 张").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.page.keyboard.press("Escape");

  const before = labelCount;
  await band.getByTestId("print-document").click();
  await clerk.at("printingButton").click();
  const job = clerk.at("printJob").filter({ hasText: "Wristband" });
  await job.getByText("Patient's name: 伟 张").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  const { status } = await branch.put(`/v1/patients/${id}`, { name: "Zhang Wei" });
  expect(status).toBe(200);
  await job.getByTestId("print-retry").click();
  await job.waitFor({ state: "detached" });
  await until("the wristband is out", 15_000, () => labelCount > before);
  await clerk.page.keyboard.press("Escape");
});

test("what waits at a printer without paper is seen in the inbox and printed elsewhere", async () => {
  const devices = await branch.list("/v1/devices?device_type=printer");
  const change = async (name: string, patch: object) => {
    const id = String(devices.find((device) => device["name"] === name)?.["id"]);
    expect(await branch.put(`/v1/devices/${id}`, patch)).toMatchObject({ status: 200 });
    return id;
  };
  const { id } = await register({ ...asha, name: "Usha Deshmukh", phone: "9822077703" });
  bench.receiptPrinter.setState({ paperOut: true });
  // Nobody stands in for it: what is sent there waits.
  const second = await change("Second counter", { fallback_device_id: null });
  await change("front-desk", { status: "blocked" });
  const visit = { patient_id: id, provider_id: product.credentials.provider_id, source: "walk_in" };
  const token = await branch.post("/v1/appointments", visit);
  const ofVisit = `/v1/print-jobs?source_id=${String(token.body["id"])}`;
  const path = `/v1/print-jobs/${String((await branch.list(ofVisit))[0]?.["id"])}`;
  const move = { action: "move", device_id: second };
  // While the node is looking whether it can print it, nobody moves it.
  await until("it is moved", 15_000, async () => {
    expect(await branch.put(path, move)).toMatchObject({ status: 200 });
    return true;
  });
  await change("front-desk", { status: "active" });

  await clerk
    .at("devicesStatus")
    .getByText("printing goes on by itself. 1 document waiting")
    .click();
  const trouble = clerk.at("deviceTrouble").filter({ hasText: "Second counter" });
  await trouble.getByText("1 document waits for it").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await trouble.getByTestId("print-elsewhere").click();
  await clerk.page.getByRole("menuitem", { name: "front-desk" }).click();
  await until("it is printed by the other", 15_000, async () => {
    return (await branch.get(path)).body["status"] === "printed";
  });
  bench.receiptPrinter.setState({ paperOut: false });
  await trouble.waitFor({ state: "detached" });
  await clerk.page.keyboard.press("Escape");
});

test("a preview is refused in Hindi, too", async () => {
  await clerk.speak("hi");
  const label = clerk.at("documentLine").filter({ hasText: "फ़ाइल का लेबल" });
  await label.getByTestId("open-preview").click();
  await pictureOn(clerk);
  await clerk.at("preview").getByText("यही निकलेगा").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.page.keyboard.press("Escape");
  await clerk.speak("en");
});

test("no page complained while all this was done", () => {
  expect([...manager.complaints, ...clerk.complaints]).toEqual([]);
});
