import { TransportError, type TransportErrorCode } from "#driver.ts";

const codesOfErrno: Readonly<Record<string, TransportErrorCode>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENOTFOUND: "name_not_found",
  EAI_AGAIN: "name_not_found",
  ETIMEDOUT: "connect_timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ENOENT: "unreachable",
};

/** What an error of the operating system says about a device; `io` for one that says nothing. */
export function transportCode(error: unknown): TransportErrorCode {
  if (error instanceof TransportError) return error.code;
  if (typeof error !== "object" || error === null || !("code" in error)) return "io";
  return typeof error.code === "string" ? (codesOfErrno[error.code] ?? "io") : "io";
}
