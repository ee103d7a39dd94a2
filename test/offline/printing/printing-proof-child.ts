import { startSpooler } from "@edgeward/branch-node/printing/spooler.ts";
import { errorLog } from "#support/error-log.ts";
import { openPrintingBranch } from "./printing-branch.ts";
import { printerAt } from "./desk-printer.ts";

// A branch's spooler as a process of its own, so that it can be killed at any moment.
const [folder = "", key = "", tenantId = "", branchId = "", port = ""] = process.argv.slice(2);
const branch = await openPrintingBranch({ folder, key });
const timeouts = { readyMs: 400, writeMs: 1_000, printedMs: 500 };
const spooler = await startSpooler({
  ...branch,
  tenantId,
  branchId,
  printers: [printerAt(Number(port), { timeouts })],
  log: errorLog(Date.now),
  onJob: () => undefined,
});
process.send?.("ready");
process.on("message", () => spooler.wake());
process.on("disconnect", () => process.exit(0));
