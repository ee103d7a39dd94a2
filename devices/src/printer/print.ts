import { createHash } from "node:crypto";
import {
  TransportError,
  type PrinterConnection,
  type PrinterTransport,
  type TransportErrorCode,
} from "#driver.ts";
import type { PrinterProfile } from "./profile.ts";
import { listenForStatus, type StatusListener } from "./status-listener.ts";
import {
  requestProcessId,
  requestRealtimeStatus,
  type PrinterCondition,
  type PrinterStatus,
} from "./status.ts";
import type { PrintParts } from "./token-slip.ts";

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
  readonly profile: Pick<PrinterProfile, "hasProcessId" | "hasRealtimeStatus">;
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
const defaultPrintTimeouts: PrintTimeouts = {
  readyMs: 1_500,
  writeMs: 10_000,
  printedMs: 20_000,
};

// An acknowledged job has nothing on its way any more, so there is nothing to linger for but the printer's own close.
const acknowledgedLingerMs = 500;

/**
 * Prints a job in two acknowledged steps: everything but the cut, then the cut. I/O never throws; it is an outcome.
 * Printers without process ids get the same bytes in one go and end as `sent_unconfirmed`.
 */
export async function printWithAcknowledgement(
  transport: PrinterTransport,
  parts: PrintParts,
  options: PrintJobOptions,
): Promise<PrintOutcome> {
  const connection = await transport.open({ copies: options.copies ?? 1 }).catch(codeOf);
  if (typeof connection === "string") return { state: "not_started", reason: connection };
  const listener = listenForStatus(connection, options.onStatus);
  try {
    await options.onStage?.("connected");
    return await runJob({ connection, listener, options, parts });
  } finally {
    await connection.close({ lingerMs: acknowledgedLingerMs });
    listener.stop();
  }
}

interface Job {
  readonly connection: PrinterConnection;
  readonly listener: StatusListener;
  readonly options: PrintJobOptions;
  readonly parts: PrintParts;
}

async function runJob(job: Job): Promise<PrintOutcome> {
  const { profile } = job.options;
  const obstacle = profile.hasRealtimeStatus ? await findObstacle(job) : undefined;
  if (obstacle !== undefined) return { state: "not_started", reason: obstacle };
  const bodyFailure = await sendPart(job, "body");
  if (bodyFailure !== undefined) return { state: "unknown", reason: bodyFailure, stage: "body" };
  const trailerFailure = await sendPart(job, "trailer");
  if (trailerFailure !== undefined) {
    return { state: "unknown", reason: trailerFailure, stage: "trailer" };
  }
  return profile.hasProcessId ? { state: "printed" } : await finishUnconfirmed(job.connection);
}

/**
 * Asks before the first byte whether the printer is there and ready. Without an answer nothing is sent: a printer
 * that serves another host, with our connection waiting in line, would print it after we have given up.
 */
async function findObstacle({
  connection,
  listener,
  options,
}: Job): Promise<PrintFailure | undefined> {
  const { readyMs } = options.timeouts ?? defaultPrintTimeouts;
  const requests = [1, 2, 4] as const;
  const answers = Promise.all(requests.map((request) => listener.firstRealtime(request)));
  const question = Buffer.concat(requests.map((request) => requestRealtimeStatus(request)));
  const failure = await writeAll(connection, question, readyMs);
  if (failure !== undefined) return failure;
  const statuses = await within(answers, readyMs);
  if (statuses === "too_late") return "no_status_reply";
  if (statuses.includes(undefined)) return "connection_lost";
  const [printer = {}, cause = {}, paper = {}] = statuses.map(conditionOf);
  return obstacleIn({ ...printer, ...cause, ...paper });
}

function conditionOf(status: PrinterStatus | undefined): PrinterCondition {
  return status?.kind === "realtime" ? status.condition : {};
}

function obstacleIn(condition: PrinterCondition): PrintFailure | undefined {
  if (condition.isPaperOut ?? false) return "paper_out";
  if (condition.isCoverOpen ?? false) return "cover_open";
  return (condition.isOffline ?? false) ? "offline" : undefined;
}

async function sendPart(job: Job, part: "body" | "trailer"): Promise<PrintFailure | undefined> {
  const { connection, listener, options, parts } = job;
  const { writeMs, printedMs } = options.timeouts ?? defaultPrintTimeouts;
  const { hasProcessId } = options.profile;
  const id = processId(options.jobTag, part);
  const acknowledgement = listener.first((said) => said.kind === "process_id" && said.id === id);
  const request = hasProcessId ? requestProcessId(id) : new Uint8Array();
  const failure = await writeAll(connection, Buffer.concat([parts[part], request]), writeMs);
  if (failure !== undefined) return failure;
  await options.onStage?.(`${part}_sent`);
  if (!hasProcessId) return undefined;
  const answer = await within(acknowledgement, printedMs);
  if (answer === "too_late") return "no_acknowledgement";
  if (answer === undefined) return "connection_lost";
  if (part === "body") await options.onStage?.("body_done");
  return undefined;
}

// The printer may still be taking bytes out of its buffers: closing waits for it, and a reset meanwhile means that
// some of them never arrived.
async function finishUnconfirmed(connection: PrinterConnection): Promise<PrintOutcome> {
  await connection.close();
  const reason = await connection.closed;
  if (reason.kind !== "failed") return { state: "sent_unconfirmed" };
  return { state: "unknown", reason: reason.code, stage: "trailer" };
}

/** Three characters of the job and one of the part: a late answer to another job matches once in 830,584 times. */
function processId(jobTag: string, part: "body" | "trailer"): string {
  const digest = createHash("sha256").update(jobTag).digest();
  const tag = Array.from(digest.subarray(0, 3), (byte) => String.fromCharCode(33 + (byte % 94)));
  return `${tag.join("")}${part === "body" ? "b" : "t"}`;
}

async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | "too_late"> {
  const timeout = Promise.withResolvers<"too_late">();
  const timer = setTimeout(() => timeout.resolve("too_late"), timeoutMs);
  return await Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

async function writeAll(
  connection: PrinterConnection,
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<TransportErrorCode | undefined> {
  return await connection.write(bytes, { timeoutMs }).then(() => undefined, codeOf);
}

function codeOf(error: unknown): TransportErrorCode {
  return error instanceof TransportError ? error.code : "io";
}
