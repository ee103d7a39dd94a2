import { createHash } from "node:crypto";
import type { PrinterConnection } from "#driver.ts";
import {
  defaultPrintTimeouts,
  obstacleIn,
  travelMs,
  within,
  writeAll,
  type PrintFailure,
  type PrintJobOptions,
  type PrintOutcome,
  type PrintWay,
} from "#printer/print-job.ts";
import { createPatience, type Patience } from "#printer/patience.ts";
import {
  clearStarCounter,
  createStarStatusParser,
  enableStarStatus,
  requestStarStatus,
  starCounterSize,
  starMark,
  type StarStatus,
} from "./status.ts";
import type { PrinterCondition } from "#printer/escpos/status.ts";
import type { PrintParts } from "#printer/token-slip.ts";

const askAgainMs = 500;

/**
 * Prints a job on a Star printer in its own mode. It counts the marks (`ETB`) that it has printed up to. The counter is
 * first cleared and brought to a value that whatever an earlier, broken connection left in the printer's buffer cannot
 * reach; then one mark follows the body and one the cut, and each is waited for.
 */
export async function printOnStar(
  way: PrintWay,
  parts: PrintParts,
  options: PrintJobOptions,
): Promise<PrintOutcome> {
  const timeouts = options.timeouts ?? defaultPrintTimeouts;
  const listener = listenToStar(way.connection, timeouts.readyMs);
  const { condition, ask } = listener;
  const patience = createPatience({ condition, ask, timeouts, job: options });
  try {
    return await runStarJob({ way, listener, patience, options, parts });
  } finally {
    listener.stop();
  }
}

interface StarListener {
  /**
   * The first status that matches, or undefined once the printer will say nothing more. To be asked before what it is
   * the answer to is sent.
   */
  first(matches: (status: StarStatus) => boolean): Promise<StarStatus | undefined>;
  /** The latest that it said. */
  readonly condition: () => PrinterCondition;
  readonly ask: () => void;
  stop(): void;
}

function listenToStar(connection: PrinterConnection, readyMs: number): StarListener {
  const listeners = new Set<(status: StarStatus | undefined) => void>();
  let latest: PrinterCondition = {};
  const notify = (status: StarStatus | undefined) => {
    latest = status?.condition ?? latest;
    for (const listener of listeners) listener(status);
  };
  const parser = createStarStatusParser(notify);
  const stopData = connection.onData((bytes) => parser.push(bytes));
  let hasEnded = false;
  void connection.inputEnded.then(() => {
    hasEnded = true;
    notify(undefined);
  });
  return {
    first: (matches) =>
      new Promise((resolve) => {
        if (hasEnded) return resolve(undefined);
        const listener = (status: StarStatus | undefined) => {
          if (status !== undefined && !matches(status)) return;
          listeners.delete(listener);
          resolve(status);
        };
        listeners.add(listener);
      }),
    condition: () => latest,
    // Behind USB and serial ports not every printer sends its status by itself.
    ask: () =>
      void writeAll(connection, requestStarStatus, { timeoutMs: readyMs, mayWait: () => true }),
    stop: stopData,
  };
}

interface StarJob {
  readonly way: PrintWay;
  readonly listener: StarListener;
  readonly patience: Patience;
  readonly options: PrintJobOptions;
  readonly parts: PrintParts;
}

async function runStarJob(job: StarJob): Promise<PrintOutcome> {
  const base = await prepare(job);
  if (typeof base !== "number") return { state: "not_started", reason: base.obstacle };
  const bodyFailure = await sendPart(job, "body", base + 1);
  if (bodyFailure !== undefined) return { state: "unknown", reason: bodyFailure, stage: "body" };
  const trailerFailure = await sendPart(job, "trailer", base + 2);
  if (trailerFailure === undefined) return { state: "printed" };
  return { state: "unknown", reason: trailerFailure, stage: "trailer" };
}

/** Asks how the printer is, and brings its counter to the value that the job begins with. Nothing is printed by that. */
async function prepare(job: StarJob): Promise<number | { readonly obstacle: PrintFailure }> {
  const before = await exchange(
    job,
    Buffer.concat([enableStarStatus, requestStarStatus]),
    () => true,
  );
  if (typeof before === "string") return { obstacle: before };
  const obstacle = obstacleIn(before.condition);
  if (obstacle !== undefined) return { obstacle };
  const base = baseFor(job.options.jobTag, before.prints);
  const marks = Array.from({ length: base }, () => starMark);
  const after = await exchange(
    job,
    Buffer.concat([clearStarCounter, ...marks]),
    ({ prints }) => prints === base,
  );
  return typeof after === "string" ? { obstacle: after } : base;
}

/**
 * Where a job's counting begins: of what an earlier job left behind, two marks may still be reached, so none of the
 * three values that then stand in the counter may be one of the three that this job waits for.
 */
function baseFor(jobTag: string, counted: number): number {
  const left = [0, 1, 2].map((more) => (counted + more) % starCounterSize);
  const [chosen = 0] = createHash("sha256").update(jobTag).digest();
  const last = starCounterSize - 3;
  for (let step = 0; step < last; step += 1) {
    const base = 1 + ((chosen + step) % last);
    if (left.every((value) => value < base || value > base + 2)) return base;
  }
  return 1;
}

async function exchange(
  { way, listener, options }: StarJob,
  bytes: Uint8Array,
  matches: (status: StarStatus) => boolean,
): Promise<StarStatus | PrintFailure> {
  const { readyMs } = options.timeouts ?? defaultPrintTimeouts;
  const answer = listener.first(matches);
  const failure = await writeAll(way.connection, bytes, { timeoutMs: readyMs });
  if (failure !== undefined) return failure;
  const again = setInterval(listener.ask, askAgainMs);
  const status = await within(answer, readyMs).finally(() => clearInterval(again));
  if (status === "too_late") return "no_status_reply";
  return status ?? "connection_lost";
}

async function sendPart(
  job: StarJob,
  part: "body" | "trailer",
  count: number,
): Promise<PrintFailure | undefined> {
  const { way, listener, patience, options, parts } = job;
  const { writeMs, printedMs } = options.timeouts ?? defaultPrintTimeouts;
  const travel = travelMs(parts[part], way);
  const writing = { timeoutMs: writeMs + travel, mayWait: patience.isHeld };
  const failure = await writeAll(way.connection, parts[part], writing);
  if (failure !== undefined) return failure;
  const answer = listener.first(({ prints }) => prints === count);
  const markFailure = await writeAll(way.connection, starMark, writing);
  if (markFailure !== undefined) return markFailure;
  await options.onStage?.(`${part}_sent`);
  const status = await patience.hear(answer, printedMs + travel);
  if (status === undefined) return "connection_lost";
  if ("gaveUp" in status) return status.gaveUp;
  if (part === "body") await options.onStage?.("body_done");
  return undefined;
}
