import type { ErrorRequestHandler, Response } from "express";
import { AppError, errorCodes, type ErrorCode } from "#kernel/errors.ts";
import type { Logger } from "#kernel/log.ts";

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

function parserCode(error: object): ErrorCode | null {
  const type: unknown = "type" in error ? error.type : undefined;
  const code: unknown = "code" in error ? error.code : undefined;
  // What calls itself gzip and is not fails in zlib, which gives no type.
  if (typeof code === "string" && code.startsWith("Z_")) return "malformed_json";
  if (type === "entity.too.large") return "payload_too_large";
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return "unsupported_media_type";
  }
  return typeof type === "string" ? "malformed_json" : null;
}

const parserMessages: Readonly<Partial<Record<ErrorCode, string>>> = {
  payload_too_large: "The body is larger than this endpoint takes.",
  unsupported_media_type: "The body's encoding is not understood; send UTF-8 JSON.",
  malformed_json: "The body is not valid JSON.",
};

/** What was thrown, as an AppError: a fault of ours becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (typeof error === "object" && error !== null) {
    const code = parserCode(error);
    if (code !== null)
      return new AppError(code, parserMessages[code] ?? "The body cannot be read.");
  }
  if (error instanceof URIError) return new AppError("not_found", "There is no such address.");
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
