import { pino } from "pino";
import { isoInstant } from "#kernel/clock.ts";

/** What each field of a log line may hold. A field that is not here is not written, so a name or a phone has nowhere to go. */
const fieldKinds = {
  request_id: "id",
  tenant_id: "id",
  branch_id: "id",
  device_id: "id",
  actor_id: "id",
  node_id: "id",
  client_id: "id",
  session_id: "id",
  batch_id: "id",
  operation_id: "id",
  event_id: "id",
  delivery_id: "id",
  job_id: "id",
  method: "word",
  endpoint: "endpoint",
  code: "word",
  surface: "word",
  operation: "word",
  resource: "word",
  outcome: "word",
  migration: "word",
  release: "word",
  status: "number",
  duration_ms: "number",
  lag_ms: "number",
  skew_ms: "number",
  attempt: "number",
  count: "number",
  bytes: "number",
  port: "number",
  pid: "number",
  epoch: "number",
  seq: "number",
} as const;

type FieldKinds = typeof fieldKinds;

/** The fields that a log line can carry: ids, codes and figures, never anything that a person typed. */
export type LogFields = {
  readonly [Name in keyof FieldKinds]?:
    | (FieldKinds[Name] extends "number" ? number : string)
    | undefined;
};

const idForm = /^(?:[a-z]{2,4}_[0-9a-z]{1,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;
/** A machine's word: no spaces, no letters but ASCII, and no run of digits that could be a telephone number. */
const wordForm = /^(?!.*\d{6})[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
/** A route as it is declared, `/v1/patients/{patient_id}`, never as it was called. */
const endpointForm = /^(?!.*\d{4})(?:[A-Z]{3,7} )?\/[a-z0-9_./{}:-]{0,120}$/u;
const withheld = "[redacted]";

type LogValue = string | number;

function isNamed(name: string): name is keyof FieldKinds {
  return Object.hasOwn(fieldKinds, name);
}

function safeText(form: RegExp, value: unknown): string {
  return typeof value === "string" && form.test(value) ? value : withheld;
}

function safeValue(name: keyof FieldKinds, value: unknown): LogValue {
  const kind = fieldKinds[name];
  if (kind === "number")
    return typeof value === "number" && Number.isFinite(value) ? value : withheld;
  if (kind === "id") return safeText(idForm, value);
  return safeText(kind === "word" ? wordForm : endpointForm, value);
}

/** What of some fields may be written: those of the list, and of these only values of the form that the field has; the rest reads `[redacted]`. */
export function redact(value: Readonly<Record<string, unknown>>): Record<string, LogValue> {
  const safe: Record<string, LogValue> = {};
  for (const [name, field] of Object.entries(value)) {
    if (isNamed(name) && field !== undefined) safe[name] = safeValue(name, field);
  }
  return safe;
}

interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly stack?: readonly string[];
  readonly cause?: LoggedError;
}

const frameForm = /^ {4}at (?:.*\()?(?:.*:\d+:\d+|native|<anonymous>|index \d+)\)?$/u;

/** The frames of a stack. The message stands before them and may run over several lines, so it is cut out whole first. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? "";
  const at = error.message === "" ? -1 : stack.indexOf(error.message);
  const frames = at < 0 ? stack : stack.slice(at + error.message.length);
  return frames.split("\n").flatMap((line) => (frameForm.test(line) ? [line.trim()] : []));
}

const deepestCause = 3;

/** What of a thrown value may be written: never its message, which may quote what a patient's record holds. */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: `thrown_${typeof error}` };
  const code: unknown = "code" in error ? error.code : undefined;
  const syscall: unknown = "syscall" in error ? error.syscall : undefined;
  return {
    name: safeText(wordForm, error.name),
    ...(code === undefined ? {} : { code: safeText(wordForm, code) }),
    ...(syscall === undefined ? {} : { syscall: safeText(wordForm, syscall) }),
    stack: framesOf(error),
    ...(error.cause === undefined || depth >= deepestCause
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** Writes what happened. An event is a code such as `request.finished`; a thrown value is stated by its name, code and stack. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields: LogFields, error?: unknown): void;
}

/**
 * A logger of one JSON object a line: `{level, time, ...base, event, ...fields}`.
 * @param write takes a line with its line feed
 * @param base fields of every line
 * @param now milliseconds since the epoch
 */
export function createLogger(
  write: (line: string) => void,
  base: LogFields,
  now: () => number,
): Logger {
  const lines = pino(
    {
      base: redact(base),
      timestamp: () => `,"time":"${isoInstant(now())}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  // Pino's own redaction names what is to be hidden; here whatever is not named is.
  const safe = (event: string, fields: LogFields) => ({
    event: safeText(wordForm, event),
    ...redact(fields),
  });
  return {
    info: (event, fields = {}) => lines.info(safe(event, fields)),
    warn: (event, fields = {}) => lines.warn(safe(event, fields)),
    error: (event, fields, error) => {
      const failure = error === undefined ? {} : { error: loggedError(error) };
      lines.error({ ...safe(event, fields), ...failure });
    },
  };
}
