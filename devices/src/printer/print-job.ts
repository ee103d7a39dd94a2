import {
  TransportError,
  type PrinterConnection,
  type TransportErrorCode,
  type WriteOptions,
} from "#driver.ts";
import { afterDeadline } from "./deadline.ts";
import type { PrinterProfile } from "./profile.ts";
import type { PrinterCondition, PrinterStatus } from "#printer/escpos/status.ts";

/** How long each step may take, in milliseconds. */
export interface PrintTimeouts {
  /** For the answer to "are you ready", which a printer gives at once. */
  readonly readyMs: number;
  /** For handing over one part, besides what its bytes take on their way. */
  readonly writeMs: number;
  /** For the paper: from the last byte of a part to its acknowledgement, besides what its bytes take on their way. */
  readonly printedMs: number;
  /** How long somebody may take to bring paper or to close the cover in the middle of a slip; half an hour when absent. */
  readonly heldMs?: number;
}

/** Where a job stands. Each is reported before the next byte leaves, so that a journal is never behind the paper. */
export type PrintStage = "connected" | "body_sent" | "body_done" | "trailer_sent";

/** What is reported to, and asked of, one print job. */
export interface PrintJobOptions {
  /** Distinguishes this job's acknowledgements from those of any other. */
  readonly jobTag: string;
  /** For a way to the printer that takes the number of copies apart from the bytes. */
  readonly copies?: number;
  readonly profile: Pick<PrinterProfile, "hasProcessId" | "hasRealtimeStatus" | "language">;
  readonly timeouts?: PrintTimeouts;
  /** Awaited; what it throws ends the job and is thrown on, for then the journal does not hold it. */
  readonly onStage?: (stage: PrintStage) => void | Promise<void>;
  /** Told what the printer waits for in the middle of the job, and null when it goes on. */
  readonly onHeld?: (obstacle: PrintFailure | null) => void;
  /** Ends a wait for paper or for the cover; a job that prints is not ended by it. */
  readonly signal?: AbortSignal;
  /** Hears everything else the printer says meanwhile, such as that its paper ran out. */
  readonly onStatus?: (status: PrinterStatus) => void;
}

/** Why a job did not end as printed. */
export type PrintFailure =
  | TransportErrorCode
  | "paper_out"
  | "cover_open"
  | "cutter_error"
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

// The slowest print heads feed 50 mm a second, which is 19 kB of a picture on 58 mm paper. A wireless line, or the port of
// a serial server, carries less.
const usualBytesPerSecond = 4_000;

/** An open connection, and how fast the way that it goes is. */
export interface PrintWay {
  readonly connection: PrinterConnection;
  readonly bytesPerSecond: number | undefined;
}

/** Milliseconds that so many bytes take on their way, with a quarter of reserve. */
export function travelMs(
  bytes: Uint8Array,
  { bytesPerSecond = usualBytesPerSecond }: Pick<PrintWay, "bytesPerSecond">,
): number {
  return Math.ceil((bytes.length * 1_250) / bytesPerSecond);
}

/** What stands in the way of printing, as far as the printer has reported. */
export function obstacleIn(condition: PrinterCondition): PrintFailure | undefined {
  if (condition.isPaperOut ?? false) return "paper_out";
  if (condition.isCoverOpen ?? false) return "cover_open";
  if (condition.hasCutterError ?? false) return "cutter_error";
  return (condition.isOffline ?? false) ? "offline" : undefined;
}

/** What a promise comes to, or `too_late` after so many milliseconds. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | "too_late"> {
  const timeout = Promise.withResolvers<"too_late">();
  const callOff = afterDeadline(timeoutMs, () => timeout.resolve("too_late"));
  return await Promise.race([promise, timeout.promise]).finally(callOff);
}

/** Writes everything, or says why not. */
export async function writeAll(
  connection: PrinterConnection,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<TransportErrorCode | undefined> {
  return await connection.write(bytes, options).then(() => undefined, codeOf);
}

/** The machine code of a failed transport. */
export function codeOf(error: unknown): TransportErrorCode {
  return error instanceof TransportError ? error.code : "io";
}
