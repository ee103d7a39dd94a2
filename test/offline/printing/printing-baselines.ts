import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { createChance } from "@edgeward/hub/demo/chance.ts";
import { buildTokenSlip } from "@edgeward/devices/printer/token-slip.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { openFaultLine, type FaultLine, type LineFault } from "./fault-line.ts";
import { startDeskPrinter, validSlips, type DeskPrinter } from "./desk-printer.ts";

/** What became of slips that somebody else's program printed. */
export interface BaselineVerdict {
  readonly faults: number;
  /** Slips that the program said were printed. */
  readonly reported: number;
  /** Of those, the ones of which there is no valid paper. */
  readonly lost: number;
  /** Slips of which there is more than one. */
  readonly duplicated: number;
}

/** How many slips, from which seed. */
export interface BaselinePlan {
  readonly jobs: number;
  readonly seed: number;
}

const run = promisify(execFile);
const slipBytes = 1_500;
const kinds = ["reset", "silence", "power_cut"] as const;

/** The faults of our own proof that another program can meet: it gets no acknowledgements, and is not killed. */
function faultsOf(seed: number): () => LineFault | null {
  const chance = createChance(seed);
  return () => {
    if (chance.happens(0.35)) return null;
    return { kind: chance.pick(kinds), at: { bytes: chance.int(1, slipBytes) } };
  };
}

function slipOf(id: string): Promise<Uint8Array> {
  const slip = {
    facilityName: "Tenant",
    branchName: "Branch",
    department: "General Medicine",
    queueNo: 1,
    tokenCode: "GEN-001",
    patientName: "लक्ष्मी अय्यर",
    uhid: "PUN1-00001-X",
    providerName: "Anita Rao",
    issuedAt: "now",
    qr: `EW1:T:${id}`,
    reprint: false,
  };
  return buildTokenSlip(slip, epson80mm);
}

interface Ground {
  readonly printer: DeskPrinter;
  readonly line: FaultLine;
}

async function onFaultyLine(
  plan: BaselinePlan,
  print: (ground: Ground, ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<BaselineVerdict> {
  const printer = await startDeskPrinter();
  const line = await openFaultLine({
    printerPort: printer.port,
    questionBytes: 0,
    nextFault: faultsOf(plan.seed),
    cutPower: () => printer.machine().powerCut(),
    kill: () => undefined,
  });
  try {
    const ids = Array.from({ length: plan.jobs }, (_, index) => `apt_${index}`);
    const reported = await print({ printer, line }, ids);
    const printouts = printer.printouts();
    const counts = ids.map((id) => validSlips(printouts, id).length);
    return {
      faults: line.faults(),
      reported: reported.size,
      lost: ids.filter((id, index) => reported.has(id) && counts[index] === 0).length,
      duplicated: counts.filter((count) => count > 1).length,
    };
  } finally {
    await line.close();
    await printer.takeAway();
  }
}

const mostAttempts = 5;

/** node-thermal-printer by itself, with a list that is tried again until it learns that a slip is out. */
export function printByLibrary(plan: BaselinePlan): Promise<BaselineVerdict> {
  return onFaultyLine(plan, async ({ line }, ids) => {
    const reported = new Set<string>();
    for (const id of ids) {
      const bytes = Buffer.from(await slipOf(id));
      for (let attempt = 0; attempt < mostAttempts && !reported.has(id); attempt += 1) {
        const printer = new ThermalPrinter({
          type: PrinterTypes.EPSON,
          interface: `tcp://127.0.0.1:${line.port}`,
          options: { timeout: 1_000 },
        });
        printer.add(bytes);
        const isOut = await printer.execute().then(
          () => true,
          () => false,
        );
        if (isOut) reported.add(id);
        else await pause(50);
      }
    }
    await pause(1_000);
    return reported;
  });
}

/** A raw queue of CUPS that tries a failed job again. Needs root and `cupsd`. */
export function printByCups(plan: BaselinePlan): Promise<BaselineVerdict> {
  return onFaultyLine(plan, async ({ line }, ids) => {
    const folder = mkdtempSync(join(tmpdir(), "edgeward-cups-"));
    // The programs that CUPS starts for a job run as a user of their own.
    chmodSync(folder, 0o755);
    const server = await startCups(folder);
    try {
      const at = ["-h", server.address];
      // Without this CUPS waits for the printer to close its side, on a pulled cable for minutes.
      const device = `socket://127.0.0.1:${line.port}/?waiteof=false`;
      await run("lpadmin", [...at, "-p", "desk", "-E", "-v", device, "-m", "raw"]);
      const policy = ["-p", "desk", "-o", "printer-error-policy=retry-job"];
      await run("lpadmin", [...at, ...policy]);
      for (const id of ids) {
        const file = join(folder, id);
        writeFileSync(file, await slipOf(id));
        await run("lp", [...at, "-d", "desk", "-o", "raw", "-t", id, file]);
      }
      await untilEmpty(server.address);
      const { stdout } = await run("lpstat", [...at, "-W", "completed", "-o"]);
      const count = stdout.split("\n").filter((row) => row.startsWith("desk-")).length;
      return new Set(ids.slice(0, count));
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function untilEmpty(address: string): Promise<void> {
  const end = performance.now() + 10 * 60_000;
  for (;;) {
    const { stdout } = await run("lpstat", ["-h", address, "-o"]);
    if (stdout.trim() === "") return;
    if (performance.now() > end) throw new Error("the queue of CUPS came to no end");
    await pause(500);
  }
}

async function startCups(folder: string) {
  for (const name of ["root", "spool", "cache", "state", "spool/tmp"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const socket = join(folder, "cups.sock");
  const configuration = [
    `Listen ${socket}`,
    "Browsing Off",
    "DefaultAuthType None",
    "JobRetryInterval 1",
    "PreserveJobHistory Yes",
    "<Location />\nOrder allow,deny\nAllow all\n</Location>",
    "<Policy default>\n<Limit All>\nOrder allow,deny\nAllow all\n</Limit>\n</Policy>",
  ];
  const files = [
    `ServerRoot ${join(folder, "root")}`,
    `RequestRoot ${join(folder, "spool")}`,
    `CacheDir ${join(folder, "cache")}`,
    `StateDir ${join(folder, "state")}`,
    `TempDir ${join(folder, "spool", "tmp")}`,
    `ErrorLog ${join(folder, "error.log")}`,
    `AccessLog ${join(folder, "access.log")}`,
    `PageLog ${join(folder, "page.log")}`,
    "SystemGroup root",
    "FileDevice Yes",
  ];
  writeFileSync(join(folder, "cupsd.conf"), `${configuration.join("\n")}\n`);
  writeFileSync(join(folder, "cups-files.conf"), `${files.join("\n")}\n`);
  const args = ["-f", "-c", join(folder, "cupsd.conf"), "-s", join(folder, "cups-files.conf")];
  const child = execFile("cupsd", args);
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  await pause(2_000);
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { address: socket, stop };
}
