import { startSpooler } from "@edgeward/branch-node/printing/spooler.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { errorLog } from "#support/error-log.ts";
import { checkIn, openPrintingBranch, type BranchPlace, type Desk } from "./printing-branch.ts";
import { printerAt } from "./desk-printer.ts";

interface DoomedPlan {
  readonly place: BranchPlace;
  readonly desk: Desk;
  readonly port: number;
  /** At which write of the spooler the process is killed, and on which side of its commit. */
  readonly write: number;
  readonly side: string;
}

// A branch node that registers somebody, begins to print the slip, and is killed without notice at a given write.

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}

function doomedStore(store: Store, plan: DoomedPlan): Store {
  let writes = 0;
  return {
    ...store,
    write: async (scope, work) => {
      writes += 1;
      if (writes === plan.write && plan.side === "before") return die();
      const result = await store.write(scope, work);
      return writes === plan.write ? die() : result;
    },
  };
}

const [folder = "", key = "", tenantId = "", branchId = "", doctorId = "", port, write, side = ""] =
  process.argv.slice(2);
const plan: DoomedPlan = {
  place: { folder, key },
  desk: { tenantId, branchId, doctorId },
  port: Number(port),
  write: Number(write),
  side,
};
const branch = await openPrintingBranch(plan.place);
const { appointment } = await checkIn(branch, plan.desk, "Lakshmi Iyer");
process.stdout.write(`${appointment.id}\n`);
await startSpooler({
  store: doomedStore(branch.store, plan),
  runtime: branch.runtime,
  ...plan.desk,
  printers: [printerAt(plan.port)],
  log: errorLog(Date.now),
  onJob: () => undefined,
});
