import { FileOutput, isFileContent, type Endpoint } from "#contract/endpoint.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import { Existing, WithHeaders } from "#resource/outcome.ts";
import { checkedText } from "./checked-text.ts";
import type { Answer, Call } from "./call.ts";
import { fileAnswer } from "./file-answer.ts";
import type { LimitState } from "./surface.ts";

/** A success as text, which can be kept and given again; empty where there is no body. */
export interface TextAnswer {
  readonly status: number;
  readonly body: string;
  /** Of the one record that is answered. */
  readonly version: number | null;
}

/** What an answer says beside its body. */
interface Circumstances {
  readonly limit: LimitState;
  /** How long the answer may be used again without asking; null for not at all. */
  readonly maxAgeSeconds?: number | undefined;
  /** The id of the request that this answer was first given to. */
  readonly replayOf: string | null;
}

/** The answer of an endpoint that gives no file, held to its contract. */
export function textAnswer(endpoint: Endpoint, outcome: unknown): TextAnswer {
  const isExisting = outcome instanceof Existing;
  const output: unknown = isExisting ? outcome.record : outcome;
  const { status: made, response } = endpoint;
  const status = isExisting && "existingStatus" in endpoint ? endpoint.existingStatus : made;
  if (response === null) return { status: status ?? made, body: "", version: null };
  if (isFileContent(response)) throw new Error("a file was to be answered as text");
  const body = checkedText(response, output);
  return { status: status ?? made, body, version: versionOf(output) };
}

/** An answer as it was kept. */
export function keptAnswer({ status, body }: Pick<TextAnswer, "status" | "body">): TextAnswer {
  return { status, body, version: body === "" ? null : versionOf(JSON.parse(body)) };
}

function versionOf(value: unknown): number | null {
  const isVersioned = typeof value === "object" && value !== null && "version" in value;
  return isVersioned && typeof value.version === "number" ? value.version : null;
}

function circumstanceHeaders({
  limit,
  replayOf,
  maxAgeSeconds,
}: Circumstances): Readonly<Record<string, string>> {
  return {
    ...(replayOf === null
      ? {}
      : { "Idempotent-Replayed": "true", "Original-Request-Id": replayOf }),
    ...(limit.remaining === null ? {} : { "X-Rate-Limit-Remaining": String(limit.remaining) }),
    "Cache-Control": maxAgeSeconds === undefined ? "no-store" : `public, max-age=${maxAgeSeconds}`,
  };
}

/** A kept or fresh text as it goes out: it alone shows in clear what is kept sealed. */
export function sentText(
  { status, body, version }: TextAnswer,
  circumstances: Circumstances,
  seal: ValueSeal,
): Answer {
  const headers = circumstanceHeaders(circumstances);
  if (body === "") return { status, headers, body: null };
  return {
    status,
    headers: {
      ...(version === null ? {} : { ETag: `"v${version}"` }),
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
    },
    body: seal.openIn(body),
  };
}

/** To what a handler's outcome is the answer, and what it is read with. */
interface Asked {
  readonly call: Call;
  readonly limit: LimitState;
  readonly seal: ValueSeal;
}

/** What a handler returned, as it goes out. */
export async function sentOutcome(
  endpoint: Endpoint,
  outcome: unknown,
  asked: Asked,
): Promise<Answer> {
  const { call, limit, seal } = asked;
  if (outcome instanceof WithHeaders) {
    const answer = await sentOutcome(endpoint, outcome.output, asked);
    return { ...answer, headers: { ...answer.headers, ...outcome.headers } };
  }
  const maxAgeSeconds = "maxAgeSeconds" in endpoint ? endpoint.maxAgeSeconds : undefined;
  const circumstances = { limit, replayOf: null, maxAgeSeconds };
  if (!(outcome instanceof FileOutput))
    return sentText(textAnswer(endpoint, outcome), circumstances, seal);
  const file = await fileAnswer(endpoint, outcome, call);
  return { ...file, headers: { ...circumstanceHeaders(circumstances), ...file.headers } };
}
