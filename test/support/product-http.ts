import * as z from "zod";

/** What a node answered. */
export interface Answer {
  readonly status: number;
  /** The JSON body; empty when there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

const recordShape = z.record(z.string(), z.unknown());
const answerWithinMs = 20_000;

/** One request with a JSON body, answered in JSON. @throws TypeError when there is nobody to answer */
export async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const asked = performance.now();
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    signal: AbortSignal.timeout(answerWithinMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    // What fetch says itself names neither the request nor the time.
    const after = Math.round(performance.now() - asked);
    throw new TypeError(`${method} ${url} had no answer after ${after} ms`, { cause: error });
  });
  const text = await response.text();
  const parsed = recordShape.safeParse(text === "" ? {} : JSON.parse(text));
  return { status: response.status, body: parsed.data ?? {}, headers: response.headers };
}
