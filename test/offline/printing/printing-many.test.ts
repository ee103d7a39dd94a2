import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { branchOrigin } from "@edgeward/branch-node/node/branch-origin.ts";
import { processEnv } from "@edgeward/shared/log/process-env.ts";
import { printoutText } from "@edgeward/devices/virtual/printout.ts";
import { insertJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.commands.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { isSoak } from "#offline/load.ts";
import { openPrintingDesk, type PrintingDesk } from "./printing-desk.ts";
import { startDeskPrinter, type DeskPrinter } from "./desk-printer.ts";

const child = fileURLToPath(new URL("printing-many-child.ts", import.meta.url));
const printerCount = 8;
const deadPrinter = 5;
const jobsEach = isSoak ? 1_250 : 40;
const atOnce = 100;
// A process takes room for as long as it warms up, which a short run is not over with.
const mostGrowth = isSoak ? 50_000_000 : 150_000_000;

let bench: PrintingDesk;
let spooler: ChildProcess;
const printers: DeskPrinter[] = [];

afterEach(async () => {
  spooler.disconnect();
  for (const printer of printers.splice(0)) await printer.takeAway();
  await bench.close();
});

function numberOf(index: number): string {
  return `GEN-${String(index).padStart(6, "0")}`;
}

function slipJob(index: number) {
  const data = {
    facility_name: "Sahyadri",
    branch_name: "Kothrud",
    department: "general-medicine",
    queue_no: index,
    token_code: numberOf(index),
    patient_name: "Asha Patil",
    uhid: "PUN1-00001-X",
    provider_name: null,
    issued_at: "2026-11-21T10:00:00.000Z",
    time_zone: "Asia/Kolkata",
    appointment_id: `apt_${index}`,
  };
  return {
    branch_id: bench.desk.branchId,
    document_type: "queue_token",
    device_role: `p${index % printerCount}`,
    source_type: "appointments",
    source_id: data.appointment_id,
    patient_id: null,
    template: "queue_token",
    data,
    copies: 1,
    priority: "normal",
    reprint_of_id: null,
    reprint_reason: null,
  };
}

/** Queues jobs for all printers in turn, a hundred in a transaction. */
async function queueAll(): Promise<void> {
  const { store, runtime } = bench.branch;
  for (let begin = 0; begin < jobsEach * printerCount; begin += atOnce) {
    await store.write(bench.desk, async (session) => {
      const origin = branchOrigin(bench.desk, "system", "system");
      const write = openWrite(session, runtime, origin, "test.queue");
      const end = Math.min(begin + atOnce, jobsEach * printerCount);
      for (let index = begin; index < end; index += 1) insertJob(write, slipJob(index));
      await write.flush([]);
    });
  }
}

const memoryShape = z.tuple([z.object({ rss: z.number(), held: z.number() })]);

/** Bytes that the spooler's process has, and those that it still needs after a collection. */
async function memory() {
  const answer = once(spooler, "message");
  spooler.send("how much");
  return memoryShape.parse((await answer).slice(0, 1))[0];
}

function numbersOf(printer: DeskPrinter): readonly string[] {
  return printer
    .printouts()
    .map((printout) => /GEN-\d{6}/u.exec(printoutText(printout))?.[0] ?? "none");
}

async function printoutsOut(count: number): Promise<void> {
  const end = performance.now() + 10 * 60_000;
  const all = () => printers.reduce((sum, printer) => sum + printer.printouts().length, 0);
  while (all() < count) {
    if (performance.now() > end) throw new Error(`only ${all()} of ${count} printouts came out`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

test(
  "8 printers print in order on one connection each, and the one that is dead delays no other",
  async () => {
    bench = await openPrintingDesk();
    for (let index = 0; index < printerCount; index += 1) printers.push(await startDeskPrinter());
    await printers[deadPrinter]?.takeAway();
    await queueAll();
    const { place, desk } = bench;
    const ports = printers.map(({ port }) => String(port));
    const args = [place.folder, place.key, desk.tenantId, desk.branchId, ...ports];
    spooler = fork(child, args, {
      execArgv: ["--expose-gc"],
      // As a branch's process is started.
      env: { ...process.env, ...processEnv({ kind: "branch", dataFolder: place.folder }) },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(spooler, "message");
    const alive = jobsEach * (printerCount - 1);
    // The fonts are loaded and the code is warm by then.
    await printoutsOut(Math.ceil(alive / 4));
    const early = await memory();
    await printoutsOut(alive);
    const late = await memory();
    for (const [slot, printer] of printers.entries()) {
      const expected = Array.from({ length: jobsEach }, (_, turn) =>
        slot === deadPrinter ? null : numberOf(turn * printerCount + slot),
      );
      expect(numbersOf(printer)).toEqual(expected.filter((number) => number !== null));
      expect(printer.machine().turnedAway()).toBe(0);
    }
    expect(late.held - early.held).toBeLessThan(20_000_000);
    expect(late.rss - early.rss).toBeLessThan(mostGrowth);
    process.stderr.write(isSoak ? `resident memory: ${early.rss}, then ${late.rss} bytes\n` : "");
    const waiting = await bench.branch.store.read(desk, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .select(["status", "last_error"])
        .where("tenant_id", "=", desk.tenantId)
        .where("device_role", "=", `p${deadPrinter}`)
        .orderBy("id")
        .execute(),
    );
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(["queued"]));
    expect(waiting[0]).toMatchObject({ last_error: "unreachable" });
  },
  15 * 60_000,
);
