import { describe, expect, test } from "vitest";
import { createChance } from "@edgeward/hub/demo/chance.ts";
import { isSoak } from "#offline/load.ts";
import { hasPtyPairs, openPtyPair } from "#support/pty-pair.ts";
import { checkIn } from "./printing-branch.ts";
import { openPrintingDesk } from "./printing-desk.ts";
import { countOpen, Printing, progress, type ProvenPrinter } from "./printing-process.ts";
import {
  onNetwork,
  onSerialLine,
  ReferencePrinter,
  type CounterFault,
} from "./reference-printer.ts";

interface CounterPlan {
  readonly jobs: number;
  readonly seed: number;
  readonly answers: boolean;
  /** A serial line of so many bytes a second; the network when absent. */
  readonly bytesPerSecond?: number;
  readonly kinds: readonly CounterFault["kind"][];
}

// A slip with ink is some 700 bytes.
const slipBytes = 700;
const manyMinutes = 40 * 60_000;
const patientName = "Asha Patil";
// 9,600 baud, in fact; and so long is a printer away that hears nothing, or loses its power and starts again.
const realBytesPerSecond = 872;
const awayMs = [400, 3_000] as const;

function faultsOf({ seed, kinds }: CounterPlan): () => CounterFault | null {
  const chance = createChance(seed);
  return () => {
    if (chance.happens(0.42)) return null;
    const kind = chance.happens(0.1) ? "kill" : chance.pick(kinds);
    return { kind, at: chance.happens(0.3) ? "cut" : chance.int(1, slipBytes) };
  };
}

async function placeOf(printer: ReferencePrinter, { bytesPerSecond, answers }: CounterPlan) {
  if (bytesPerSecond === undefined) {
    const plugged = await onNetwork(printer);
    const at = { port: plugged.port, acknowledges: answers };
    return { at, close: () => plugged.close() };
  }
  const pair = await openPtyPair();
  const line = onSerialLine(printer, pair.far, bytesPerSecond);
  const at = { path: pair.near, acknowledges: answers };
  const close = async () => {
    await pair.close();
    await line.close();
  };
  return { at, close };
}

async function printedOn(plan: CounterPlan) {
  const desk = await openPrintingDesk();
  const calls = { kill: (): void => undefined };
  const { answers, seed, bytesPerSecond = realBytesPerSecond } = plan;
  const away = createChance(seed + 1);
  const printer = new ReferencePrinter({
    answers,
    // On a quicker line it is away for as many bytes as on the real one.
    awayMs: () => (away.int(...awayMs) * realBytesPerSecond) / bytesPerSecond,
    nextFault: faultsOf(plan),
    kill: () => calls.kill(),
  });
  const place = await placeOf(printer, plan);
  const printing = new Printing(desk, place.at satisfies ProvenPrinter);
  calls.kill = () => printing.kill();
  try {
    for (let index = 0; index < plan.jobs; index += 1) {
      await checkIn(desk.branch, desk.desk, patientName);
    }
    printing.start();
    for (let left = plan.jobs; left > 0; left = await countOpen(desk)) await progress(desk, left);
    const jobs = await desk.branch.store.read(desk.desk, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .select(["source_id", "status", "last_error"])
        .where("tenant_id", "=", desk.desk.tenantId)
        .execute(),
    );
    return { jobs, slips: printer.slips, faults: printer.faults, kills: printing.kills };
  } finally {
    await printing.end();
    await place.close();
    await desk.close();
  }
}

/** What became of every job, counted from what lies on the counter. */
async function verdictOf(plan: CounterPlan) {
  const { jobs, slips, faults, kills } = await printedOn(plan);
  const valid = slips.filter(({ text, codes }) => codes.length === 1 && !text.includes("VOID"));
  const countOf = (source: string) =>
    valid.filter(({ codes }) => codes.includes(`EW1:T:${source}`)).length;
  const isTorn = (source: string) =>
    valid.some(
      ({ codes, text }) => codes.includes(`EW1:T:${source}`) && !text.includes(patientName),
    );
  const inState = (status: string) => jobs.filter((job) => job.status === status);
  const verdict = {
    jobs: jobs.length,
    faults,
    kills,
    printed: inState("printed").length,
    sent: inState("sent_unconfirmed").length,
    toReview: inState("needs_review").length,
    voided: slips.filter(({ text }) => text.includes("VOID")).length,
    lostAsPrinted: inState("printed").filter((job) => countOf(job.source_id) === 0).length,
    tornAsPrinted: inState("printed").filter((job) => isTorn(job.source_id)).length,
    lostAsSent: inState("sent_unconfirmed").filter((job) => countOf(job.source_id) === 0).length,
    doubled: jobs.filter((job) => countOf(job.source_id) > 1).length,
    twoOnOne: slips.filter(({ codes, text }) => codes.length > 1 && !text.includes("VOID")).length,
  };
  process.stderr.write(isSoak ? `${JSON.stringify({ ...plan, ...verdict })}\n` : "");
  return verdict;
}

const faultless = { lostAsPrinted: 0, tornAsPrinted: 0, doubled: 0, twoOnOne: 0 };
const everyFault = ["reset", "silence", "power_cut", "paper_end", "late_end"] as const;
// A serial line cannot be reset, nor let go late.
const lineFaults = ["silence", "power_cut", "paper_end"] as const;

describe.concurrent("on a printer written from its maker's reference", () => {
  test(
    "that answers and has every fault, no slip is lost as printed, doubled or stuck, and no fault costs the next slip",
    async () => {
      const jobs = isSoak ? 600 : 24;
      const verdict = await verdictOf({ jobs, seed: 15, answers: true, kinds: everyFault });
      expect(verdict).toMatchObject({ ...faultless, sent: 0 });
      expect(verdict.printed + verdict.toReview).toBe(jobs);
      expect(verdict.faults).toBeGreaterThanOrEqual(jobs / 3);
      expect(verdict.toReview).toBeLessThanOrEqual(verdict.faults);
    },
    manyMinutes,
  );

  test(
    "that acknowledges nothing, no slip is said to be printed, doubled or stuck",
    async () => {
      const jobs = isSoak ? 300 : 16;
      const kinds = ["reset", "power_cut", "late_end"] as const;
      const verdict = await verdictOf({ jobs, seed: 16, answers: false, kinds });
      expect(verdict).toMatchObject({ printed: 0, doubled: 0, twoOnOne: 0 });
      expect(verdict.sent + verdict.toReview).toBe(jobs);
      expect(verdict.toReview).toBeLessThanOrEqual(verdict.faults);
    },
    manyMinutes,
  );

  test.runIf(hasPtyPairs())(
    "at the end of a serial line, which does not break when the printer does, no slip is lost as printed, doubled or stuck",
    async () => {
      const jobs = isSoak ? 100 : 6;
      const bytesPerSecond = isSoak ? realBytesPerSecond : 8_000;
      const plan = { jobs, seed: 17, answers: true, bytesPerSecond, kinds: lineFaults };
      const verdict = await verdictOf(plan);
      expect(verdict).toMatchObject({ ...faultless, sent: 0 });
      expect(verdict.printed + verdict.toReview).toBe(jobs);
      expect(verdict.toReview).toBeLessThanOrEqual(verdict.faults);
    },
    manyMinutes,
  );
});
