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
  /** What is put into it; bytes in the printer's own language when absent. */
  readonly documentFormat?: "application/pdf";
}

/** A program and its arguments; the document goes to its standard input. */
export interface SpoolerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const windowsScript = fileURLToPath(new URL("windows-raw.ps1", import.meta.url));

/**
 * The program that puts a document into a queue: bytes untouched, a PDF to be drawn by the print system for its printer. The
 * name of the queue is an argument of its own and never part of a command line that a shell reads.
 */
export function spoolerCommand(
  queue: string,
  platform: NodeJS.Platform,
  documentFormat?: "application/pdf",
): SpoolerCommand {
  if (platform !== "win32") {
    const option = documentFormat === undefined ? "raw" : `document-format=${documentFormat}`;
    return { program: "lp", args: ["-s", "-d", queue, "-o", option] };
  }
  const policy = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];
  return { program: "powershell.exe", args: [...policy, "-File", windowsScript, "-Queue", queue] };
}

// A queue that takes nothing is not asked again at once: each time costs a program.
const refusedForMs = 60_000;

/**
 * Prints through a queue of the operating system: bytes with data type RAW, or a PDF. For USB printers on Windows, whose
 * driver lets no other program near them. That the queue took a job says nothing about paper. A queue of Windows takes no
 * PDF: there it would go to the printer as it is, and few printers read that.
 */
export function createSpoolerTransport(
  options: SpoolerQueueOptions,
  command?: SpoolerCommand,
): PrinterTransport {
  const { queue, platform = process.platform, documentFormat, submitMs = 30_000 } = options;
  const used = command ?? spoolerCommand(queue, platform, documentFormat);
  const isDrawnByNobody = platform === "win32" && documentFormat !== undefined;
  let refusedUntil = Number.NEGATIVE_INFINITY;
  return {
    isOneWay: true,
    open: () => {
      if (isDrawnByNobody || performance.now() < refusedUntil) {
        return Promise.reject(new TransportError("not_accepting", 0));
      }
      const connection = new SubmittedConnection({
        submitMs,
        // Of a script of Windows that failed, nobody knows how far it came.
        isAllOrNothing: platform !== "win32",
        submit: (document, signal) => runWith(used, document, signal),
      });
      void connection.closed.then((reason) => {
        const isRefused = reason.kind === "failed" && reason.code === "not_accepting";
        if (isRefused) refusedUntil = performance.now() + refusedForMs;
      });
      return Promise.resolve(connection);
    },
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
