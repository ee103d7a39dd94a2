import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PrintRoom } from "@edgeward/branch-node/printing/print-room.ts";
import { startVirtualLabelPrinter } from "@edgeward/devices/virtual/label-printer.ts";
import { paperQrs, paperText } from "@edgeward/devices/virtual/paper.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { startTestBranch } from "../support/branch-harness.ts";
import { errorLog } from "../support/error-log.ts";
import { clientFor, type TestNode } from "../support/node.ts";
import { hasPtyPairs } from "../support/pty-pair.ts";
import { until } from "./printing-desk.ts";
import { startDeskPrinter, type DeskPrinter } from "./printing-papers.ts";

let node: TestNode;
let client: Client;
let room: PrintRoom;
let told: string[];
const printers: DeskPrinter[] = [];

/** The printers at work, over a store. */
function roomOn(store: Store): PrintRoom {
  return new PrintRoom({
    ...node,
    store,
    tenantId: node.tenant.id,
    branchId: node.tenant.branchId,
    settingsPrinters: [],
    log: errorLog(Date.now),
    onNews: (news) => {
      if (news.type === "printer") told.push(news.printer.state);
    },
    onWritten: (unit) => room.written(unit),
    fallbackAfterMs: 300,
  });
}

beforeEach(async () => {
  told = [];
  node = await startTestBranch((unit) => room.written(unit));
  client = await clientFor(node, node.tenant);
  room = roomOn(node.store);
  await room.start();
});

afterEach(async () => {
  await room.stop();
  for (const printer of printers.splice(0)) await printer.takeAway();
  await node.stop();
});

async function newPrinter(): Promise<DeskPrinter> {
  const printer = await startDeskPrinter();
  printers.push(printer);
  return printer;
}

async function registered(port: number, rest: object = {}): Promise<Device> {
  const body = {
    device_type: "printer",
    driver_profile: "escpos_80",
    model: "epson_tm_m30",
    serial_no: `S-${port}`,
    connection: { kind: "network", host: "127.0.0.1", port },
    roles: ["token"],
    ...rest,
  } as const;
  return (await client.call(devicesContract.register, { body: { ...body, roles: ["token"] } }))
    .body;
}

function change(device: Device, body: object) {
  return client.call(devicesContract.update, { params: { id: device.id }, body });
}

async function read(device: Device): Promise<Device> {
  return (await client.call(devicesContract.get, { params: { id: device.id } })).body;
}

function isIn(device: Device, health: string): Promise<Device> {
  return until(async () => {
    const now = await read(device);
    return now.health_status === health ? now : undefined;
  });
}

/** Somebody walks in, and their slip is queued. */
async function arrival(): Promise<PrintJob> {
  const patient = await client.call(patientsContract.create, {
    body: { name: "Asha Patil", gender: "female", age_years: 40 },
  });
  const { body } = await client.call(appointmentsContract.create, {
    body: {
      patient_id: patient.body.id,
      provider_id: node.tenant.doctorId,
      source: "walk_in",
    },
  });
  const jobs = await client.call(printJobsContract.list, { query: { source_id: body.id } });
  const [job] = jobs.body.data;
  if (job === undefined) throw new Error("no slip was queued");
  return job;
}

function reached(job: PrintJob, fits: (job: PrintJob) => boolean): Promise<PrintJob> {
  return until(async () => {
    const now = (await client.call(printJobsContract.get, { params: { id: job.id } })).body;
    return fits(now) ? now : undefined;
  });
}

const receipt = {
  receipt_no: "R-17",
  received_at: "2026-11-21T10:00:00.000Z",
  patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
  currency: "INR",
  amount_minor: 12_500,
  method: "cash",
} as const;

/** Asks for a receipt on paper. */
async function asked(receiptNo: string, rest: object = {}): Promise<PrintJob> {
  const data = { ...receipt, receipt_no: receiptNo };
  const body = { document_type: "receipt", data, ...rest } as const;
  return (await client.call(printJobsContract.create, { body })).body;
}

function decide(job: PrintJob, body: object) {
  const request = { params: { id: job.id }, body: { action: "cancel", ...body } } as const;
  return client.call(printJobsContract.update, request);
}

function textsOf(printer: DeskPrinter): readonly string[] {
  return printer.papers().map((paper) => paperText(paper));
}

async function printEvents(): Promise<readonly string[]> {
  const rows = await node.store.read({ tenantId: node.tenant.id }, ({ kysely }) =>
    kysely
      .selectFrom("domain_events")
      .select("event_type")
      .where("tenant_id", "=", node.tenant.id)
      .where("entity", "=", "print_jobs")
      .orderBy("id")
      .execute(),
  );
  return rows.map((row) => row.event_type);
}

/** Hangs a printer at a serial port, by a cable that can be pulled. */
async function plugIn(path: string, port: number) {
  rmSync(path, { force: true });
  const ends = [`pty,rawer,link=${path}`, `tcp:127.0.0.1:${port}`];
  const cable = spawn("socat", ends, { stdio: "ignore" });
  await until(() => (existsSync(path) ? true : undefined));
  return {
    pull: async () => {
      const gone = once(cable, "exit");
      cable.kill("SIGKILL");
      await gone;
      rmSync(path, { force: true });
    },
  };
}

function slipsOf(printer: DeskPrinter): number {
  return printer.papers().flatMap((paper) => paperQrs(paper)).length;
}

describe("a registered printer", () => {
  test("is shown as it is, and prints what its role asks for", async () => {
    const printer = await newPrinter();
    const device = await registered(printer.port);
    const online = await isIn(device, "online");
    expect(online.health).toMatchObject({ paper: "ok", cover_open: false, error_code: null });
    expect(online.health.last_seen_at).not.toBeNull();
    const job = await reached(await arrival(), ({ status }) => status === "printed");
    expect(job).toMatchObject({ claimed_by: device.id, evidence: "acknowledged" });
    expect(slipsOf(printer)).toBe(1);
  });

  test.each([
    [{ paperOut: true }, "error", { paper: "out", error_code: "paper_out" }],
    [{ coverOpen: true }, "error", { cover_open: true, error_code: "cover_open" }],
    [{ offline: true }, "offline", { error_code: "offline" }],
    [{ paperLow: true }, "degraded", { paper: "low", error_code: null }],
  ])("that is %j is shown so, and by itself as well again", async (state, health, detail) => {
    const printer = await newPrinter();
    const device = await registered(printer.port);
    await isIn(device, "online");
    printer.machine().setState(state);
    expect((await isIn(device, health)).health).toMatchObject(detail);
    printer
      .machine()
      .setState({ paperOut: false, coverOpen: false, offline: false, paperLow: false });
    await isIn(device, "online");
    expect(told).toHaveLength(3);
  });

  test("is asked how it is also while there is always something newly committed", async () => {
    await room.stop();
    // Somebody commits whenever a printer's worker has looked for jobs.
    const store: Store = {
      ...node.store,
      read: async (scope, work) => {
        const result = await node.store.read(scope, work);
        await nextTurn();
        room.written(null);
        return result;
      },
    };
    room = roomOn(store);
    await room.start();
    const printer = await newPrinter();
    const device = await registered(printer.port);
    await isIn(device, "online");
    printer.machine().setState({ paperOut: true });
    expect((await isIn(device, "error")).health).toMatchObject({ paper: "out" });
  });

  test("that was unplugged says so on the job that waits for it, and prints it when it is back", async () => {
    const printer = await newPrinter();
    const device = await registered(printer.port);
    await isIn(device, "online");
    await printer.takeAway();
    await isIn(device, "offline");
    // Known to be bad before the job was there: nobody tries it, and still the job says why it waits.
    const job = await arrival();
    const waiting = await reached(job, ({ last_error: error }) => error !== null);
    expect(waiting).toMatchObject({ status: "queued", last_error: "unreachable", attempts: 0 });
    expect((await read(device)).health.queue_depth).toBe(1);
    await printer.bringBack();
    expect(await reached(job, ({ status }) => status === "printed")).toMatchObject({
      last_error: null,
    });
    expect((await read(device)).health.queue_depth).toBe(0);
  });

  test("leaves its jobs to its fallback while it is out, and takes them itself when it is back", async () => {
    const [first, second] = [await newPrinter(), await newPrinter()];
    const stand = await registered(second.port, { serial_no: "stand-in" });
    await change(stand, { roles: [] });
    const main = await registered(first.port, { fallback_device_id: stand.id });
    await isIn(main, "online");
    await isIn(stand, "online");
    await reached(await arrival(), ({ status }) => status === "printed");
    expect([slipsOf(first), slipsOf(second)]).toEqual([1, 0]);
    first.machine().setState({ paperOut: true });
    await isIn(main, "error");
    const helped = await reached(await arrival(), ({ status }) => status === "printed");
    expect(helped.claimed_by).toBe(stand.id);
    expect([slipsOf(first), slipsOf(second)]).toEqual([1, 1]);
    first.machine().setState({ paperOut: false });
    await isIn(main, "online");
    const own = await reached(await arrival(), ({ status }) => status === "printed");
    expect(own.claimed_by).toBe(main.id);
  });

  test("that is blocked prints nothing more, and its fallback prints in its place", async () => {
    const [first, second] = [await newPrinter(), await newPrinter()];
    const main = await registered(first.port);
    await isIn(main, "online");
    await change(main, { status: "blocked", reason: "stolen" });
    await until(() => (room.printerStates().length === 0 ? true : undefined));
    const job = await arrival();
    const stand = await registered(second.port, { serial_no: "stand-in" });
    await change(stand, { roles: [] });
    expect((await reached(job, () => true)).status).toBe("queued");
    await change(main, { fallback_device_id: stand.id });
    const printed = await reached(job, ({ status }) => status === "printed");
    expect(printed.claimed_by).toBe(stand.id);
    expect(slipsOf(first)).toBe(0);
  });

  test("is followed to the address where it stands now", async () => {
    const [first, second] = [await newPrinter(), await newPrinter()];
    const device = await registered(first.port);
    await isIn(device, "online");
    const connection = { kind: "network", host: "127.0.0.1", port: second.port };
    await change(device, { connection });
    await reached(await arrival(), ({ status }) => status === "printed");
    expect([slipsOf(first), slipsOf(second)]).toEqual([0, 1]);
  });
});

const hasCable = hasPtyPairs();

test("this machine can hang a printer at a serial port", (context) => {
  if (!hasCable && process.env["CI"] !== "true") {
    context.skip("socat is not installed (Debian: apt-get install socat)");
  }
  expect(hasCable).toBe(true);
});

test.runIf(hasCable)(
  "a printer at a serial port acknowledges what it printed, and is taken up again when it is plugged in again",
  async () => {
    const printer = await newPrinter();
    const folder = mkdtempSync(join(tmpdir(), "edgeward-serial-"));
    const path = join(folder, "port");
    const first = await plugIn(path, printer.port);
    const connection = { kind: "serial", path, baud: 115_200 };
    const device = await registered(1, { connection, serial_no: "serial" });
    await isIn(device, "online");
    const job = await reached(await arrival(), ({ status }) => status === "printed");
    expect(job).toMatchObject({ claimed_by: device.id, evidence: "acknowledged" });
    await first.pull();
    await isIn(device, "offline");
    const waiting = await arrival();
    const second = await plugIn(path, printer.port);
    await reached(waiting, ({ status }) => status === "printed");
    await isIn(device, "online");
    expect(slipsOf(printer)).toBe(2);
    await room.stop();
    await second.pull();
    rmSync(folder, { recursive: true, force: true });
  },
);

test("a label printer without labels is shown so, holds its jobs, and goes on when it has some", async () => {
  const labels = await startVirtualLabelPrinter();
  const out: unknown[] = [];
  labels.onLabel((label) => out.push(label));
  const device = await registered(labels.port, {
    driver_profile: "zpl_203",
    model: null,
    roles: ["label"],
  });
  await isIn(device, "online");
  labels.setState({ labelsOut: true });
  expect((await isIn(device, "error")).health).toMatchObject({ paper: "out" });
  const data = {
    kind: "patient",
    patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
    printed_at: "2026-11-21T10:00:00.000Z",
  };
  const body = { document_type: "label", data, device_id: device.id } as const;
  const job = (await client.call(printJobsContract.create, { body })).body;
  const waiting = await reached(job, ({ last_error: error }) => error !== null);
  expect(waiting).toMatchObject({ status: "queued", last_error: "paper_out" });
  labels.setState({ labelsOut: false });
  // It took the label and cannot say that it is out.
  await reached(job, ({ status }) => status === "sent_unconfirmed");
  expect(out).toHaveLength(1);
  await isIn(device, "online");
  await room.stop();
  await labels.close();
});

describe("a document", () => {
  test("comes out as often as is wished, the urgent one before those that waited longer", async () => {
    const printer = await newPrinter();
    printer.machine().setState({ paperOut: true });
    const device = await registered(printer.port);
    await isIn(device, "error");
    const here = { device_id: device.id };
    const calm = await asked("R-1", here);
    const urgent = await asked("R-2", { ...here, priority: "urgent", copies: 2 });
    printer.machine().setState({ paperOut: false });
    for (const job of [calm, urgent]) await reached(job, ({ status }) => status === "printed");
    const numbers = textsOf(printer).map((text) => /R-[12]/.exec(text)?.[0]);
    expect(numbers).toEqual(["R-2", "R-2", "R-1"]);
    expect(await printEvents()).toEqual(["print.completed", "print.completed"]);
  });

  test("is marked as a duplicate when it is printed again, for a reason", async () => {
    const printer = await newPrinter();
    const device = await registered(printer.port);
    const here = { device_id: device.id };
    const first = await reached(await asked("R-1", here), ({ status }) => status === "printed");
    const again = { document_type: "receipt", reprint_of_id: first.id } as const;
    await expect(client.call(printJobsContract.create, { body: again })).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "reprint_reason" }] },
    });
    const body = { ...again, reprint_reason: "the paper tore" };
    const second = (await client.call(printJobsContract.create, { body })).body;
    expect(second).toMatchObject({ reprint_of_id: first.id, device_id: device.id });
    await reached(second, ({ status }) => status === "printed");
    const marks = textsOf(printer).map((text) => text.includes("DUPLICATE"));
    expect(marks).toEqual([false, true]);
  });

  test("that waits for a printer that is away is sent to another, and comes out there", async () => {
    const [first, second] = [await newPrinter(), await newPrinter()];
    const [away, other] = [await registered(first.port), await registered(second.port)];
    await isIn(away, "online");
    await first.takeAway();
    await isIn(away, "offline");
    const job = await asked("R-1", { device_id: away.id });
    await decide(job, { action: "move", device_id: other.id });
    const printed = await reached(job, ({ status }) => status === "printed");
    expect(printed.claimed_by).toBe(other.id);
    expect(textsOf(second)).toHaveLength(1);
    await first.bringBack();
    await isIn(away, "online");
    expect(textsOf(first)).toEqual([]);
  });

  test("that no printer of its kind can show fails, and is tried again on one that can", async () => {
    const printer = await newPrinter();
    const device = await registered(printer.port);
    // Registered as a printer of bar codes by somebody who meant the reader of them.
    const reader = { device_type: "barcode", driver_profile: "hid_keyboard" };
    const label = await registered(1, { ...reader, serial_no: "label" });
    const connection = { kind: "network", host: "127.0.0.1", port: printer.port };
    await change(label, { connection });
    const job = await asked("R-1", { device_id: label.id });
    const failed = await reached(job, ({ status }) => status === "failed");
    expect(failed).toMatchObject({ last_error: "unknown_language", attempts: 0 });
    expect(await printEvents()).toEqual(["print.failed"]);
    await change(label, { status: "blocked" });
    await decide(job, { action: "move", device_id: device.id });
    await reached(job, ({ status }) => status === "printed");
    expect(textsOf(printer)).toHaveLength(1);
  });

  test("and a drawer keep their turn at one printer", async () => {
    const printer = await newPrinter();
    const device = await registered(printer.port, { capabilities: ["drawer"] });
    const here = { params: { id: device.id }, body: {} };
    const opened = (await client.call(printJobsContract.openDrawer, here)).body;
    await reached(opened, ({ status }) => status === "printed");
    expect(printer.machine().drawerKicks()).toBe(1);
    expect(textsOf(printer)).toEqual([]);
    await reached(
      await asked("R-1", { device_id: device.id }),
      ({ status }) => status === "printed",
    );
    expect(textsOf(printer)).toHaveLength(1);
  });
});

test("what the settings name is registered once, and moved when it moved", async () => {
  const printer = await newPrinter();
  const settings = {
    id: "front-desk",
    role: "token",
    host: "127.0.0.1",
    profile: "epson_80",
  } as const;
  for (const port of [1, printer.port]) {
    const again = new PrintRoom({
      ...node,
      tenantId: node.tenant.id,
      branchId: node.tenant.branchId,
      settingsPrinters: [{ ...settings, port }],
      log: errorLog(Date.now),
      onNews: () => undefined,
      onWritten: () => undefined,
    });
    await again.start();
    await again.stop();
  }
  const page = await client.call(devicesContract.list, {});
  expect(page.body.data.map(({ serial_no, connection }) => [serial_no, connection?.port])).toEqual([
    ["front-desk", printer.port],
  ]);
});
