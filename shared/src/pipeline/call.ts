/** What came with a call. */
export interface ReceivedBody {
  /** As its reader understood it: for JSON the parsed value. */
  readonly value: unknown;
  /** The text that it was read from, for those who ask what exactly was sent. */
  readonly text?: string;
  /** Called once the call has been answered, where the reader has put something aside for it. */
  readonly release?: () => Promise<void>;
}

/** One call of an endpoint, as plain data: whoever has it need not have a connection. */
export interface Call {
  readonly method: string;
  /** As it was asked for, without its query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** A function where it is read only for a caller who is let in: nobody else makes a node parse megabytes. */
  readonly body: ReceivedBody | (() => Promise<ReceivedBody>) | null;
  readonly ip: string | null;
  readonly requestId: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What goes back: the body as text, as bytes, as a stream of bytes, or none. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** A header's value, or null when it is absent or empty. */
export function header(call: Pick<Call, "headers">, name: string): string | null {
  const given = call.headers[name.toLowerCase()];
  const value = (typeof given === "string" ? given : given?.join(", "))?.trim();
  return value === undefined || value === "" ? null : value;
}
