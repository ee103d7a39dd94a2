import type { ErrorRequestHandler, Response } from "express";
import { AppError, type ErrorCode } from "#kernel/errors.ts";
import type { Logger } from "#kernel/log.ts";
import { asAppError, problemAnswer } from "#pipeline/problem.ts";

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
  return asAppError(error);
}

/** The request's id, set by the first step of the chain. */
export function requestIdOf(response: Response): string {
  const id: unknown = response.locals["requestId"];
  return typeof id === "string" ? id : "";
}

/** The last step of an application: what is thrown beside the pipeline becomes the envelope, too. */
export function problemHandler(docsUrl: string, log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const known = toAppError(error);
    const thrown = known.code === "internal" ? error : known;
    const call = { requestId: requestIdOf(response), method: request.method };
    const answer = problemAnswer(thrown, call, { docsUrl, log, statuses: {} });
    if (response.headersSent) {
      next(error);
      return;
    }
    response.status(answer.status);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.end(answer.body);
  };
}
