import * as z from "zod";
import { CommandFailure } from "./failure.ts";

/** An answer over HTTP, read as JSON where it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Call {
  readonly method?: "GET" | "POST";
  readonly token?: string;
  readonly body?: unknown;
  /** Milliseconds until nobody is taken to answer. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;
const errorBody = z.looseObject({ error: z.looseObject({ message: z.string() }) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One request. @throws CommandFailure when nobody answers */
export async function callHttp(url: string, call: Call = {}): Promise<HttpAnswer> {
  const { method = "GET", token, body, timeoutMs = defaultTimeoutMs } = call;
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  } catch {
    throw new CommandFailure(`${new URL(url).origin} does not answer; is the product running?`);
  }
}

function refusalOf(url: string, answer: HttpAnswer): string {
  const said = errorBody.safeParse(answer.body);
  const { pathname } = new URL(url);
  if (said.success) return said.data.error.message;
  if (answer.status === 404) return `${pathname} is not offered by this version`;
  return `${pathname} answered with HTTP ${answer.status}`;
}

/** One request that must succeed with an answer of the given shape. @throws CommandFailure with what the other side said */
export async function askHttp<Shape extends z.ZodType>(
  url: string,
  shape: Shape,
  call: Call = {},
): Promise<z.output<Shape>> {
  const answer = await callHttp(url, call);
  if (answer.status < 200 || answer.status > 299) throw new CommandFailure(refusalOf(url, answer));
  const read = shape.safeParse(answer.body);
  if (read.success) return read.data;
  throw new CommandFailure(`${new URL(url).pathname} answered with something unexpected`);
}
