import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TransportError, type PrinterTransport } from "#driver.ts";
import { SubmittedConnection } from "./submitted.ts";

/** A queue of the machine's own print system. */
export interface SpoolerQueueOptions {
  /** The name of the queue: a printer of Windows, a destination of CUPS. */
  readonly queue: string;
  readonly platform?: NodeJS.Platform;
  readonly submitMs?: number;
}

/** A program and its arguments; the document goes to its standard input. */
export interface SpoolerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const windowsScript = fileURLToPath(new URL("windows-raw.ps1", import.meta.url));

/**
 * The program that puts bytes into a queue untouched. The name of the queue is an argument of its own and never part of
 * a command line that a shell reads.
 */
export function spoolerCommand(queue: string, platform: NodeJS.Platform): SpoolerCommand {
  if (platform !== "win32") return { program: "lp", args: ["-s", "-d", queue, "-o", "raw"] };
  const policy = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];
  return { program: "powershell.exe", args: [...policy, "-File", windowsScript, "-Queue", queue] };
}

/**
 * Prints through a queue of the operating system, with data type RAW. For USB printers on Windows, whose driver lets no
 * other program near them. That the queue took a job says nothing about paper.
 */
export function createSpoolerTransport(
  options: SpoolerQueueOptions,
  command = spoolerCommand(options.queue, options.platform ?? process.platform),
): PrinterTransport {
  const submitMs = options.submitMs ?? 30_000;
  return {
    open: () =>
      Promise.resolve(
        new SubmittedConnection({
          submitMs,
          submit: (document, signal) => runWith(command, document, signal),
        }),
      ),
  };
}

function runWith(
  { program, args }: SpoolerCommand,
  document: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"], signal });
    const fail = (cause: unknown) =>
      reject(new TransportError(signal.aborted ? "write_timeout" : "not_accepting", 0, cause));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else fail(new Error(`the print system ended with code ${String(code)}`));
    });
    // The program may end before it has read everything; its exit code says what that meant.
    child.stdin.on("error", () => undefined);
    child.stdin.end(document);
  });
}
