import type { ErrorRequestHandler, Response } from "express";
import { AppError, errorCodes, type ErrorCode } from "#kernel/errors.ts";
import type { Logger } from "#log/log.ts";

/** The one shape in which every surface says that something went wrong. */
export interface Problem {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly doc_url: string;
    readonly request_id: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** The envelope of an error. Nothing of an unexpected error's own words leaves the node. */
export function problemOf(error: AppError, requestId: string, docsUrl: string): Problem {
  const { code, message, details } = error;
  return {
    error: { code, message, doc_url: `${docsUrl}/${code}`, request_id: requestId, details },
  };
}

// The readers of bodies mark what a caller has caused by a status below 500, whoever threw it: each decoder has error
// codes of its own (`Z_…`, `ERR_…`, `ZSTD_…`), and those of the next one are not known.
function isReadersError(error: object): boolean {
  const status: unknown = "status" in error ? error.status : undefined;
  const isExposed = "expose" in error && error.expose === true;
  return isExposed && typeof status === "number" && status >= 400 && status < 500;
}

const unreadable = "The body is not what its encoding says.";

function readersError(error: object): AppError | null {
  if (!isReadersError(error)) return null;
  const type: unknown = "type" in error ? error.type : undefined;
  if (type === "entity.too.large")
    return new AppError("payload_too_large", "The body is larger than this endpoint takes.");
  if (type === "encoding.unsupported" || type === "charset.unsupported")
    return new AppError(
      "unsupported_media_type",
      "The body's encoding is not understood; send UTF-8 JSON.",
    );
  // A decoder's error has no type: what calls itself packed and is not.
  const message = typeof type === "string" ? "The body is not valid JSON." : unreadable;
  return new AppError("malformed_json", message);
}

/** What was thrown, as an AppError: a fault of ours becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof URIError) return new AppError("not_found", "There is no such address.");
  const ofReader = typeof error === "object" && error !== null ? readersError(error) : null;
  if (ofReader !== null) return ofReader;
  return new AppError(
    "internal",
    "Something went wrong on our side. Quote the request id to support.",
  );
}

/** The request's id, set by the first step of the chain. */
export function requestIdOf(response: Response): string {
  const id: unknown = response.locals["requestId"];
  return typeof id === "string" ? id : "";
}

/** Sends an error in the envelope. */
function sendProblem(response: Response, error: AppError, docsUrl: string): void {
  if (error.code === "unauthorized" || error.code === "token_expired") {
    response.setHeader("WWW-Authenticate", 'Bearer realm="edgeward"');
  }
  response.status(errorCodes[error.code]);
  response.json(problemOf(error, requestIdOf(response), docsUrl));
}

/** The last step of the chain: every error becomes the envelope, and a fault of ours a line in the log. */
export function problemHandler(docsUrl: string, log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const known = toAppError(error);
    if (known.code === "internal") {
      log.error(
        "request_failed",
        { request_id: requestIdOf(response), method: request.method },
        error,
      );
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    sendProblem(response, known, docsUrl);
  };
}
