import type { SurfaceRules } from "#contract/surface-rules.ts";
import { AppError, errorCodes, type ErrorCode } from "#kernel/errors.ts";
import type { Logger } from "#log/log.ts";
import type { Answer, Call } from "./call.ts";

/** The one shape in which every surface says that something went wrong. */
interface Problem {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly doc_url: string;
    readonly request_id: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Where problems are explained and put down, and under which statuses they travel. */
export interface ProblemContext {
  /** Where a code's page is: `<docsUrl>/<code>`. */
  readonly docsUrl: string;
  readonly log: Logger;
  readonly statuses: SurfaceRules["statuses"];
}

/** The HTTP status of an error where some codes have statuses of their own. */
export function statusOf(error: AppError, statuses: SurfaceRules["statuses"]): number {
  return statuses[error.code] ?? errorCodes[error.code];
}

/** The envelope of an error. Nothing of an unexpected error's own words leaves the node. */
export function problemOf(error: AppError, requestId: string, docsUrl: string): Problem {
  const { code, message, details } = error;
  return {
    error: { code, message, doc_url: `${docsUrl}/${code}`, request_id: requestId, details },
  };
}

/** What was thrown, as an AppError: a fault of ours becomes `internal`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(
    "internal",
    "Something went wrong on our side. Quote the request id to support.",
  );
}

/** The headers that belong to a code. */
function headersOf({ code, details }: AppError): Readonly<Record<string, string>> {
  const seconds = details["retry_after"];
  const isStranger = code === "unauthorized" || code === "token_expired";
  return {
    "Content-Type": "application/json; charset=utf-8",
    ...(isStranger ? { "WWW-Authenticate": 'Bearer realm="edgeward"' } : {}),
    ...(typeof seconds === "number" ? { "Retry-After": String(seconds) } : {}),
  };
}

/** The answer to what was thrown; a fault of ours is put into the log. */
export function problemAnswer(
  thrown: unknown,
  { requestId, method }: Pick<Call, "requestId" | "method">,
  { docsUrl, log, statuses }: ProblemContext,
): Answer {
  const error = asAppError(thrown);
  if (error.code === "internal")
    log.error("request_failed", { request_id: requestId, method }, thrown);
  const body = JSON.stringify(problemOf(error, requestId, docsUrl));
  return { status: statusOf(error, statuses), headers: headersOf(error), body };
}
