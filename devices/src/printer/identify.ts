import type { PrinterConnection } from "#driver.ts";
import type { PageRaster } from "#page/page-raster.ts";
import { obstacleIn, travelMs, within, writeAll, type PrintFailure } from "./print-job.ts";
import { createStarStatusParser, requestStarStatus } from "#printer/star/status.ts";
import { listenForStatus, type StatusListener } from "#printer/escpos/status-listener.ts";
import {
  requestIdentity,
  requestProcessId,
  requestRealtimeStatus,
  type PrinterStatus,
} from "#printer/escpos/status.ts";

/** What a printer has answered when it was asked who it is and what it can say. */
export interface PrinterAnswers {
  /** Maker and model, as it calls itself; null for one that does not say. */
  readonly identity: string | null;
  /** Whether it reports its paper and its cover when it is asked. */
  readonly reportsStatus: boolean;
  /** Set for one that does not, and whose port says whether it has paper. */
  readonly reportsPaper?: true;
  /** Whether it states that a slip is on paper. */
  readonly confirms: boolean;
  /** Set for a page printer that takes no PDF: how it takes its pages. */
  readonly pageRaster?: PageRaster;
  /** Set for one that answers in Star's own mode. */
  readonly language?: "star";
}

const silent: PrinterAnswers = { identity: null, reportsStatus: false, confirms: false };
const requests = [1, 2, 3, 4] as const;
// Nobody's acknowledgement of a slip: those are of a job and a part of it.
const probeId = "EwId";
// Takes back what a printer that does not know a question has taken for text.
const initialize = Uint8Array.of(0x1b, 0x40);

/** How a printer is asked. */
export interface IdentifyOptions {
  readonly readyMs: number;
  /** Sent before what the printer takes in its turn: a picture that broke off would swallow the questions. */
  readonly filler?: Uint8Array;
  readonly bytesPerSecond?: number | undefined;
}

interface Asking {
  readonly connection: PrinterConnection;
  readonly listener: StatusListener;
  readonly readyMs: number;
}

/**
 * Asks a receipt printer who it is and what it answers: `DLE EOT`, `GS I`, `GS ( H`, and Star's own status where there is
 * no answer. Prints nothing. A printer that waits for paper or its cover acknowledges nothing, so then it is said what it
 * waits for.
 */
export async function askWhoItIs(
  connection: PrinterConnection,
  { readyMs, filler = new Uint8Array(), bytesPerSecond }: IdentifyOptions,
): Promise<PrinterAnswers | { readonly obstacle: PrintFailure }> {
  const listener = listenForStatus(connection);
  const asking = { connection, listener, readyMs };
  try {
    if (!(await reportsStatus(asking)))
      return (await isStar(asking)) ? starAnswers : await byItsPort(connection);
    const obstacle = obstacleIn(listener.condition());
    if (obstacle !== undefined) return { obstacle };
    const patientMs = readyMs + travelMs(filler, { bytesPerSecond });
    await writeAll(connection, filler, { timeoutMs: patientMs });
    const patient = { ...asking, readyMs: patientMs };
    const identity = (await identityOf(patient)) ?? connection.port?.name ?? null;
    const confirms = (await acknowledges(patient)) || (await acknowledges(patient));
    // Only of one that is there and ready all the while is it known that it does not acknowledge.
    if (!confirms && !(await reportsStatus(asking))) return { obstacle: "no_status_reply" };
    const later = confirms ? undefined : obstacleIn(listener.condition());
    if (later !== undefined) return { obstacle: later };
    return { identity, reportsStatus: true, confirms };
  } finally {
    listener.stop();
  }
}

/** What is known of a printer that has answered nothing. */
async function byItsPort({ port }: PrinterConnection): Promise<PrinterAnswers> {
  const condition = await port?.condition().catch(() => null);
  const { name: identity = null } = port ?? {};
  return condition === undefined || condition === null
    ? { ...silent, identity }
    : { ...silent, identity, reportsPaper: true };
}

const starAnswers: PrinterAnswers = {
  ...silent,
  reportsStatus: true,
  confirms: true,
  language: "star",
};

async function reportsStatus({ connection, listener, readyMs }: Asking): Promise<boolean> {
  const answers = Promise.all(requests.map((request) => listener.firstRealtime(request)));
  const question = Buffer.concat(requests.map((request) => requestRealtimeStatus(request)));
  const failure = await writeAll(connection, question, { timeoutMs: readyMs });
  const heard = failure === undefined ? await within(answers, readyMs) : "too_late";
  return heard !== "too_late" && !heard.includes(undefined);
}

// A printer in Star's own mode passes over the question before: it is two control characters and a parameter.
async function isStar({ connection, readyMs }: Asking): Promise<boolean> {
  const answer = Promise.withResolvers<true>();
  const parser = createStarStatusParser(() => answer.resolve(true));
  const stop = connection.onData((bytes) => parser.push(bytes));
  const failure = await writeAll(connection, requestStarStatus, { timeoutMs: readyMs });
  const heard = failure === undefined ? await within(answer.promise, readyMs) : "too_late";
  stop();
  return heard === true;
}

async function heardAfter(
  { connection, listener, readyMs }: Asking,
  question: Uint8Array,
  matches: (status: PrinterStatus) => boolean,
): Promise<PrinterStatus | undefined> {
  const answer = listener.first(matches);
  const failure = await writeAll(connection, question, { timeoutMs: readyMs });
  const heard = failure === undefined ? await within(answer, readyMs) : "too_late";
  return heard === "too_late" ? undefined : heard;
}

async function identityOf(asking: Asking): Promise<string | null> {
  const ask = async (part: "maker" | "model") => {
    const said = await heardAfter(
      asking,
      requestIdentity(part),
      ({ kind }) => kind === "information" || kind === "counter",
    );
    if (said?.kind === "counter") return String(said.value);
    return said?.kind === "information" ? said.text.replace(/[^\u0020-\u007e]/gu, "").trim() : "";
  };
  const model = await ask("model");
  if (model === "") return null;
  return `${await ask("maker")} ${model}`.trim().slice(0, 80);
}

async function acknowledges(asking: Asking): Promise<boolean> {
  const question = Buffer.concat([requestProcessId(probeId), initialize]);
  const said = await heardAfter(
    asking,
    question,
    (status) => status.kind === "process_id" && status.id === probeId,
  );
  return said !== undefined;
}
