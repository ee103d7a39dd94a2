import { setTimeout as pause } from "node:timers/promises";
import { TransportError, type PrinterTransport, type TransportCondition } from "#driver.ts";
import { transportCode } from "./errno.ts";
import { postIpp, type IppAddress } from "./ipp-post.ts";
import { formatOf, mediaOf, rasterIn } from "./ipp-document.ts";
import {
  decodeIppAnswer,
  encodeIppRequest,
  ippOperations,
  type IppAnswer,
  type IppAttribute,
} from "./ipp-message.ts";
import { SubmittedConnection } from "./submitted.ts";

/** A printer or a queue that speaks IPP. */
export interface IppTransportOptions {
  readonly host: string;
  /** 631 where nothing else is said. */
  readonly port?: number;
  /** Set for IPP over TLS: the certificate that the printer must show, null for the first that it shows. */
  readonly certificate?: string | null;
  /** `/ipp/print` on printers, `/printers/NAME` on CUPS. */
  readonly path?: string;
  /** What is sent: `application/pdf`, or `application/octet-stream` for bytes in the printer's own language. */
  readonly documentFormat: string;
  /** For one question. */
  readonly answerMs?: number;
  /** From handing a document over until the printer has done with it. */
  readonly submitMs?: number;
}

const pollMs = 250;
// RFC 8011, 5.3.7: from here on a job is over, one way or the other.
const jobStates = { canceled: 7, aborted: 8, completed: 9 } as const;
const printerStopped = 5;

/**
 * A printer behind IPP 1.1. `open` asks whether jobs are taken, `close` hands over what was written and waits until the
 * printer has done with it. That a server calls a job completed is no proof of paper, so nothing here acknowledges.
 */
export function createIppTransport(options: IppTransportOptions): PrinterTransport {
  const target = targetOf(options);
  return {
    takesCopies: true,
    open: async ({ copies } = { copies: 1 }) => {
      const printer = await describePrinter(target);
      if (printer.values.get("printer-is-accepting-jobs")?.[0] === 0) {
        throw new TransportError("not_accepting", 0);
      }
      return new SubmittedConnection({
        submitMs: options.submitMs ?? 120_000,
        submit: (document, signal) =>
          printDocument({ ...target, copies, printer }, document, signal),
      });
    },
    condition: async () => conditionIn(await describePrinter(target)),
    pageRaster: async () => rasterIn(await describePrinter(target)),
  };
}

interface Target {
  readonly address: IppAddress;
  readonly uri: string;
  readonly documentFormat: string;
  readonly answerMs: number;
}

function targetOf(options: IppTransportOptions): Target {
  const { host, port = 631, path = "/ipp/print", documentFormat, answerMs = 3_000 } = options;
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}${path}`;
  const { certificate } = options;
  const trust = certificate === undefined ? {} : { trust: { fingerprint: certificate } };
  const uri = `${certificate === undefined ? "ipp" : "ipps"}://${place}`;
  return { address: { host, port, path, ...trust }, uri, documentFormat, answerMs };
}

let requests = 0;

async function ask(
  target: Target,
  operation: number,
  attributes: readonly IppAttribute[],
  signal: AbortSignal,
  document?: Uint8Array,
): Promise<IppAnswer> {
  requests = (requests % 0x7fff_ffff) + 1;
  const named: readonly IppAttribute[] = [["uri", "printer-uri", target.uri], ...attributes];
  try {
    const body = encodeIppRequest(operation, requests, named, document);
    const answer = await postIpp(target.address, body, signal);
    if (answer === null) throw new TransportError("not_accepting", 0);
    return decodeIppAnswer(answer);
  } catch (error) {
    // Whether the time ends in a question or between two, the document is what was not done with in time.
    const isDescribing = operation === ippOperations.getPrinterAttributes;
    throw failureOf(error, isDescribing ? "connect_timeout" : "write_timeout");
  }
}

function failureOf(error: unknown, late: "connect_timeout" | "write_timeout"): TransportError {
  if (error instanceof TransportError) return error;
  const isLate = error instanceof Error && /Timeout|Abort/u.test(error.name);
  if (isLate) return new TransportError(late, 0, error);
  return new TransportError(transportCode(error), 0, error);
}

function granted(answer: IppAnswer): IppAnswer {
  if (answer.status < 0x0100) return answer;
  throw new TransportError("not_accepting", 0, new Error(`IPP status ${answer.status}`));
}

async function describePrinter(target: Target): Promise<IppAnswer> {
  const signal = AbortSignal.timeout(target.answerMs);
  const { getPrinterAttributes } = ippOperations;
  return granted(await ask(target, getPrinterAttributes, [], signal));
}

function conditionIn({ values }: IppAnswer): TransportCondition {
  const reasons = (values.get("printer-state-reasons") ?? []).map(String);
  const says = (keyword: string) => reasons.some((reason) => reason.startsWith(keyword));
  return {
    isPaperOut: says("media-empty") || says("media-needed"),
    isPaperLow: says("media-low"),
    isCoverOpen: says("cover-open") || says("door-open"),
    isOffline:
      values.get("printer-state")?.[0] === printerStopped ||
      says("offline-report") ||
      says("shutdown"),
  };
}

async function printDocument(
  target: Target & { readonly copies: number; readonly printer: IppAnswer },
  document: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const media = mediaOf(document, target.printer);
  const isOneSided = target.printer.values.get("sides-supported")?.includes("one-sided") ?? false;
  const attributes: readonly IppAttribute[] = [
    ["name", "requesting-user-name", "edgeward"],
    ["name", "job-name", "edgeward"],
    ["mimeType", "document-format", formatOf(document) ?? target.documentFormat],
    ["jobGroup"],
    ["integer", "copies", target.copies],
    ...(media === null ? [] : [["keyword", "media", media] as const]),
    // The next patient's page is never on the back of this one's.
    ...(isOneSided ? [["keyword", "sides", "one-sided"] as const] : []),
  ];
  const { printJob } = ippOperations;
  const answer = granted(await ask(target, printJob, attributes, signal, document));
  const jobId = Number(answer.values.get("job-id")?.[0]);
  if (!Number.isInteger(jobId)) throw new TransportError("io", 0);
  await untilDone(target, jobId, signal);
}

async function untilDone(target: Target, jobId: number, signal: AbortSignal): Promise<void> {
  const { getJobAttributes } = ippOperations;
  for (;;) {
    const attributes: readonly IppAttribute[] = [["integer", "job-id", jobId]];
    const { values } = granted(await ask(target, getJobAttributes, attributes, signal));
    const state = values.get("job-state")?.[0];
    if (state === jobStates.completed) return;
    if (state === jobStates.canceled || state === jobStates.aborted) {
      throw new TransportError("aborted", 0);
    }
    await pause(pollMs, undefined, { signal }).catch((error: unknown) => {
      throw new TransportError("write_timeout", 0, error);
    });
  }
}
