import { TransportError, type PrinterConnection, type TransportErrorCode } from "#driver.ts";
import type { PrinterProfile } from "./profile.ts";
import type { PrinterCondition, PrinterStatus } from "./status.ts";

/** How long each step may take, in milliseconds. */
export interface PrintTimeouts {
  /** For the answer to "are you ready", which a printer gives at once. */
  readonly readyMs: number;
  /** For handing over the bytes of one part. */
  readonly writeMs: number;
  /** For the paper: from the last byte of a part to its acknowledgement. */
  readonly printedMs: number;
}

/** Where a job stands. Each is told before the next byte leaves, so that a journal is never behind the paper. */
export type PrintStage = "connected" | "body_sent" | "body_done" | "trailer_sent";

/** What is told to, and asked of, one print job. */
export interface PrintJobOptions {
  /** Distinguishes this job's acknowledgements from those of any other. */
  readonly jobTag: string;
  /** For a way to the printer that takes the number of copies apart from the bytes. */
  readonly copies?: number;
  readonly profile: Pick<PrinterProfile, "hasProcessId" | "hasRealtimeStatus" | "language">;
  readonly timeouts?: PrintTimeouts;
  /** Awaited; what it throws ends the job and is thrown on, for then the journal does not hold it. */
  readonly onStage?: (stage: PrintStage) => void | Promise<void>;
  /** Hears everything else the printer says meanwhile, such as that its paper ran out. */
  readonly onStatus?: (status: PrinterStatus) => void;
}

/** Why a job did not end as printed. */
export type PrintFailure =
  | TransportErrorCode
  | "paper_out"
  | "cover_open"
  | "offline"
  | "no_status_reply"
  | "no_acknowledgement"
  | "connection_lost";

/** How a print job ended. */
export type PrintOutcome =
  /** The printer said that everything, the cut included, is done. */
  | { readonly state: "printed" }
  /** No byte of the job left: trying again can print nothing twice. */
  | { readonly state: "not_started"; readonly reason: PrintFailure }
  /**
   * Nobody knows: a person has to look. In stage `body` no cut was ever sent, so there is at most an unfinished strip
   * in the printer; in stage `trailer` there may be a valid paper.
   */
  | {
      readonly state: "unknown";
      readonly reason: PrintFailure;
      readonly stage: "body" | "trailer";
    }
  /** Handed over to a printer that cannot say what became of it. */
  | { readonly state: "sent_unconfirmed" };

/** For a receipt of a few kilobytes on a working printer. */
export const defaultPrintTimeouts: PrintTimeouts = {
  readyMs: 1_500,
  writeMs: 10_000,
  printedMs: 20_000,
};

/** What stands in the way of printing, as far as the printer has told. */
export function obstacleIn(condition: PrinterCondition): PrintFailure | undefined {
  if (condition.isPaperOut ?? false) return "paper_out";
  if (condition.isCoverOpen ?? false) return "cover_open";
  return (condition.isOffline ?? false) ? "offline" : undefined;
}

/** What a promise comes to, or `too_late` after so many milliseconds. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | "too_late"> {
  const timeout = Promise.withResolvers<"too_late">();
  const timer = setTimeout(() => timeout.resolve("too_late"), timeoutMs);
  return await Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

/** Writes everything, or says why not. */
export async function writeAll(
  connection: PrinterConnection,
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<TransportErrorCode | undefined> {
  return await connection.write(bytes, { timeoutMs }).then(() => undefined, codeOf);
}

/** The machine code of a failed transport. */
export function codeOf(error: unknown): TransportErrorCode {
  return error instanceof TransportError ? error.code : "io";
}
