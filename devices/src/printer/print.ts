import { createHash } from "node:crypto";
import type { PrinterConnection, PrinterTransport } from "#driver.ts";
import {
  codeOf,
  defaultPrintTimeouts,
  obstacleIn,
  travelMs,
  within,
  writeAll,
  type PrintFailure,
  type PrintJobOptions,
  type PrintOutcome,
  type PrintTimeouts,
  type PrintWay,
} from "./print-job.ts";
import { createPatience, type Patience } from "./patience.ts";
import { printOnStar } from "#printer/star/print.ts";
import { listenForStatus, type StatusListener } from "#printer/escpos/status-listener.ts";
import {
  requestProcessId,
  requestRealtimeStatus,
  type PrinterCondition,
  type PrinterStatus,
} from "#printer/escpos/status.ts";
import type { PrintParts } from "./token-slip.ts";

const requests = [1, 2, 3, 4] as const;
const realtimeQuestion = Buffer.concat(requests.map((request) => requestRealtimeStatus(request)));

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
  const way = { connection, bytesPerSecond: transport.bytesPerSecond };
  try {
    await options.onStage?.("connected");
    if (options.profile.language === "star") return await printOnStar(way, parts, options);
    return await printOnEscpos(way, parts, options);
  } finally {
    await connection.close({ lingerMs: acknowledgedLingerMs, mayReset: true });
  }
}

interface Job {
  readonly way: PrintWay;
  readonly listener: StatusListener;
  readonly patience: Patience;
  readonly options: PrintJobOptions;
  readonly parts: PrintParts;
}

async function printOnEscpos(
  way: PrintWay,
  parts: PrintParts,
  options: PrintJobOptions,
): Promise<PrintOutcome> {
  const listener = listenForStatus(way.connection, options.onStatus);
  const timeouts = options.timeouts ?? defaultPrintTimeouts;
  const patience = createPatience({
    condition: listener.condition,
    ask: () => options.profile.hasRealtimeStatus && askRealtime(way.connection, listener, timeouts),
    timeouts,
    job: options,
  });
  try {
    return await runJob({ way, listener, patience, options, parts });
  } finally {
    listener.stop();
  }
}

async function runJob(job: Job): Promise<PrintOutcome> {
  const { profile } = job.options;
  const obstacle = profile.hasRealtimeStatus ? await findObstacle(job) : await portObstacle(job);
  if (obstacle !== undefined) return { state: "not_started", reason: obstacle };
  const bodyFailure = await sendPart(job, "body");
  if (bodyFailure !== undefined) return { state: "unknown", reason: bodyFailure, stage: "body" };
  // What has no cut, such as the pulse of a drawer, is done.
  const isDone = profile.hasProcessId && job.parts.trailer.length === 0;
  const trailerFailure = isDone ? undefined : await sendPart(job, "trailer");
  if (trailerFailure !== undefined) {
    return { state: "unknown", reason: trailerFailure, stage: "trailer" };
  }
  return profile.hasProcessId ? { state: "printed" } : await finishUnconfirmed(job.way.connection);
}

/**
 * Asks before the first byte whether the printer is there and ready. Without an answer nothing is sent: a printer
 * that serves another host, with our connection waiting in line, would print it after we have given up.
 */
async function findObstacle({
  way: { connection },
  listener,
  options,
}: Job): Promise<PrintFailure | undefined> {
  const { readyMs } = options.timeouts ?? defaultPrintTimeouts;
  const answers = Promise.all(requests.map((request) => listener.firstRealtime(request)));
  const failure = await writeAll(connection, realtimeQuestion, { timeoutMs: readyMs });
  if (failure !== undefined) return failure;
  const statuses = await within(answers, readyMs);
  if (statuses === "too_late") return "no_status_reply";
  if (statuses.includes(undefined)) return "connection_lost";
  const known = statuses.map(conditionOf).reduce((one, other) => ({ ...one, ...other }));
  return obstacleIn(known);
}

/** What the printer's port says of one that says nothing itself; nothing of a port that fails, which a write finds. */
async function portObstacle({ way: { connection } }: Job): Promise<PrintFailure | undefined> {
  const condition = await connection.port?.condition().catch(() => null);
  return obstacleIn(condition ?? {});
}

/** Asks again while a slip is waited for. What the printer says shows in the condition of the listener. */
function askRealtime(
  connection: PrinterConnection,
  listener: StatusListener,
  { readyMs }: PrintTimeouts,
): void {
  for (const request of requests) void listener.firstRealtime(request);
  // A printer that is no longer there is noticed by what waits for its acknowledgement.
  void writeAll(connection, realtimeQuestion, { timeoutMs: readyMs, mayWait: () => true });
}

function conditionOf(status: PrinterStatus | undefined): PrinterCondition {
  return status?.kind === "realtime" ? status.condition : {};
}

async function sendPart(job: Job, part: "body" | "trailer"): Promise<PrintFailure | undefined> {
  const { way, listener, patience, options, parts } = job;
  const { writeMs, printedMs } = options.timeouts ?? defaultPrintTimeouts;
  const { hasProcessId } = options.profile;
  const id = processId(options.jobTag, part === "body" ? "b" : "t");
  const steps = part === "body" ? stepsOf(job) : [];
  const unheard = new Set(steps.map((step) => step.id));
  for (const step of steps) {
    void isSaid(listener, step.id).then((said) => said !== undefined && unheard.delete(step.id));
  }
  const acknowledgement = isSaid(listener, id);
  const request = hasProcessId ? requestProcessId(id) : new Uint8Array();
  const bytes = Buffer.concat([...asked(parts[part], steps), request]);
  const failure = await writeAll(way.connection, bytes, {
    timeoutMs: writeMs + travelMs(bytes, way),
    mayWait: patience.isHeld,
  });
  if (failure !== undefined) return failure;
  await options.onStage?.(`${part}_sent`);
  if (!hasProcessId) return undefined;
  const answer = await patience.hear(acknowledgement, printedMs + travelMs(bytes, way));
  if (answer === undefined) return "connection_lost";
  if ("gaveUp" in answer) return answer.gaveUp;
  // It obeys one command after the other: what it has not said by now it has never got.
  if (unheard.size > 0) return "connection_lost";
  if (part === "body") await options.onStage?.("body_done");
  return undefined;
}

// The printer may still be taking bytes out of its buffers: closing waits for it, and a reset meanwhile means that
// some of them never arrived.
async function finishUnconfirmed(connection: PrinterConnection): Promise<PrintOutcome> {
  await connection.close();
  const reason = await connection.closed;
  if (reason.kind !== "failed") return { state: "sent_unconfirmed" };
  if (reason.isUntouched === true) return { state: "not_started", reason: reason.code };
  return { state: "unknown", reason: reason.code, stage: "trailer" };
}

/** A place in a body at which the printer says that it has come so far. */
interface Step {
  readonly at: number;
  readonly id: string;
}

// A question is 11 bytes and its answer 7. A printer that has lost its power is away for longer than so many bytes take.
const bytesAStep = 160;
// Each has a character of its own.
const mostSteps = 94;

/**
 * Where the printer is asked in the middle of a body. A serial line does not break: a printer that lost its power, or heard
 * nothing, for a moment would acknowledge the end of a slip whose middle it has never got.
 */
function stepsOf({ way, options, parts }: Job): readonly Step[] {
  if (way.bytesPerSecond === undefined || !options.profile.hasProcessId) return [];
  const steps: Step[] = [];
  const apart = Math.max(bytesAStep, Math.ceil(parts.body.length / mostSteps));
  for (const at of parts.ends ?? []) {
    const { at: before } = steps.at(-1) ?? { at: 0 };
    if (at - before >= apart) steps.push({ at, id: stepId(options.jobTag, steps.length) });
  }
  return steps;
}

/** A body in pieces, each step's question after what comes before it. */
function asked(body: Uint8Array, steps: readonly Step[]): readonly Uint8Array[] {
  const pieces = steps.flatMap(({ at, id }, index) => [
    body.subarray(steps[index - 1]?.at ?? 0, at),
    requestProcessId(id),
  ]);
  return [...pieces, body.subarray(steps.at(-1)?.at ?? 0)];
}

function isSaid(listener: StatusListener, id: string): Promise<PrinterStatus | undefined> {
  return listener.first((said) => said.kind === "process_id" && said.id === id);
}

/** Three characters of the job and one of the part: a late answer to another job matches once in 830,584 times. */
function processId(jobTag: string, part: string): string {
  return `${tagOf(jobTag, 3)}${part}`;
}

/** Two characters of the job, one of the step and one that no part has. */
function stepId(jobTag: string, step: number): string {
  return `${tagOf(jobTag, 2)}${String.fromCharCode(33 + step)}s`;
}

function tagOf(jobTag: string, length: number): string {
  const digest = createHash("sha256").update(jobTag).digest();
  const bytes = digest.subarray(0, length);
  return Array.from(bytes, (byte) => String.fromCharCode(33 + (byte % 94))).join("");
}
