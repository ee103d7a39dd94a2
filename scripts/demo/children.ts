import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** One process of the product. */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  /** What it said when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Ends it in order; by force when it takes too long. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly readyWithinMs: number;
  /** A command that starts it in its own place, such as a network namespace; it must become the process itself. */
  readonly within?: readonly string[];
}

const stopWithinMs = 8_000;

function isMessage(
  value: unknown,
): value is Readonly<Record<string, unknown>> & { readonly type: unknown } {
  return typeof value === "object" && value !== null && "type" in value;
}

function waitForReady(
  child: ChildProcess,
  options: ChildOptions,
): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(new Error(`${options.name} was not ready within ${options.readyWithinMs / 1000} s`)),
      options.readyWithinMs,
    );
    const end = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.on("message", (message) => {
      if (!isMessage(message)) return;
      if (message.type === "ready") end(() => resolve(message));
      if (message.type === "failed")
        end(() => reject(new Error(`${options.name}: ${String(message["message"])}`)));
    });
    child.once("exit", (code) =>
      end(() =>
        reject(
          new Error(`${options.name} ended with code ${String(code)}; see ${options.logFile}`),
        ),
      ),
    );
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    const force = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/**
 * Starts a process of the product and waits until it says that it is ready. It stands in a group of its own, so that
 * Ctrl-C reaches only the one process that ends all others in their order.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  const log = createWriteStream(options.logFile, { flags: "a", mode: 0o600 });
  const [command, ...before] = options.within ?? [];
  const node = ["--disable-warning=ExperimentalWarning", options.file, ...(options.args ?? [])];
  const child = spawn(
    command ?? process.execPath,
    command === undefined ? node : [...before, process.execPath, ...node],
    {
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...options.env },
    },
  );
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  try {
    const ready = await waitForReady(child, options);
    return { name: options.name, process: child, ready, stop: () => stopChild(child) };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}
