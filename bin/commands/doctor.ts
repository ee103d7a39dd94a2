import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import type { Command } from "commander";
import { CommandFailure, messageOf } from "../failure.ts";
import { dataFolder, findRunningDemo, type RunningDemo } from "../running-demo.ts";
import { jsonLine, type Terminal } from "../terminal.ts";
import { auditOf } from "./audit.ts";
import { levels, type Level } from "./finding.ts";
import { nodeFinding, readinessOf, worstOf } from "./status.ts";

/** What one check found; cause and fix stand where there is something to do. */
export interface Diagnosis {
  /** Stays the same from version to version, so that it can be searched for. */
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  readonly detail: string;
  readonly cause?: string;
  readonly fix?: string;
}

const gigabyte = 1024 ** 3;
const oldestMajor = 24;

/** Whether this Node.js is one that the product runs on. */
export function nodeVersionCheck(version: string): Diagnosis {
  const check = { code: "EDG-RUN-01", name: "Node.js", detail: version };
  const major = Number(version.split(".")[0]);
  if (major >= oldestMajor) return { ...check, level: "ok" };
  return {
    ...check,
    level: "fail",
    cause: `the product needs Node.js ${oldestMajor} or newer`,
    fix: "start it with npm, which brings the right one: npm start, npm run edgeward",
  };
}

/** The folder itself or, where it is still to be made, the nearest one above it. */
function standing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : standing(dirname(folder));
}

/** Whether this program may write where the product keeps its data. Makes nothing. */
export function folderCheck(folder: string): Diagnosis {
  const check = { code: "EDG-DATA-01", name: "data folder", detail: folder };
  const fix =
    "name a folder of your own in EDGEWARD_DATA, or have its owner give you the right to write";
  const found = standing(folder);
  if (!statSync(found).isDirectory()) {
    return { ...check, level: "fail", cause: `${found} is not a folder`, fix };
  }
  try {
    accessSync(found, constants.W_OK | constants.X_OK);
    return { ...check, level: "ok" };
  } catch (error) {
    return { ...check, level: "fail", cause: messageOf(error), fix };
  }
}

/** Whether there is room for what is going to be written. */
export function spaceCheck(freeBytes: number): Diagnosis {
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB free`;
  const check = { code: "EDG-DATA-02", name: "disk space", detail: free };
  if (freeBytes >= 5 * gigabyte) return { ...check, level: "ok" };
  return {
    ...check,
    level: freeBytes < gigabyte / 2 ? "fail" : "warn",
    cause: "a database that cannot write stops taking patients",
    fix: "make room on this disk, or move the data folder to a larger one (EDGEWARD_DATA)",
  };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Whether a port can be taken; `isOurs` when the running product holds it. */
export async function portCheck(
  port: number,
  variable: string,
  isOurs: boolean,
): Promise<Diagnosis> {
  const check = {
    code: "EDG-NET-01",
    name: `port ${port}`,
    detail: isOurs ? "held by the running product" : "free",
  };
  if (isOurs || (await isFree(port))) return { ...check, level: "ok" };
  return {
    ...check,
    level: "fail",
    detail: "taken",
    cause: "another program listens on it",
    fix: `end that program, or choose another port with ${variable}`,
  };
}

const toleratedSkewMs = 30_000;
const builtAfter = Date.UTC(2026, 0, 1);

/** Whether this machine's clock can be right. @param hubTime the hub's own, null when it did not say */
export function clockCheck(now: number, hubTime: number | null): Diagnosis {
  const skew = hubTime === null ? 0 : Math.abs(now - hubTime);
  const detail =
    hubTime === null ? new Date(now).toISOString() : `${Math.round(skew / 1000)} s from the hub's`;
  const check = { code: "EDG-TIME-01", name: "clock", detail };
  if (now >= builtAfter && skew <= toleratedSkewMs) return { ...check, level: "ok" };
  return {
    ...check,
    level: "warn",
    cause:
      now < builtAfter
        ? "the clock is older than this program"
        : "this machine and the hub disagree on the time",
    fix: "turn on automatic time (NTP); records keep their order meanwhile, but show wrong times",
  };
}

async function hubTimeOf(demo: RunningDemo | null): Promise<number | null> {
  if (demo === null) return null;
  try {
    const response = await fetch(`${demo.hub}/healthz`, { signal: AbortSignal.timeout(5_000) });
    const date = Date.parse(response.headers.get("date") ?? "");
    return Number.isNaN(date) ? null : date;
  } catch {
    return null;
  }
}

async function reachChecks(demo: RunningDemo): Promise<readonly Diagnosis[]> {
  const [hub, branch] = await Promise.all([readinessOf(demo.hub), readinessOf(demo.branch)]);
  const help = {
    cause: "the process ended, or something it needs does not answer",
    fix: 'look into the folder "log" beside the data, then start the product again',
  };
  return [
    { code: "EDG-NET-02", name: "hub", ...nodeFinding("hub", demo.hub, hub) },
    { code: "EDG-NET-03", name: "branch", ...nodeFinding("branch", demo.branch, branch) },
  ].map(({ part: _part, ...check }) => (check.level === "ok" ? check : { ...check, ...help }));
}

async function auditCheck(demo: RunningDemo): Promise<Diagnosis> {
  const check = { code: "EDG-AUD-01", name: "audit trail" };
  try {
    const { ok, streams } = await auditOf(demo.hub, demo.operator_token);
    if (ok) return { ...check, level: "ok", detail: `${streams.length} streams, unbroken` };
    return {
      ...check,
      level: "fail",
      detail: "broken",
      cause: "an event was changed, removed or added behind the program's back",
      fix: "see where with: edgeward audit verify; keep the database as it is and compare with a backup",
    };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return {
      ...check,
      level: "warn",
      detail: "not checked",
      cause: error.message,
      fix: "start the product, then check again",
    };
  }
}

function runningDemo(): RunningDemo | null {
  try {
    return findRunningDemo();
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

function freeSpaceOf(folder: string): number {
  const { bavail, bsize } = statfsSync(standing(folder));
  return bavail * bsize;
}

function portOf(
  demo: RunningDemo | null,
  node: "hub" | "branch",
  variable: string,
  usual: number,
): number {
  const running = demo === null ? "" : new URL(demo[node]).port;
  return Number(running === "" ? (process.env[variable] ?? usual) : running);
}

async function examine(): Promise<readonly Diagnosis[]> {
  const folder = dataFolder();
  const demo = runningDemo();
  const [hubVariable, branchVariable] = ["EDGEWARD_HUB_PORT", "EDGEWARD_BRANCH_PORT"];
  const isRunning = demo !== null;
  const machine = [
    nodeVersionCheck(process.versions.node),
    folderCheck(folder),
    spaceCheck(freeSpaceOf(folder)),
    await portCheck(portOf(demo, "hub", hubVariable, 8080), hubVariable, isRunning),
    await portCheck(portOf(demo, "branch", branchVariable, 8081), branchVariable, isRunning),
    clockCheck(Date.now(), await hubTimeOf(demo)),
  ];
  if (demo === null) {
    const detail = "no running product found";
    return [
      ...machine,
      {
        code: "EDG-NET-02",
        name: "hub",
        level: "warn",
        detail,
        cause: "it was not started on this data folder",
        fix: "npm start",
      },
    ];
  }
  return [...machine, ...(await reachChecks(demo)), await auditCheck(demo)];
}

/** A diagnosis as a person reads it. */
export function diagnosisLines({
  code,
  name,
  level,
  detail,
  cause,
  fix,
}: Diagnosis): readonly string[] {
  return [
    `${level.padEnd(4)}  ${code}  ${name}: ${detail}`,
    ...(cause === undefined ? [] : [`      cause: ${cause}`]),
    ...(fix === undefined ? [] : [`      fix:   ${fix}`]),
  ];
}

async function doctor(options: { readonly json?: boolean }, terminal: Terminal): Promise<void> {
  const found = await examine();
  const worst = worstOf(found);
  if (options.json === true) terminal.out(jsonLine({ status: worst, checks: found }));
  else
    for (const diagnosis of found) for (const line of diagnosisLines(diagnosis)) terminal.out(line);
  process.exitCode = levels.indexOf(worst);
}

/** `edgeward doctor`. */
export function addDoctor(program: Command, terminal: Terminal): void {
  program
    .command("doctor")
    .description(
      "look for what is wrong on this machine, and say what to do; exit code 0, 1 (look at it), 2 (broken)",
    )
    .option("--json", "in one line of JSON")
    .action((options: { readonly json?: boolean }) => doctor(options, terminal));
}
