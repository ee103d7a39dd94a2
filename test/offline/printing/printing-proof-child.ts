import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import { epson80mm, generic80mm } from "@edgeward/devices/printer/profile.ts";
import { createSerialTransport } from "@edgeward/devices/transport/serial.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { startSpooler } from "@edgeward/branch-node/printing/spooler.ts";
import { errorLog } from "#support/error-log.ts";
import { openPrintingBranch } from "./printing-branch.ts";
import { printerAt } from "./desk-printer.ts";
import type { ProvenPrinter } from "./printing-process.ts";

// A branch's spooler as a process of its own, so that it can be killed at any moment.
const [folder = "", key = "", tenantId = "", branchId = "", printer = "{}"] = process.argv.slice(2);
const branch = await openPrintingBranch({ folder, key });
// oxlint-disable-next-line typescript/consistent-type-assertions -- only our own parent writes it
const { port = 0, path, acknowledges } = JSON.parse(printer) as ProvenPrinter;
const transport: PrinterTransport =
  path === undefined
    ? createTcpTransport({ host: "127.0.0.1", port })
    : createSerialTransport({ path, flowControl: "none" });
const profile = acknowledges ? epson80mm : generic80mm;
const timeouts = { readyMs: 400, writeMs: 1_000, printedMs: 500 };
const spooler = await startSpooler({
  ...branch,
  tenantId,
  branchId,
  printers: [printerAt(port, { transport, profile, timeouts })],
  log: errorLog(Date.now),
  onJob: () => undefined,
});
process.send?.("ready");
process.on("message", () => spooler.wake());
process.on("disconnect", () => process.exit(0));
