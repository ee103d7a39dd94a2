import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import { receipt } from "#printing/samples.ts";
import { registerPrinter, startPrintBench, type PrintBench } from "./print-bench.ts";
import { until } from "./printing-desk.ts";

let bench: PrintBench;
let printer: VirtualPrinter;
let device: Device;

const patience = { timeout: 20_000 };

beforeEach(async () => {
  bench = await startPrintBench();
  printer = await startVirtualPrinter({ language: "star" });
  const capabilities = ["cut", "drawer"];
  const model = "star_tsp654ii_line_mode";
  device = await registerPrinter(bench.client, "escpos_80", printer.port, { model, capabilities });
  await isIn("online");
});

afterEach(async () => {
  await bench.stop();
  await printer.close();
});

async function isIn(health: string): Promise<Device> {
  return until(async () => {
    const now = (await bench.client.call(devicesContract.get, { params: { id: device.id } })).body;
    return now.health_status === health ? now : undefined;
  });
}

type Wish = { readonly document_type: "receipt"; readonly data: object };

const wishOf = (wish: Wish) => ({ ...wish, data: { ...wish.data }, device_id: device.id });

async function asked(wish: Wish): Promise<PrintJob> {
  return (await bench.client.call(printJobsContract.create, { body: wishOf(wish) })).body;
}

async function reached(job: PrintJob, status: string): Promise<PrintJob> {
  return until(async () => {
    const now = (await bench.client.call(printJobsContract.get, { params: { id: job.id } })).body;
    return now.status === status ? now : undefined;
  });
}

const hashOf = (png: Uint8Array) => createHash("sha256").update(png).digest("hex");

async function previewed(wish: Wish): Promise<readonly string[]> {
  const shown = (await bench.client.call(printPreviewContract.create, { body: wishOf(wish) })).body;
  expect(shown.format).toBe("star");
  return shown.papers.map(({ content }) => hashOf(Buffer.from(content, "base64")));
}

const printed = async () =>
  Promise.all(
    printer
      .printouts()
      .map(async (printout) => hashOf(await renderPrintout(printout, { widthDots: 576 }))),
  );

test("a receipt is printed as its preview shows it, and the printer's word for it is kept", async () => {
  const wish = { document_type: "receipt", data: receipt } as const;
  const shown = await previewed(wish);
  const done = await reached(await asked(wish), "printed");
  expect(done).toMatchObject({ evidence: "acknowledged", claimed_by: device.id });
  expect(await printed()).toEqual(shown);
  // It is for cash, and the drawer opens with it.
  expect(printer.drawerKicks()).toBe(1);
  expect(printer.unknownCommands()).toEqual([]);
});

test("its paper and its cover are on the desk, and jobs wait for them", async () => {
  printer.setState({ paperOut: true });
  expect((await isIn("error")).health).toMatchObject({ paper: "out" });
  const job = await asked({ document_type: "receipt", data: receipt });
  printer.setState({ paperOut: false, coverOpen: true });
  await expect.poll(async () => (await isIn("error")).health?.cover_open, patience).toBe(true);
  printer.setState({ coverOpen: false });
  await reached(job, "printed");
  expect(printer.printouts()).toHaveLength(1);
  await isIn("online");
});

test("its drawer opens, and that is acknowledged as well", async () => {
  const params = { id: device.id };
  const { body } = await bench.client.call(printJobsContract.openDrawer, { params, body: {} });
  await reached(body, "printed");
  expect(printer.drawerKicks()).toBe(1);
  expect(printer.printouts()).toEqual([]);
});

test("a receipt that broke off is left to a person, and its strip comes off before the next", async () => {
  const wish = { document_type: "receipt", data: receipt } as const;
  const shown = await previewed(wish);
  printer.setTcpFaults({ resetAfterBytes: 2_000 });
  const broken = await reached(await asked(wish), "needs_review");
  expect(printer.printouts()).toEqual([]);
  printer.setTcpFaults({});
  await reached(await asked(wish), "printed");
  const printouts = await printed();
  expect(printouts).toHaveLength(2);
  expect(printouts.slice(1)).toEqual(shown);
  expect(printouts[0]).not.toEqual(shown[0]);
  await reached(broken, "needs_review");
});
