import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TransportError, type PrinterTransport } from "#driver.ts";
import type { PageRaster } from "#page/page-raster.ts";
import { SubmittedConnection } from "./submitted.ts";

/** A queue of the machine's own print system. */
export interface SpoolerQueueOptions {
  /** The name of the queue: a printer of Windows, a destination of CUPS. */
  readonly queue: string;
  readonly platform?: NodeJS.Platform;
  readonly submitMs?: number;
  /** What is put into it: documents of pages, or bytes in the printer's own language. */
  readonly takes?: "pages" | "raw";
}

/** A program and its arguments; the document goes to its standard input. */
export interface SpoolerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const windowsScripts = {
  raw: scriptOf("windows-raw.ps1"),
  pages: scriptOf("windows-pages.ps1"),
};
// Windows draws no PDF; its drivers draw pictures. A sheet of A4 is some 100 kB so.
const windowsPages: PageRaster = { format: "png", dpi: 300 };

/** What a program is to put into a queue. */
interface Submitted {
  readonly queue: string;
  readonly takes: "pages" | "raw";
  readonly copies: number;
}

/**
 * The program that puts a document into a queue: bytes untouched, or pages that the print system draws for its printer, a PDF
 * for CUPS and pictures for Windows. The name of the queue is an argument of its own and never part of a command line that a
 * shell reads.
 */
export function spoolerCommand(
  { queue, takes, copies }: Submitted,
  platform: NodeJS.Platform,
): SpoolerCommand {
  if (platform !== "win32") {
    const option = takes === "raw" ? "raw" : "document-format=application/pdf";
    return { program: "lp", args: ["-s", "-d", queue, "-n", String(copies), "-o", option] };
  }
  const policy = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];
  const named = ["-File", windowsScripts[takes], "-Queue", queue];
  return {
    program: "powershell.exe",
    args: [...policy, ...named, "-Copies", String(copies)],
  };
}

// A queue that takes nothing is not asked again at once: each time costs a program.
const refusedForMs = 60_000;

/**
 * Prints through a queue of the operating system: bytes with data type RAW, or documents of pages. For USB printers on
 * Windows, whose driver lets no other program near them. That the queue took a job says nothing about paper.
 */
export function createSpoolerTransport(
  options: SpoolerQueueOptions,
  command?: SpoolerCommand,
): PrinterTransport {
  const { queue, platform = process.platform, takes = "raw", submitMs = 30_000 } = options;
  let refusedUntil = Number.NEGATIVE_INFINITY;
  return {
    isOneWay: true,
    takesCopies: true,
    ...(platform === "win32" && takes === "pages" ? { pagesAs: windowsPages } : {}),
    open: ({ copies } = { copies: 1 }) => {
      if (performance.now() < refusedUntil) {
        return Promise.reject(new TransportError("not_accepting", 0));
      }
      const used = command ?? spoolerCommand({ queue, takes, copies }, platform);
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
