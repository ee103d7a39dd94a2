import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSpooler, type Spooler } from "@edgeward/branch-node/printing/spooler.ts";
import { epson80mm, type PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { branchFileKey, newBranchFile } from "#support/branch-file.ts";
import { errorLog } from "#support/error-log.ts";
import { seedTenant } from "#support/seed.ts";
import {
  checkIn,
  jobsOf,
  openPrintingBranch,
  type BranchPlace,
  type CheckIn,
  type Desk,
  type PrintingBranch,
} from "./printing-branch.ts";
import { printerAt, startDeskPrinter, type DeskPrinter } from "./desk-printer.ts";

/** A desk with a printer beside it, on a branch of its own. */
export interface PrintingDesk {
  readonly place: BranchPlace;
  readonly desk: Desk;
  readonly branch: PrintingBranch;
  readonly printer: DeskPrinter;
  /** Every change of a job, in order. */
  readonly seen: readonly PrintJobRow[];
  /** Called for each change of a job, before anything else happens to it. */
  onChange(listener: (job: PrintJobRow) => void): () => void;
  /** Starts printing. */
  spool(profile?: PrinterProfile): Promise<Spooler>;
  /** Checks somebody in, and notifies the spooler of it. */
  arrive(name: string): Promise<CheckIn>;
  /** The one job of an appointment as soon as it is in one of the states. */
  job(appointmentId: string, statuses: readonly string[]): Promise<PrintJobRow>;
  close(): Promise<void>;
}

/** Short enough for tests; a printer that works answers in a few milliseconds. */
export const shortTimeouts = { readyMs: 400, writeMs: 1_000, printedMs: 500 };

// Only what never comes takes so long: a machine with other work may need many times what an idle one does.
const longestWaitMs = 60_000;
// What is looked for often keeps the processor from those who are to bring it.
const soonestMs = 5;
const everyMs = 40;

/** Waits until something can be found. */
export async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + longestWaitMs;
  for (let pauseMs = soonestMs; ; pauseMs = Math.min(pauseMs * 2, everyMs)) {
    const value = await find();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error("what was waited for did not come");
    await pause(pauseMs);
  }
}

/** Opens a desk. */
export async function openPrintingDesk(): Promise<PrintingDesk> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-printing-"));
  await newBranchFile(folder);
  const place = { folder, key: branchFileKey.toString("hex") };
  const branch = await openPrintingBranch(place);
  const tenant = await seedTenant(branch, { code: "PUN", hasNode: true });
  const desk = { tenantId: tenant.id, branchId: tenant.branchId, doctorId: tenant.doctorId };
  const printer = await startDeskPrinter();
  const spoolers: Spooler[] = [];
  const seen: PrintJobRow[] = [];
  const listeners = new Set<(job: PrintJobRow) => void>();
  const onJob = (job: PrintJobRow) => {
    seen.push(job);
    for (const listener of listeners) listener(job);
  };
  return {
    place,
    desk,
    branch,
    printer,
    seen,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    spool: async (profile = epson80mm) => {
      const printers = [printerAt(printer.port, { profile, timeouts: shortTimeouts })];
      const log = errorLog(Date.now);
      const spooler = await startSpooler({ ...branch, ...desk, printers, log, onJob });
      spoolers.push(spooler);
      return spooler;
    },
    arrive: async (name) => {
      const arrived = await checkIn(branch, desk, name);
      for (const spooler of spoolers) spooler.wake();
      return arrived;
    },
    job: (appointmentId, statuses) =>
      until(async () => {
        const jobs = await jobsOf(branch, desk, appointmentId);
        return jobs.find(({ status }) => statuses.includes(status));
      }),
    close: async () => {
      await Promise.all(spoolers.map((spooler) => spooler.stop()));
      await printer.takeAway();
      await branch.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
