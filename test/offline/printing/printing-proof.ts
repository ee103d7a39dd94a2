import { createChance } from "@edgeward/hub/demo/chance.ts";
import { printoutQrs } from "@edgeward/devices/virtual/printout.ts";
import { openFaultLine, type FaultLine, type LineFault } from "./fault-line.ts";
import { checkIn } from "./printing-branch.ts";
import { progress, countOpen, Printing } from "./printing-process.ts";
import { openPrintingDesk, type PrintingDesk } from "./printing-desk.ts";
import { validSlips } from "./desk-printer.ts";

/** How many slips, from which seed, and whether something happens after every cut. */
export interface ProofPlan {
  readonly jobs: number;
  readonly seed: number;
  readonly isAfterEveryCut: boolean;
}

/** What became of all slips. */
export interface ProofVerdict {
  readonly faults: number;
  readonly kills: number;
  readonly printed: number;
  readonly toReview: number;
  /** Printouts that were marked as void. */
  readonly voided: number;
  /** Slips that broke the promise, in words. */
  readonly broken: readonly string[];
}

const kinds = ["reset", "silence", "power_cut", "kill"] as const;
// A slip is some 1,500 bytes; a fault beyond its end is one that does not come about.
const slipBytes = 1_500;

/** Faults at random moments of about two prints in three, or one after every cut. */
function faultsOf({ seed, isAfterEveryCut }: ProofPlan): () => LineFault | null {
  const chance = createChance(seed);
  return () => {
    // A kill costs a second of starting anew, so there are fewer of them.
    const kind = chance.happens(0.1) ? "kill" : chance.pick(kinds.filter((one) => one !== "kill"));
    if (isAfterEveryCut) return { kind, at: { reply: 2 } };
    if (chance.happens(0.35)) return null;
    if (chance.happens(0.4)) return { kind, at: { reply: chance.int(1, 2) } };
    return { kind, at: { bytes: chance.int(1, slipBytes) } };
  };
}

async function judged(
  desk: PrintingDesk,
  line: FaultLine,
  printing: Printing,
): Promise<ProofVerdict> {
  const jobs = await desk.branch.store.read(desk.desk, ({ kysely }) =>
    kysely
      .selectFrom("print_jobs")
      .selectAll()
      .where("tenant_id", "=", desk.desk.tenantId)
      .execute(),
  );
  const printouts = desk.printer.printouts();
  const broken = jobs.flatMap(({ source_id: source, status, title = source }: Job) => {
    const count = validSlips(printouts, source).length;
    const isKept = status === "printed" ? count === 1 : count <= 1;
    return isKept ? [] : [`${title} is ${status} and has ${count} valid printouts`];
  });
  const doubled = printouts.filter((printout) => printoutQrs(printout).length > 1).length;
  return {
    faults: line.faults(),
    kills: printing.kills,
    printed: jobs.filter(({ status }) => status === "printed").length,
    toReview: jobs.filter(({ status }) => status === "needs_review").length,
    voided: printouts.filter((printout) => JSON.stringify(printout.items).includes("*** VOID ***"))
      .length,
    broken: [...broken, ...(doubled === 0 ? [] : [`${doubled} printouts hold two slips`])],
  };
}

interface Job {
  readonly source_id: string;
  readonly status: string;
  readonly title?: string;
}

/** Prints all slips under the plan's faults, until each has come to an end. */
export async function proveExactlyOnce(plan: ProofPlan): Promise<ProofVerdict> {
  const desk = await openPrintingDesk();
  const calls: { kill: () => void } = { kill: () => undefined };
  const line = await openFaultLine({
    printerPort: desk.printer.port,
    nextFault: faultsOf(plan),
    cutPower: () => desk.printer.machine().powerCut(),
    kill: () => calls.kill(),
  });
  const printing = new Printing(desk, { port: line.port, acknowledges: true });
  calls.kill = () => printing.kill();
  try {
    for (let index = 0; index < plan.jobs; index += 1) {
      await checkIn(desk.branch, desk.desk, index % 4 === 0 ? "लक्ष्मी अय्यर" : "Asha Patil");
    }
    printing.start();
    for (let left = plan.jobs; left > 0; left = await countOpen(desk)) await progress(desk, left);
    return await judged(desk, line, printing);
  } finally {
    await printing.end();
    await line.close();
    await desk.close();
  }
}
