import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { printoutQrs } from "@edgeward/devices/virtual/printout.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { openPrintingDesk, type PrintingDesk } from "./printing-desk.ts";
import { validSlips } from "./desk-printer.ts";

let bench: PrintingDesk;

beforeEach(async () => {
  bench = await openPrintingDesk();
});

afterEach(async () => {
  await bench.close();
});

function slips(appointmentId: string) {
  return validSlips(bench.printer.printouts(), appointmentId);
}

const child = fileURLToPath(new URL("printing-child.ts", import.meta.url));

interface Death {
  readonly write: number;
  readonly side: "before" | "after";
}

/** Runs a branch node that dies; resolves to the appointment for which it was printing. */
function runDoomed({ write, side }: Death): Promise<string> {
  const { place, desk, printer } = bench;
  const where = [place.folder, place.key, desk.tenantId, desk.branchId, desk.doctorId];
  const plan = [...where, String(printer.port), String(write), side];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, ...plan], { timeout: 30_000 }, (error, stdout, stderr) => {
      const isKilled = error !== null && error.signal === "SIGKILL" && error.killed !== true;
      if (isKilled && stderr === "") resolve(stdout.trim());
      else reject(new Error(`the process did not die as planned: ${stderr}`));
    });
  });
}

describe("a branch node killed", () => {
  test.each([
    ["between the check-in and the first byte", { write: 1, side: "before" }, "printed", [1]],
    ["when the job has been taken", { write: 1, side: "after" }, "needs_review", [0]],
    ["when the body has left", { write: 2, side: "before" }, "needs_review", [0]],
    ["when it has noted that", { write: 2, side: "after" }, "needs_review", [0]],
    ["when the cut has been sent", { write: 3, side: "before" }, "needs_review", [0, 1]],
    ["when it has noted that as well", { write: 3, side: "after" }, "needs_review", [0, 1]],
    ["before it notes the acknowledgement", { write: 4, side: "before" }, "needs_review", [1]],
    ["after the last note", { write: 4, side: "after" }, "printed", [1]],
  ] as const)(
    "%s prints no slip twice, and goes on with the next",
    async (_when, death, status, valid) => {
      const appointmentId = await runDoomed(death);
      await bench.spool();
      const next = await bench.arrive("Ravi Kumar");
      await bench.job(next.appointment.id, ["printed"]);
      const job = await bench.job(appointmentId, ["printed", "needs_review", "queued", "printing"]);
      expect(job.status).toBe(status);
      expect(valid).toContain(slips(appointmentId).length);
      expect(slips(next.appointment.id)).toHaveLength(1);
      const codesOnEach = bench.printer.printouts().map((printout) => printoutQrs(printout).length);
      expect(Math.max(...codesOnEach)).toBe(1);
    },
  );
});

/** The same numbers for the same seed, from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Fault = (desk: PrintingDesk, random: () => number) => Promise<() => unknown>;

// A printer as slow as a cheap one: the node hears of a stage when its disk has it, and a quick one would be through by then.
function cutPowerAt(stage: string): Fault {
  return (desk) => {
    const machine = desk.printer.machine();
    machine.setState({ slowMsPerKb: 60 });
    const stop = desk.onChange((job) => job.stage === stage && machine.powerCut());
    return Promise.resolve(() => {
      stop();
      machine.setState({ slowMsPerKb: 0 });
    });
  };
}

const faults: Readonly<Record<string, Fault>> = {
  "power cut as the job begins": cutPowerAt("sending"),
  "power cut in the body": cutPowerAt("body_sent"),
  "power cut at the cut": cutPowerAt("trailer_sent"),
  "power cut after the paper": ({ printer }) =>
    Promise.resolve(printer.onPrintout(() => printer.machine().powerCut())),
  "reset somewhere": ({ printer }, random) => {
    printer.machine().setTcpFaults({ resetAfterBytes: 1 + Math.floor(random() * 3_000) });
    return Promise.resolve(() => printer.machine().setTcpFaults({}));
  },
  "closed somewhere": ({ printer }, random) => {
    printer.machine().setTcpFaults({ endAfterBytes: 1 + Math.floor(random() * 3_000) });
    return Promise.resolve(() => printer.machine().setTcpFaults({}));
  },
  "says nothing": ({ printer }) => {
    printer.machine().setTcpFaults({ isMute: true });
    return Promise.resolve(() => printer.machine().setTcpFaults({}));
  },
  "paper runs out": ({ printer }) => {
    printer.machine().setState({ paperOut: true });
    return Promise.resolve(() => printer.machine().setState({ paperOut: false }));
  },
  "paper runs out in the middle": (desk) => {
    const { printer } = desk;
    printer.machine().setState({ slowMsPerKb: 60 });
    const stop = desk.onChange((job) => {
      if (job.stage === "body_sent") printer.machine().setState({ paperOut: true });
    });
    return Promise.resolve(() => {
      stop();
      printer.machine().setState({ paperOut: false, slowMsPerKb: 0 });
    });
  },
  "unplugged and back": async ({ printer }) => {
    await printer.takeAway();
    return () => printer.bringBack();
  },
};

const resolved = ["printed", "needs_review"];

// A printer that takes nothing may leave a job as it is.
const noticedWithinMs = 1_500;

/** Resolves at the next change of a job: on a busy machine a fault would be over before anything was printed. */
function nextChange(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = bench.onChange(() => {
    stop();
    resolve();
  });
  return promise;
}

async function printUnder(fault: Fault, name: string, random: () => number) {
  const end = await fault(bench, random);
  const changed = nextChange();
  const { appointment } = await bench.arrive(name);
  await Promise.race([changed, pause(noticedWithinMs)]);
  await pause(50 + Math.floor(random() * 200));
  await end();
  return bench.job(appointment.id, resolved);
}

function fits(job: PrintJobRow): boolean {
  const count = slips(job.source_id).length;
  return job.status === "printed" ? count === 1 : count <= 1;
}

test("30 faults at random lose no slip and print none twice", async () => {
  const random = randomFrom(20_261_121);
  await bench.spool();
  const names = Object.keys(faults);
  const jobs: { readonly fault: string; readonly job: PrintJobRow }[] = [];
  for (let index = 0; index < 30; index += 1) {
    // Each fault three times, in an order and at moments of the seed's choosing.
    const rest = names.filter((name) => jobs.filter(({ fault }) => fault === name).length < 3);
    const fault = rest[Math.floor(random() * rest.length)] ?? "";
    const inject = faults[fault];
    if (inject === undefined) throw new Error(`there is no fault ${fault}`);
    const person = index % 2 === 0 ? "Asha Patil" : "लक्ष्मी अय्यर";
    jobs.push({ fault, job: await printUnder(inject, person, random) });
  }
  const calm = await bench.arrive("Ravi Kumar");
  await bench.job(calm.appointment.id, ["printed"]);
  const wrong = jobs.filter(({ job }) => !fits(job));
  expect(wrong.map(({ fault, job }) => `${fault}: ${job.status}`)).toEqual([]);
  const outcomes = jobs.map(({ job }) => job.status);
  expect(outcomes.filter((status) => status === "printed").length).toBeGreaterThanOrEqual(8);
  expect(outcomes.filter((status) => status === "needs_review").length).toBeGreaterThanOrEqual(8);
  const codesOnEach = bench.printer.printouts().map((printout) => printoutQrs(printout).length);
  expect(Math.max(...codesOnEach)).toBe(1);
});
