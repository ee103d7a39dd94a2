import { Agent, request, type Dispatcher } from "undici";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import {
  ForbiddenAddressError,
  guardedLookup,
  type AddressRules,
  type Resolve,
} from "./address-guard.ts";
import { checkReceiverUrl } from "./endpoint-url.ts";
import { readRetryAfter } from "./schedule.ts";

const attemptMs = 15_000;
const connectMs = 5_000;
const bytesRead = 65_536;
const bytesKept = 4_096;

/** What came of one attempt. */
export interface Outcome {
  /** Null when the receiver gave no answer. */
  readonly httpStatus: number | null;
  /** Null when it arrived; else a word for what went wrong. */
  readonly errorClass: string | null;
  /** The beginning of the reply. */
  readonly excerpt: string | null;
  readonly durationMs: number;
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** One attempt to be made. */
export interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes attempts over connections of its own. */
export interface Poster {
  /** Null when `interrupt` ended the attempt. */
  post(attempt: Attempt, interrupt: AbortSignal): Promise<Outcome | null>;
  close(): Promise<void>;
}

function statusClass(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function errorCode(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

function errorClass(error: unknown): string {
  if (error instanceof ForbiddenAddressError || error instanceof AppError) return "address_refused";
  const code = errorCode(error);
  if (code.includes("TIMEOUT") || code === "ETIMEDOUT") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "name_unknown";
  return /CERT|TLS|SSL|SIGNATURE|ERR_OSSL/.test(code) ? "tls" : "connection";
}

// The status is the answer. What follows it is kept for people, so a reply that is long, slow or cut off changes nothing.
async function readExcerpt(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      if (length < bytesKept) chunks.push(chunk);
      length += chunk.length;
      if (length >= bytesRead) break;
    }
  } catch {
    // Cut off: what came is what there is.
  }
  const text = Buffer.concat(chunks).subarray(0, bytesKept).toString("utf8");
  // PostgreSQL holds every character but this one.
  return text.replaceAll("\0", "\uFFFD");
}

function headerText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<
  Omit<Outcome, "durationMs" | "retryAfterMs"> & { readonly retryAfter: string | undefined }
> {
  const { headers, body } = attempt;
  const reply = await request(url, { method: "POST", headers, body, dispatcher, signal });
  const excerpt = await readExcerpt(reply.body);
  const retryAfter = headerText(reply.headers["retry-after"]);
  const { statusCode } = reply;
  return { httpStatus: statusCode, errorClass: statusClass(statusCode), excerpt, retryAfter };
}

/** Makes attempts within the rules. @param now milliseconds since the epoch @param resolve the system's own when left out */
export function createPoster(rules: AddressRules, now: () => number, resolve?: Resolve): Poster {
  const agent = new Agent({
    connect: { lookup: guardedLookup(rules, resolve), timeout: connectMs },
    headersTimeout: attemptMs,
    bodyTimeout: attemptMs,
    allowH2: false,
  });

  return {
    async post(attempt, interrupt) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      const deadline = AbortSignal.timeout(attemptMs);
      try {
        // Asked again each time: a host that is an address is never looked up, and the rules may have become stricter.
        const url = checkReceiverUrl(attempt.url, rules);
        const signal = AbortSignal.any([interrupt, deadline]);
        const { retryAfter, ...reply } = await exchange(agent, url, attempt, signal);
        return {
          ...reply,
          durationMs: durationMs(),
          retryAfterMs: readRetryAfter(retryAfter, now()),
        };
      } catch (error) {
        if (interrupt.aborted) return null;
        const problem = deadline.aborted ? "timeout" : errorClass(error);
        return {
          httpStatus: null,
          errorClass: problem,
          excerpt: null,
          durationMs: durationMs(),
          retryAfterMs: null,
        };
      }
    },
    // Nothing of ours is under way by now; connections that idle are not worth waiting for.
    close: () => agent.destroy(),
  };
}
