import { isIPv4 } from "node:net";
import type { Request } from "express";
import { header } from "#pipeline/call.ts";

const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;

/**
 * Whether a request names this machine by an address or by a name without a dot. A page of a stranger's in a browser on
 * this machine can have its own name lead here, and every such name has a dot.
 */
function namesMachine(host: string | undefined): boolean {
  const name = URL.parse(`http://${host ?? ""}`)?.hostname ?? "";
  return isIPv4(name) || name.startsWith("[") || (name !== "" && !name.includes("."));
}

/** Whether a request was made on this machine. A proxy here makes every peer look local; it says so by a header. */
export function isLocal(request: Request): boolean {
  const isForwarded = header(request, "X-Forwarded-For") ?? header(request, "Forwarded");
  const isHere = loopback.test(request.socket.remoteAddress ?? "");
  return isForwarded === null && isHere && namesMachine(request.headers.host);
}
