import type { ErrorRequestHandler, Response } from "express";
import { AppError } from "#kernel/errors.ts";
import type { Logger } from "#log/log.ts";
import { asAppError, problemAnswer } from "#pipeline/problem.ts";

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
