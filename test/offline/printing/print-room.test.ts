import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startVirtualLabelPrinter } from "@edgeward/devices/virtual/label/label-printer.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { listen } from "@edgeward/shared/http/listen.ts";
import { hasPtyPairs } from "#support/pty-pair.ts";
import { printRoomOf } from "./print-bench.ts";
import { isPrinted, PrintRoomDesk, slipsOf } from "./print-room-desk.ts";
import { until } from "./printing-desk.ts";

let desk: PrintRoomDesk;

beforeEach(async () => {
  desk = await PrintRoomDesk.open();
});

afterEach(() => desk.close());

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

describe("a registered printer", () => {
  test("is shown as it is, and prints what its role asks for", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    const online = await desk.isIn(device, "online");
    expect(online.health).toMatchObject({ paper: "ok", cover_open: false, error_code: null });
    expect(online.health.last_seen_at).not.toBeNull();
    const job = await desk.reached(await desk.arrival(), isPrinted);
    expect(job).toMatchObject({ claimed_by: device.id, evidence: "acknowledged" });
    expect(slipsOf(printer)).toBe(1);
  });

  test.each([
    [{ paperOut: true }, "error", { paper: "out", error_code: "paper_out" }],
    [{ coverOpen: true }, "error", { cover_open: true, error_code: "cover_open" }],
    [{ offline: true }, "offline", { error_code: "offline" }],
    [{ paperLow: true }, "degraded", { paper: "low", error_code: null }],
  ])("that is %j is shown so, and by itself as well again", async (state, health, detail) => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    await desk.isIn(device, "online");
    printer.machine().setState(state);
    expect((await desk.isIn(device, health)).health).toMatchObject(detail);
    printer
      .machine()
      .setState({ paperOut: false, coverOpen: false, offline: false, paperLow: false });
    await desk.isIn(device, "online");
    expect(desk.reported).toHaveLength(3);
  });

  test("is asked how it is also while there is always something newly committed", async () => {
    // Somebody commits whenever a printer's worker has looked for jobs.
    const { store: own } = desk.bench.node;
    const store: Store = {
      ...own,
      read: async (scope, work) => {
        const result = await own.read(scope, work);
        await nextTurn();
        desk.bench.room.written(null);
        return result;
      },
    };
    await desk.printFrom(store);
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    await desk.isIn(device, "online");
    printer.machine().setState({ paperOut: true });
    expect((await desk.isIn(device, "error")).health).toMatchObject({ paper: "out" });
  });

  test("that was unplugged says so on the job that waits for it, and prints it when it is back", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    await desk.isIn(device, "online");
    await printer.takeAway();
    await desk.isIn(device, "offline");
    // Known to be bad before the job was there: nobody tries it, and still the job says why it waits.
    const job = await desk.arrival();
    const waiting = await desk.reached(job, ({ last_error: error }) => error !== null);
    expect(waiting).toMatchObject({ status: "queued", last_error: "unreachable", attempts: 0 });
    expect((await desk.read(device)).health.queue_depth).toBe(1);
    await printer.bringBack();
    expect(await desk.reached(job, isPrinted)).toMatchObject({
      last_error: null,
    });
    expect((await desk.read(device)).health.queue_depth).toBe(0);
  });

  test("leaves its jobs to its fallback while it is out, and takes them itself when it is back", async () => {
    const [first, second] = [await desk.newPrinter(), await desk.newPrinter()];
    const stand = await desk.registered(second.port, { serial_no: "stand-in" });
    await desk.change(stand, { roles: [] });
    const main = await desk.registered(first.port, { fallback_device_id: stand.id });
    await desk.isIn(main, "online");
    await desk.isIn(stand, "online");
    await desk.reached(await desk.arrival(), isPrinted);
    expect([slipsOf(first), slipsOf(second)]).toEqual([1, 0]);
    first.machine().setState({ paperOut: true });
    await desk.isIn(main, "error");
    const helped = await desk.reached(await desk.arrival(), isPrinted);
    expect(helped.claimed_by).toBe(stand.id);
    expect([slipsOf(first), slipsOf(second)]).toEqual([1, 1]);
    first.machine().setState({ paperOut: false });
    await desk.isIn(main, "online");
    const own = await desk.reached(await desk.arrival(), isPrinted);
    expect(own.claimed_by).toBe(main.id);
  });

  test("that is blocked prints nothing more, and its fallback prints in its place", async () => {
    const [first, second] = [await desk.newPrinter(), await desk.newPrinter()];
    const main = await desk.registered(first.port);
    await desk.isIn(main, "online");
    await desk.change(main, { status: "blocked", reason: "stolen" });
    await until(() => (desk.bench.room.printerStates().length === 0 ? true : undefined));
    const job = await desk.arrival();
    const stand = await desk.registered(second.port, { serial_no: "stand-in" });
    await desk.change(stand, { roles: [] });
    expect((await desk.reached(job, () => true)).status).toBe("queued");
    await desk.change(main, { fallback_device_id: stand.id });
    const printed = await desk.reached(job, isPrinted);
    expect(printed.claimed_by).toBe(stand.id);
    expect(slipsOf(first)).toBe(0);
  });

  test("that is blocked prints nothing more, also while another one that was changed is being let go of", async () => {
    const counter = await desk.newPrinter();
    const front = await desk.registered(counter.port);
    await desk.isIn(front, "online");
    // Takes the connection and never answers, so that whoever asks it waits.
    const lines: Socket[] = [];
    const mute = createServer((line) => void lines.push(line));
    const slow = await desk.registered(await listen(mute, 0, "127.0.0.1"));
    await until(() => lines.length > 0 || undefined);
    await desk.change(slow, { fallback_device_id: front.id });
    await desk.change(front, { status: "blocked", reason: "stolen" });
    const job = await desk.arrival();
    await pause(400);
    expect(slipsOf(counter)).toBe(0);
    expect(await desk.reached(job, () => true)).toMatchObject({ status: "queued" });
    for (const line of lines) line.destroy();
    mute.close();
  });

  test("is followed to the address where it stands now", async () => {
    const [first, second] = [await desk.newPrinter(), await desk.newPrinter()];
    const device = await desk.registered(first.port);
    await desk.isIn(device, "online");
    const connection = { kind: "network", host: "127.0.0.1", port: second.port };
    await desk.change(device, { connection });
    await desk.reached(await desk.arrival(), isPrinted);
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
    const printer = await desk.newPrinter();
    const folder = mkdtempSync(join(tmpdir(), "edgeward-serial-"));
    const path = join(folder, "port");
    const first = await plugIn(path, printer.port);
    const connection = { kind: "serial", path, baud: 115_200 };
    const device = await desk.registered(1, { connection, serial_no: "serial" });
    await desk.isIn(device, "online");
    const job = await desk.reached(await desk.arrival(), isPrinted);
    expect(job).toMatchObject({ claimed_by: device.id, evidence: "acknowledged" });
    await first.pull();
    await desk.isIn(device, "offline");
    const waiting = await desk.arrival();
    const second = await plugIn(path, printer.port);
    await desk.reached(waiting, isPrinted);
    await desk.isIn(device, "online");
    expect(slipsOf(printer)).toBe(2);
    await desk.bench.room.stop();
    await second.pull();
    rmSync(folder, { recursive: true, force: true });
  },
);

test("a label printer without labels is shown so, holds its jobs, and goes on when it has some", async () => {
  const labels = await startVirtualLabelPrinter();
  const out: unknown[] = [];
  labels.onLabel((label) => out.push(label));
  const device = await desk.registered(labels.port, {
    driver_profile: "zpl_203",
    model: null,
    roles: ["label"],
  });
  await desk.isIn(device, "online");
  labels.setState({ labelsOut: true });
  expect((await desk.isIn(device, "error")).health).toMatchObject({ paper: "out" });
  const data = {
    kind: "patient",
    patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
    printed_at: "2026-11-21T10:00:00.000Z",
  };
  const body = { document_type: "label", data, device_id: device.id } as const;
  const job = (await desk.client.call(printJobsContract.create, { body })).body;
  const waiting = await desk.reached(job, ({ last_error: error }) => error !== null);
  expect(waiting).toMatchObject({ status: "queued", last_error: "paper_out" });
  labels.setState({ labelsOut: false });
  // It took the label and cannot say that it is out.
  await desk.reached(job, ({ status }) => status === "sent_unconfirmed");
  expect(out).toHaveLength(1);
  await desk.isIn(device, "online");
  await desk.bench.room.stop();
  await labels.close();
});

test("what the settings name is registered once, and moved when it moved", async () => {
  const printer = await desk.newPrinter();
  const settings = {
    id: "front-desk",
    role: "token",
    host: "127.0.0.1",
    profile: "epson_80",
  } as const;
  for (const port of [1, printer.port]) {
    const again = printRoomOf(desk.bench.node, {
      settingsPrinters: [{ ...settings, port }],
      onWritten: () => undefined,
    });
    await again.start();
    await again.stop();
  }
  const page = await desk.client.call(devicesContract.list, {});
  expect(page.body.data.map(({ serial_no, connection }) => [serial_no, connection?.port])).toEqual([
    ["front-desk", printer.port],
  ]);
});
