import { createHash } from "node:crypto";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
} from "@edgeward/devices/virtual/label/label-printer.ts";
import { renderLabel, type PrintedLabel } from "@edgeward/devices/virtual/label/label-printout.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { labLabel, patientLabel, wristband } from "#printing/samples.ts";
import { registerPrinter, startPrintBench, type PrintBench } from "./print-bench.ts";
import { until } from "./printing-desk.ts";

let bench: PrintBench;
let client: Client;
let printer: VirtualLabelPrinter;
let labels: PrintedLabel[];

const patience = { timeout: 20_000 };

beforeEach(async () => {
  bench = await startPrintBench();
  ({ client } = bench);
  labels = [];
});

afterEach(async () => {
  await bench.stop();
  await printer.close();
});

async function plugIn(language: "tspl" | "epl" | "cpcl", dpi: 203 | 300 = 203): Promise<void> {
  printer = await startVirtualLabelPrinter({ language, dpi });
  printer.onLabel((label) => labels.push(label));
}

async function registered(
  driver: "tspl" | "epl" | "cpcl",
  model: string | null = null,
): Promise<Device> {
  const roles = ["label", "lab_label", "wristband"];
  const device = await registerPrinter(client, driver, printer.port, { model, roles });
  return isIn(device, "online");
}

async function isIn(device: Device, health: string): Promise<Device> {
  return until(async () => {
    const now = (await client.call(devicesContract.get, { params: { id: device.id } })).body;
    return now.health_status === health ? now : undefined;
  });
}

type Wish = Parameters<typeof wished>[0];

async function wished(body: {
  readonly document_type: "label" | "lab_label" | "wristband";
  readonly data: object;
  readonly copies?: number;
}): Promise<PrintJob> {
  return (
    await client.call(printJobsContract.create, { body: { ...body, data: { ...body.data } } })
  ).body;
}

async function reached(job: PrintJob, status: string): Promise<PrintJob> {
  return until(async () => {
    const now = (await client.call(printJobsContract.get, { params: { id: job.id } })).body;
    return now.status === status ? now : undefined;
  });
}

/** What the label looks like on the preview, which is made of the same bytes. */
async function previewed(wish: Wish, device: Device): Promise<readonly string[]> {
  const body = { ...wish, data: { ...wish.data }, device_id: device.id };
  const shown = (await client.call(printPreviewContract.create, { body })).body;
  expect(shown.format).toBe(device.driver_profile);
  return shown.papers.map(({ content }) => hashOf(Buffer.from(content, "base64")));
}

const hashOf = (png: Uint8Array) => createHash("sha256").update(png).digest("hex");

const printedHashes = async () =>
  Promise.all(labels.map(async (label) => hashOf(await renderLabel(label))));

const tube = { document_type: "lab_label", data: labLabel } as const;
const folder = { document_type: "label", data: patientLabel } as const;
const band = { document_type: "wristband", data: wristband } as const;

describe.each([
  ["tspl", 203, null],
  ["tspl", 300, "tsc_te300"],
  ["epl", 203, "zebra_lp_2844"],
  ["epl", 300, "epl_300"],
  ["cpcl", 203, "zebra_zq320"],
] as const)("a label printer that speaks %s at %d dpi", (language, dpi, model) => {
  test("brings out every label as its preview shows it, and says no more than that it took it", async () => {
    await plugIn(language, dpi);
    const device = await registered(language, model);
    const shown: string[] = [];
    for (const wish of [tube, folder, band]) {
      shown.push(...(await previewed(wish, device)));
      const done = await reached(await wished(wish), "sent_unconfirmed");
      expect(done).toMatchObject({ claimed_by: device.id, last_error: null });
    }
    await expect.poll(() => labels.length, patience).toBe(3);
    expect(await printedHashes()).toEqual(shown);
    expect(printer.unknownCommands()).toEqual([]);
  });
});

describe.each(["tspl", "epl", "cpcl"] as const)("a label printer that speaks %s", (language) => {
  test("is given the number of copies", async () => {
    await plugIn(language);
    await registered(language);
    await reached(await wished({ ...tube, copies: 3 }), "sent_unconfirmed");
    await expect.poll(() => labels.map(({ copies }) => copies), patience).toEqual([3]);
  });

  test.each([
    ["labelsOut", "paper_out"],
    ["headOpen", "cover_open"],
  ] as const)("holds its jobs while it reports %s, and goes on by itself", async (fault, said) => {
    await plugIn(language);
    const device = await registered(language);
    printer.setState({ [fault]: true });
    expect((await isIn(device, "error")).health).toMatchObject({ error_code: said });
    const job = await wished(folder);
    const waiting = await until(async () => {
      const now = (await client.call(printJobsContract.get, { params: { id: job.id } })).body;
      return now.last_error === null ? undefined : now;
    });
    expect(waiting).toMatchObject({ status: "queued", last_error: said });
    printer.setState({ [fault]: false });
    await reached(job, "sent_unconfirmed");
    await expect.poll(() => labels.length, patience).toBe(1);
    await isIn(device, "online");
  });

  test("that breaks the connection in a picture leaves the label to a person, and brings out the next whole", async () => {
    await plugIn(language);
    const device = await registered(language);
    const [shown] = await previewed(tube, device);
    printer.setState({ resetAfterBytes: 1_500 });
    const broken = await reached(await wished(folder), "needs_review");
    expect(broken.attempts).toBe(1);
    expect(labels).toEqual([]);
    printer.setState({ resetAfterBytes: null });
    await reached(await wished(tube), "sent_unconfirmed");
    await expect.poll(() => labels.length, patience).toBe(1);
    expect(await printedHashes()).toEqual([shown]);
    // Nobody has said yet what became of the first: it is not printed again by itself.
    expect(await reached(broken, "needs_review")).toMatchObject({ attempts: 1 });
  });

  test("that loses its power in a label leaves it to a person, and prints the next when it is back", async () => {
    await plugIn(language);
    const device = await registered(language);
    const [shown] = await previewed(folder, device);
    printer.setState({ resetAfterBytes: 900 });
    const lost = await reached(await wished(band), "needs_review");
    printer.powerCut();
    printer.setState({ resetAfterBytes: null, plugged: false });
    await isIn(device, "offline");
    const next = await wished(folder);
    printer.setState({ plugged: true });
    await reached(next, "sent_unconfirmed");
    await expect.poll(() => labels.length, patience).toBe(1);
    expect(await printedHashes()).toEqual([shown]);
    await reached(lost, "needs_review");
  });

  test("takes rubbish from another host and still prints what comes next", async () => {
    await plugIn(language);
    const device = await registered(language);
    const [shown] = await previewed(tube, device);
    const stranger = connect(printer.port, "127.0.0.1");
    const rubbish = "PRINT ?\r\n^XA^FDhello^XZ\r\nGW1,1\r\nBITMAP 1\r\n\u001B\r\n";
    await new Promise<void>((done) => stranger.end(rubbish, () => done()));
    await expect.poll(() => printer.unknownCommands().length, patience).toBeGreaterThan(3);
    await reached(await wished(tube), "sent_unconfirmed");
    await expect.poll(() => labels.length, patience).toBe(1);
    expect(await printedHashes()).toEqual([shown]);
  });
});
