import {
  TransportError,
  type PrinterConnection,
  type PrinterTransport,
} from "@edgeward/devices/driver.ts";
import { afterDeadline } from "@edgeward/devices/printer/deadline.ts";
import type { LabelLanguage } from "@edgeward/devices/label/label.ts";
import { labelStatusQuestions } from "@edgeward/devices/label/label-status.ts";
import type { PrintFailure } from "@edgeward/devices/printer/print-job.ts";
import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import { listenForStatus } from "@edgeward/devices/printer/escpos/status-listener.ts";
import {
  requestRealtimeStatus,
  type PrinterCondition,
  type PrinterStatus,
} from "@edgeward/devices/printer/escpos/status.ts";
import {
  createStarStatusParser,
  requestStarStatus,
} from "@edgeward/devices/printer/star/status.ts";
import type { PrintMedium } from "#printing/documents/render-document.ts";

/** What a person can do something about. */
export type PrinterHealth =
  | "ok"
  | "paper_out"
  | "cover_open"
  | "cutter_error"
  | "offline"
  | "unreachable";

/** What a printer said when it was asked; `isPaperLow` is null for one that does not say. */
export interface PrinterReading {
  readonly health: PrinterHealth;
  readonly isPaperLow: boolean | null;
  /** Whether it has said anything of itself, and not only taken the connection. */
  readonly isReported: boolean;
  /** The level of its drawer's switch; absent for one that does not say. */
  readonly isDrawerHigh?: boolean;
  /** Set for one that did not close its side of the connection in time: it serves nobody else meanwhile. */
  readonly letsGoLate?: boolean;
}

const named: ReadonlySet<string> = new Set(["paper_out", "cover_open", "cutter_error", "offline"]);
const unreachable: PrinterReading = {
  health: "unreachable",
  isPaperLow: null,
  isReported: false,
};

function isNamed(
  failure: PrintFailure,
): failure is "paper_out" | "cover_open" | "cutter_error" | "offline" {
  return named.has(failure);
}

/** What a failure says about the printer: what it reported itself, or that it cannot be talked to. */
export function healthAfter(failure: PrintFailure): PrinterHealth {
  return isNamed(failure) ? failure : "unreachable";
}

function healthOf(condition: PrinterCondition): PrinterHealth {
  if (condition.isPaperOut === true) return "paper_out";
  if (condition.isCoverOpen === true) return "cover_open";
  if (condition.hasCutterError === true) return "cutter_error";
  return condition.isOffline === true ? "offline" : "ok";
}

function readingOf(condition: PrinterCondition): PrinterReading {
  const { isPaperLow = null, isDrawerHigh } = condition;
  const drawer = isDrawerHigh === undefined ? {} : { isDrawerHigh };
  const isReported = Object.values(condition).some((value) => value !== undefined);
  return { health: healthOf(condition), isPaperLow, isReported, ...drawer };
}

function conditionOf(status: PrinterStatus | undefined): PrinterCondition {
  return status?.kind === "realtime" ? status.condition : {};
}

/** How a printer is asked: as receipt printers are, as label printers of a language are, or not at all. */
export type ProbeQuestion = "realtime" | "star" | LabelLanguage | "none";

/** How a printer of that kind is asked. */
export function questionFor(
  profile: Pick<PrinterProfile, "hasRealtimeStatus" | "language">,
  medium: PrintMedium | null,
): ProbeQuestion {
  if (medium?.kind === "label") return medium.language;
  if (medium?.kind === "receipt" && profile.language === "star") return "star";
  return profile.hasRealtimeStatus && medium?.kind === "receipt" ? "realtime" : "none";
}

const questions = [1, 2, 3, 4] as const;
// Not every label printer reports its state; those that do answer within a few milliseconds.
const labelStatusMs = 400;

async function ask(connection: PrinterConnection, timeoutMs: number): Promise<PrinterReading> {
  const listener = listenForStatus(connection);
  const timeout = Promise.withResolvers<undefined>();
  const callOff = afterDeadline(timeoutMs, () => timeout.resolve(undefined));
  try {
    const answers = Promise.all(questions.map((question) => listener.firstRealtime(question)));
    const bytes = Buffer.concat(questions.map((question) => requestRealtimeStatus(question)));
    await connection.write(bytes, { timeoutMs });
    const statuses = (await Promise.race([answers, timeout.promise])) ?? [undefined];
    if (statuses.includes(undefined)) return unreachable;
    return readingOf(statuses.map(conditionOf).reduce((one, other) => ({ ...one, ...other })));
  } finally {
    callOff();
    listener.stop();
  }
}

async function askLabelPrinter(
  connection: PrinterConnection,
  language: LabelLanguage,
): Promise<PrinterReading> {
  const { request, read } = labelStatusQuestions[language];
  const answer = Promise.withResolvers<PrinterCondition>();
  let heard: Uint8Array = new Uint8Array();
  const stop = connection.onData((bytes) => {
    heard = Buffer.concat([heard, bytes]);
    const condition = read(heard);
    if (condition !== null) answer.resolve(condition);
  });
  // It took the connection, so it is there, even if it says nothing.
  const callOff = afterDeadline(labelStatusMs, () => answer.resolve({}));
  try {
    await connection.write(request, { timeoutMs: labelStatusMs });
    return readingOf(await answer.promise);
  } finally {
    callOff();
    stop();
  }
}

async function askStar(connection: PrinterConnection, timeoutMs: number): Promise<PrinterReading> {
  const answer = Promise.withResolvers<PrinterReading>();
  const parser = createStarStatusParser(({ condition }) => answer.resolve(readingOf(condition)));
  const stop = connection.onData((bytes) => parser.push(bytes));
  const callOff = afterDeadline(timeoutMs, () => answer.resolve(unreachable));
  try {
    await connection.write(requestStarStatus, { timeoutMs });
    return await answer.promise;
  } finally {
    callOff();
    stop();
  }
}

const lingerMs = 500;

async function askOnConnection(
  transport: PrinterTransport,
  question: ProbeQuestion,
  timeoutMs: number,
): Promise<PrinterReading> {
  const connection = await transport.open();
  try {
    const reading = await askQuestion(connection, question, timeoutMs);
    const endedAt = performance.now();
    await connection.close({ lingerMs, mayReset: true });
    return { ...reading, letsGoLate: performance.now() - endedAt >= lingerMs };
  } finally {
    await connection.close({ lingerMs, mayReset: true });
  }
}

async function askQuestion(
  connection: PrinterConnection,
  question: ProbeQuestion,
  timeoutMs: number,
): Promise<PrinterReading> {
  if (question === "realtime") return ask(connection, timeoutMs);
  if (question === "star") return askStar(connection, timeoutMs);
  if (question !== "none") return askLabelPrinter(connection, question);
  return readingOf((await connection.port?.condition()) ?? {});
}

/** Asks a printer how it is, without printing; one that gives no status is only connected to. Never rejects. */
export async function probePrinter(
  transport: PrinterTransport,
  question: ProbeQuestion,
  timeoutMs: number,
): Promise<PrinterReading> {
  try {
    if (transport.condition !== undefined) return readingOf(await transport.condition());
    return await askOnConnection(transport, question, timeoutMs);
  } catch (error) {
    if (error instanceof TransportError) return unreachable;
    throw error;
  }
}
