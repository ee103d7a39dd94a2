import { setTimeout as delay } from "node:timers/promises";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { startDeskPrinter, type DeskPrinter } from "#offline/printing/desk-printer.ts";
import { cpuMsOf } from "./cpu.ts";
import {
  isPrinted,
  openPage,
  readyPrinter,
  registerPrinter,
  setStatus,
  untilShown,
  type DeviceDesk,
} from "./device-desk.ts";
import { percentile, ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { startPrinterTap, type PrinterTap } from "./printer-tap.ts";
import type { TimedLine } from "./timed-line.ts";
import { longestWaitMs, since, waitFinding, type Wait } from "./waits.ts";

let printed = 0;

/** Asks for a receipt on a printer. */
async function askForReceipt({ client }: DeviceDesk, { id }: Pick<Device, "id">): Promise<void> {
  printed += 1;
  const data = {
    receipt_no: `R-${printed}`,
    received_at: "2026-11-21T10:00:00.000Z",
    patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
    currency: "INR",
    amount_minor: 12_500,
    method: "cash",
  };
  const body = { document_type: "receipt", data, device_id: id } as const;
  await client.call(printJobsContract.create, { body });
}

interface Counter {
  readonly desk: DeviceDesk;
  readonly page: TimedLine;
  readonly tap: PrinterTap;
  readonly device: Device;
}

interface JobWaits {
  readonly firstByte: Wait[];
  readonly printed: Wait[];
}

// The idle printer is asked once a second how it is; jobs come at all moments of that second.
const roundMs = 1_000;

async function measureJobs({ desk, page, tap, device }: Counter, jobs: number): Promise<JobWaits> {
  const waits: JobWaits = { firstByte: [], printed: [] };
  for (let job = 0; job < jobs; job += 1) {
    await delay((job * roundMs) / jobs);
    page.forget();
    tap.takeFirstByte();
    const began = performance.now();
    await askForReceipt(desk, device);
    waits.printed.push(since(began, await page.seen(isPrinted)));
    waits.firstByte.push(since(began, tap.takeFirstByte()));
  }
  return waits;
}

/** Two printers that nobody can print on, each with jobs that wait: one is not there, one takes no byte. */
async function deadPrinters(desk: DeviceDesk) {
  const gone = await startDeskPrinter();
  const mute = await startDeskPrinter({ neverReads: true });
  const devices = [await registerPrinter(desk, gone.port), await registerPrinter(desk, mute.port)];
  await gone.takeAway();
  for (const device of devices) {
    await untilShown(desk, device, "offline");
    for (let job = 0; job < 5; job += 1) await askForReceipt(desk, device);
  }
  return {
    setStatus: async (status: "blocked" | "active" | "retired") => {
      for (const device of devices) await setStatus(desk, device, status);
      if (status === "active")
        for (const device of devices) await untilShown(desk, device, "offline");
    },
    close: () => mute.takeAway(),
  };
}

function besideFinding(beside: readonly JobWaits[], alone: readonly JobWaits[]): Finding {
  const middles = (rounds: readonly JobWaits[]) =>
    rounds.map((round) =>
      percentile(
        round.printed.filter((wait) => wait !== null),
        0.5,
      ),
    );
  const finding = waitFinding(
    "job: created → printed notified, beside two dead printers",
    "ratio 1",
    beside.flatMap((round) => round.printed),
  );
  const value = spreadOf(middles(alone));
  const ratio = ratioOf(middles(beside), middles(alone));
  return { ...finding, baseline: { name: "without", value }, ratio };
}

/** How soon a receipt is on its way and out, and whether printers that are dead change that: rounds in turns. */
export async function jobContest(
  desk: DeviceDesk,
  { rounds, jobs }: { readonly rounds: number; readonly jobs: number },
): Promise<readonly Finding[]> {
  const printer = await startDeskPrinter();
  const tap = await startPrinterTap(printer.port);
  const device = await readyPrinter(desk, tap.port);
  const page = await openPage(desk);
  const counter = { desk, page, tap, device };
  const dead = await deadPrinters(desk);
  await dead.setStatus("blocked");
  await measureJobs(counter, 3);
  const [alone, beside]: [JobWaits[], JobWaits[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await measureJobs(counter, jobs));
    await dead.setStatus("active");
    beside.push(await measureJobs(counter, jobs));
    await dead.setStatus("blocked");
  }
  await dead.setStatus("retired");
  await setStatus(desk, device, "retired");
  page.cut();
  await Promise.all([tap.close(), dead.close(), printer.takeAway()]);
  return [
    waitFinding(
      "job: created → first byte at printer",
      null,
      alone.flatMap((one) => one.firstByte),
    ),
    waitFinding(
      "job: created → printed notified",
      null,
      alone.flatMap((one) => one.printed),
    ),
    besideFinding(beside, alone),
  ];
}

const printerCount = 8;
const askersAtOnce = 16;

async function printoutsOut(printers: readonly DeskPrinter[], count: number): Promise<void> {
  const all = () => printers.reduce((sum, printer) => sum + printer.printouts().length, 0);
  let before = -1;
  // Nothing more for half a minute is the end, too; the report says how many are missing.
  for (let quietSince = performance.now(); all() < count; await delay(20)) {
    if (all() !== before) quietSince = performance.now();
    before = all();
    if (performance.now() - quietSince > longestWaitMs) return;
  }
}

/** How many receipts a branch prints in a second on eight printers that are as quick as software. */
export async function rateContest(desk: DeviceDesk, jobs: number): Promise<readonly Finding[]> {
  const printers: DeskPrinter[] = [];
  const devices: Device[] = [];
  for (let index = 0; index < printerCount; index += 1) {
    const printer = await startDeskPrinter();
    printers.push(printer);
    devices.push(await readyPrinter(desk, printer.port));
  }
  const waiting = Array.from({ length: jobs }, (_, index) => devices[index % printerCount]);
  const cpuBefore = cpuMsOf(desk.pid);
  const began = performance.now();
  const ask = async () => {
    for (let device = waiting.pop(); device !== undefined; device = waiting.pop())
      await askForReceipt(desk, device);
  };
  await Promise.all(Array.from({ length: askersAtOnce }, ask));
  await printoutsOut(printers, jobs);
  const seconds = (performance.now() - began) / 1_000;
  const cpuAfter = cpuMsOf(desk.pid);
  const printouts = printers.reduce((sum, printer) => sum + printer.printouts().length, 0);
  for (const device of devices) await setStatus(desk, device, "retired");
  for (const printer of printers) await printer.takeAway();
  const cpu =
    cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1_000) / jobs;
  return [
    {
      work: `${jobs} jobs over ${printerCount} printers, asked for and printed`,
      unit: "printouts/s",
      ours: spreadOf([printouts / seconds]),
      baseline: null,
      ratio: null,
      latency: null,
      cpuMicros: { ...unknownCpu, ours: cpu },
      must: null,
      failures: jobs - printouts,
    },
  ];
}
