import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A process under measurement. */
export interface Child {
  /** What it said when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** From its start until it said so, milliseconds. */
  readonly readyMs: number;
  readonly pid: number;
  /** Memory in use now, MB; null where the system does not report it. */
  memory(): number | null;
  stop(): Promise<void>;
}

/** What is to be started. */
export interface ChildPlan {
  /** A module of the workspace: `@edgeward/hub/process.ts`. */
  readonly module: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Where a CPU profile is put at the end, or null. */
  readonly profileFolder: string | null;
}

const readyWithinMs = 120_000;

function isReady(message: unknown): message is Readonly<Record<string, unknown>> {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === "ready"
  );
}

function whenReady(
  child: ChildProcess,
  plan: ChildPlan,
): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`${plan.module} ${why}; its log is ${plan.logFile}`));
    const timer = setTimeout(() => fail("was not ready in time"), readyWithinMs);
    child.on("message", (message) => {
      if (!isReady(message)) return;
      clearTimeout(timer);
      resolve(message);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with code ${String(code)}`);
    });
  });
}

function memoryOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

/** Starts a process and waits until it is ready. */
export async function startChild(plan: ChildPlan): Promise<Child> {
  const log = openSync(plan.logFile, "a");
  const profile =
    plan.profileFolder === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${plan.profileFolder}`];
  const file = fileURLToPath(import.meta.resolve(plan.module));
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...profile, file],
    {
      stdio: ["ignore", log, log, "ipc"],
      env: { ...process.env, ...plan.env },
    },
  );
  closeSync(log);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended(child);
  };
  try {
    const ready = await whenReady(child, plan);
    const pid = child.pid ?? 0;
    return { pid, ready, readyMs: performance.now() - began, memory: () => memoryOf(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
