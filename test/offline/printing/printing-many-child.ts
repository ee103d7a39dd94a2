import { startSpooler } from "@edgeward/branch-node/printing/spooler.ts";
import { errorLog } from "#support/error-log.ts";
import { openPrintingBranch } from "./printing-branch.ts";
import { printerAt } from "./desk-printer.ts";

// A branch's spooler with several printers as a process of its own, whose memory is nobody else's.
const [folder = "", key = "", tenantId = "", branchId = "", ...ports] = process.argv.slice(2);
const branch = await openPrintingBranch({ folder, key });
const timeouts = { readyMs: 5_000, writeMs: 10_000, printedMs: 20_000 };
await startSpooler({
  ...branch,
  tenantId,
  branchId,
  printers: ports.map((port, index) =>
    printerAt(Number(port), { id: `p${index}`, queues: [`p${index}`], timeouts }),
  ),
  log: errorLog(Date.now),
  onJob: () => undefined,
});
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, held: heapUsed + external });
});
process.send?.("ready");
process.on("disconnect", () => process.exit(0));
