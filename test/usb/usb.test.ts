import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printoutText } from "@edgeward/devices/virtual/printout.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { discoveredDevicesContract } from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { until } from "#support/until.ts";
import { gadgetDrivers, hostDrivers } from "./gadgets.ts";
import { findMachineParts } from "./kernel.ts";
import { ScanPage } from "./scan-page.ts";
import { startUsbBranch, type UsbBranch } from "./usb-branch.ts";
import { UsbPrinter } from "./usb-printer.ts";
import { hidReport, UsbScanner } from "./usb-scanner.ts";

// The lane of long tests: the machine is software down to its processor, some forty times slower than this one.
const isSoak = process.env["EDGEWARD_SOAK"] === "1";
const parts = findMachineParts();
const missing = typeof parts === "string" ? parts : null;
const patienceMs = 120_000;

let branch: UsbBranch;
let admin: Client;
let desk: Client;

test.runIf(isSoak)("this machine can emulate one with USB ports", (context) => {
  if (missing !== null && process.env["CI"] !== "true") {
    context.skip(`the USB tests are left out: they need ${missing}`);
  }
  expect(missing).toBe(null);
});

const isAble = isSoak && missing === null;

beforeAll(async () => {
  if (!isAble || typeof parts === "string") return;
  branch = await startUsbBranch(parts);
  admin = await branch.client(["branch_admin"]);
  desk = await branch.client(["front_desk", "billing"]);
}, 400_000);

afterAll(async () => {
  if (isAble) await branch?.stop();
});

async function givePorts(): Promise<void> {
  await branch.machine.loadUsbPorts(5);
  await branch.machine.load(...hostDrivers, ...gadgetDrivers);
}

async function found() {
  const { body } = await admin.call(discoveredDevicesContract.list, { query: {} });
  return {
    printers: body.data.filter(({ source }) => source === "usb"),
    unavailable: body.unavailable,
  };
}

/** Looks until so many printers are there: each look takes seconds, so the one that saw them is the answer. */
async function foundPrinters(count: number) {
  let { printers } = await found();
  await until(`${count} printers are found`, patienceMs, async () => {
    if (printers.length !== count) ({ printers } = await found());
    return printers.length === count;
  });
  return printers;
}

async function device(id: string): Promise<Device> {
  return (await admin.call(devicesContract.get, { params: { id } })).body;
}

async function isOnline(id: string): Promise<boolean> {
  return (await device(id)).health_status === "online";
}

let receipts = 0;

/** @param at a device's id; any with the role when absent */
async function printReceipt(at?: string): Promise<PrintJob> {
  receipts += 1;
  const data = {
    receipt_no: `R-${receipts}`,
    received_at: "2026-11-21T10:00:00.000Z",
    patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
    currency: "INR",
    amount_minor: 12_500,
    method: "cash",
  };
  const where = at === undefined ? {} : { device_id: at };
  const body = { document_type: "receipt", data, ...where } as const;
  return (await desk.call(printJobsContract.create, { body })).body;
}

async function job({ id }: Pick<PrintJob, "id">): Promise<PrintJob> {
  return (await desk.call(printJobsContract.get, { params: { id } })).body;
}

async function jobAs(printed: PrintJob, status: PrintJob["status"]): Promise<PrintJob> {
  await until(`${printed.title} is ${status}`, patienceMs, async () => {
    return (await job(printed)).status === status;
  });
  return job(printed);
}

describe.runIf(isAble)("a branch on a machine without any USB", () => {
  test("says that it cannot look there, and lives", async () => {
    const before = await branch.processId();
    const { printers, unavailable } = await found();
    expect(printers).toEqual([]);
    expect(unavailable).toContain("usb");
    expect(await branch.processId()).toBe(before);
  });
});

describe.runIf(isAble)("a USB printer", () => {
  let printer: UsbPrinter;
  let printerId = "";
  let processId = 0;

  const make = {
    device_type: "printer",
    driver_profile: "escpos_80",
    model: "epson_tm_t82iii",
    connection: { kind: "usb", usb_vid: "04b8", usb_pid: "0e15" },
  } as const;

  /** The slips of a receipt that somebody can be given. */
  const slipsOf = ({ title }: PrintJob, from = printer) =>
    from.printouts
      .map(printoutText)
      .filter((text) => text.includes(title ?? "") && !text.includes("VOID"));

  beforeAll(async () => {
    await givePorts();
    printer = await UsbPrinter.at(branch.machine, 0, "X7AB000117", 0);
    processId = await branch.processId();
  }, patienceMs);

  afterAll(() => printer?.close());

  test("is found as soon as it is plugged in, by the name that it has", async () => {
    const before = await found();
    expect(before.printers).toEqual([]);
    expect(before.unavailable).not.toContain("usb");
    await printer.plugIn();
    expect(await foundPrinters(1)).toEqual([
      {
        source: "usb",
        name: "TM-T82III",
        serial_no: "X7AB000117",
        vendor: "EPSON",
        connection: { kind: "usb", usb_vid: "04b8", usb_pid: "0e15" },
        device_id: null,
      },
    ]);
  });

  test("that the kernel's own driver holds is taken from it, and is online", async () => {
    expect(await branch.machine.run("ls /sys/bus/usb/drivers/usblp")).toContain(":1.0");
    const { body } = await admin.call(devicesContract.register, {
      body: {
        ...make,
        serial_no: printer.identity.serialNo,
        name: "Front desk",
        roles: ["receipt"],
      },
    });
    printerId = body.id;
    await until("it is online", patienceMs, () => isOnline(printerId));
    expect(await branch.machine.run("ls /sys/bus/usb/drivers/usblp")).not.toContain(":1.0");
    expect((await found()).printers).toMatchObject([{ device_id: printerId }]);
  });

  test("has printed when it says so itself, and not when it has taken the bytes", async () => {
    printer.holdNextJob();
    const receipt = await printReceipt();
    await until("it has all of the slip", patienceMs, async () => {
      const { status, stage } = await job(receipt);
      if (status === "printed") throw new Error("printed without a word of the printer");
      return stage === "body_sent" && printer.isHolding;
    });
    // A look around takes seconds, in which a branch that believed the bytes would go on to the cut.
    await found();
    expect(await job(receipt)).toMatchObject({ status: "printing", stage: "body_sent" });
    expect(printer.printouts).toEqual([]);
    printer.release();
    expect(await jobAs(receipt, "printed")).toMatchObject({ evidence: "acknowledged" });
    expect(slipsOf(receipt)).toHaveLength(1);
    expect(printer.unknownCommands).toEqual([]);
  });

  test("that is pulled out in the middle of a job leaves it to a person, and the branch lives", async () => {
    printer.holdNextJob();
    const receipt = await printReceipt();
    await until("it is in the middle", patienceMs, () => printer.isHolding);
    await found();
    await printer.unplug();
    const left = await jobAs(receipt, "needs_review");
    expect(left.evidence).toBe(null);
    expect(slipsOf(receipt)).toEqual([]);
    await until("it is offline", patienceMs, async () => !(await isOnline(printerId)));
    expect((await found()).printers).toEqual([]);
    expect(await branch.processId()).toBe(processId);
    printer.release();
  });

  test("that is plugged in again prints the next job, once, and nothing of the one before", async () => {
    const waiting = await printReceipt();
    expect((await job(waiting)).status).toBe("queued");
    await printer.plugIn();
    expect(await jobAs(waiting, "printed")).toMatchObject({ evidence: "acknowledged" });
    expect(slipsOf(waiting)).toHaveLength(1);
    const { body } = await desk.call(printJobsContract.list, {
      query: { status: "needs_review" },
    });
    expect(body.data.map(({ title }) => title)).toEqual(["R-2"]);
    expect(slipsOf({ ...waiting, title: "R-2" })).toEqual([]);
    expect(await branch.processId()).toBe(processId);
  });

  test("that answers nothing is known by what its port says, loses what it held of a slip and prints the next", async () => {
    const silence = { realtime: true, identity: true, acknowledgement: true };
    const mute = await UsbPrinter.at(branch.machine, 4, "X7AB000119", 1, { silence });
    try {
      await mute.plugIn();
      await foundPrinters(2);
      const { model: _model, ...unknown } = make;
      const body = { ...unknown, serial_no: mute.identity.serialNo, name: "Store", roles: [] };
      const { body: muteDevice } = await admin.call(devicesContract.register, { body });
      await until("its port has been asked", patienceMs, async () => {
        const { health } = await device(muteDevice.id);
        return health.answers?.tells_paper === true;
      });
      expect((await device(muteDevice.id)).health).toMatchObject({
        answers: { identity: "EPSON TM-T82III", tells_status: false, confirms: false },
      });
      mute.holdNextJob();
      const broken = await printReceipt(muteDevice.id);
      await until("it is in the middle", patienceMs, () => mute.isHolding);
      await mute.unplug();
      mute.release();
      await until("it is with a person or sent", patienceMs, async () => {
        return ["needs_review", "sent_unconfirmed"].includes((await job(broken)).status);
      });
      await mute.plugIn();
      const next = await printReceipt(muteDevice.id);
      await jobAs(next, "sent_unconfirmed");
      await expect
        .poll(() => mute.printouts.map(printoutText), { timeout: patienceMs })
        .toContainEqual(expect.stringContaining(`${next.title}`));
      expect(slipsOf(next, mute)).toHaveLength(1);
      await mute.unplug();
      // Registered, it would be taken for any of its make and product that says another number.
      const retired = { params: { id: muteDevice.id }, body: { status: "retired" } } as const;
      await admin.call(devicesContract.update, retired);
    } finally {
      await mute.close();
    }
  });

  test("is distinguished from another of its make and product by its serial number", async () => {
    const twin = await UsbPrinter.at(branch.machine, 3, "X7AB000118", 2);
    try {
      await twin.plugIn();
      const known = (await foundPrinters(2)).map((one) => [one.serial_no, one.device_id] as const);
      expect(new Map(known)).toEqual(
        new Map([
          ["X7AB000117", printerId],
          ["X7AB000118", null],
        ]),
      );
      const body = { ...make, serial_no: twin.identity.serialNo, name: "Cash desk", roles: [] };
      const { body: twinDevice } = await admin.call(devicesContract.register, { body });
      const [forTwin, forFirst] = [
        await printReceipt(twinDevice.id),
        await printReceipt(printerId),
      ];
      await Promise.all([forTwin, forFirst].map((receipt) => jobAs(receipt, "printed")));
      expect([slipsOf(forTwin, twin), slipsOf(forTwin)].map(({ length }) => length)).toEqual([
        1, 0,
      ]);
      expect([slipsOf(forFirst, twin), slipsOf(forFirst)].map(({ length }) => length)).toEqual([
        0, 1,
      ]);
      // One that is away is not the other that is there.
      await twin.unplug();
      await until("it is offline", patienceMs, async () => !(await isOnline(twinDevice.id)));
      expect(await isOnline(printerId)).toBe(true);
    } finally {
      await twin.close();
    }
  });
});

const label = (number: number) => `EW1:S:L26-${String(number).padStart(7, "0")}`;
const scanCount = 1_000;
// The kernel keeps 64 reports for a program that is busy, and throws away what comes beyond.
const reportsAtOnce = 48;

const scanners = [
  {
    mode: "hid_pos",
    title: "in its HID mode for points of sale",
    port: 1,
    atOnce: reportsAtOnce,
    symbology: "]C0",
    connection: { kind: "usb", usb_vid: "05e0", usb_pid: "1300" },
    nonsense: [
      Buffer.from([2, 200, 0x5d, 0x43, 0x30, ...Array.from({ length: 59 }, () => 0x41)]),
      Buffer.alloc(64, 0xff).fill(2, 0, 1),
      Buffer.from([2, 5, 0x5d]),
      hidReport("\u0000\u00ff]", "\u0000\u0001").fill(1, 63),
    ],
  },
  {
    mode: "serial",
    title: "with a serial port over USB",
    port: 2,
    atOnce: scanCount,
    symbology: "",
    connection: { kind: "serial", path: "/dev/ttyACM0", baud: 9_600 },
    nonsense: [Buffer.from([2, 0xff, 0xc3, 0x28]), Buffer.from([3, 3, 0]), Buffer.alloc(512, 0x80)],
  },
] as const;

describe.runIf(isAble).each(scanners)("a scanner $title", (plan) => {
  const { mode, port, connection, symbology, atOnce, nonsense } = plan;
  let scanner: UsbScanner;
  let scannerId = "";
  let page: ScanPage;

  const heard = (count: number) =>
    until(`${count} scans are here`, patienceMs, () => page.scans.length >= count);

  beforeAll(async () => {
    await givePorts();
    scanner = await UsbScanner.at(branch.machine, port, mode);
    const { body } = await admin.call(devicesContract.register, {
      body: {
        device_type: "scanner",
        driver_profile: "serial_scanner",
        serial_no: `${scanner.identity.serialNo}-${mode}`,
        connection,
      },
    });
    scannerId = body.id;
    page = await ScanPage.open(branch.url, desk, scannerId);
  }, patienceMs);

  afterAll(() => {
    page?.leave();
    scanner?.close();
  });

  test("is read from when it is plugged in", async () => {
    expect(await isOnline(scannerId)).toBe(false);
    await scanner.plugIn();
    await until("it is online", patienceMs, () => isOnline(scannerId));
    scanner.scan([label(0)]);
    await heard(1);
    expect(page.scans).toEqual([symbology + label(0)]);
  });

  test(`loses none of ${scanCount} scans, and keeps their order`, async () => {
    const sent = Array.from({ length: scanCount }, (_, number) => label(number + 1));
    let reported = 0;
    await until("all are reported", patienceMs, () => {
      const some = sent.slice(reported, page.scans.length - 1 + atOnce);
      scanner.scan(some);
      reported += some.length;
      return reported === sent.length;
    });
    await heard(1 + sent.length);
    expect(page.scans.slice(1)).toEqual(sent.map((text) => symbology + text));
  });

  test("is read from again when it was pulled out and plugged in, and the branch lives", async () => {
    const processId = await branch.processId();
    const before = page.scans.length;
    await scanner.unplug();
    await until("it is offline", patienceMs, async () => !(await isOnline(scannerId)));
    await scanner.plugIn();
    await until("it is online", patienceMs, () => isOnline(scannerId));
    scanner.scan([label(7)]);
    await heard(before + 1);
    expect(page.scans.slice(before)).toEqual([symbology + label(7)]);
    expect(await branch.processId()).toBe(processId);
  });

  test("may say what no scanner should: the next good scan is read, and the branch lives", async () => {
    const processId = await branch.processId();
    for (const bytes of nonsense) await scanner.blurt(bytes);
    // What was left open by the nonsense may take the first scan with it, but not the second.
    scanner.scan([label(8)]);
    scanner.scan([label(9)]);
    await until("a good scan", patienceMs, () => page.scans.at(-1) === symbology + label(9));
    expect(await branch.processId()).toBe(processId);
  });
});
