import { isIP } from "node:net";
import { hostname } from "node:os";
import type { RequestHandler } from "@edgeward/shared/http/express.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";

/** The variable with more names under which a branch is reached, separated by commas. */
export const hostNamesVariable = "EDGEWARD_BRANCH_NAMES";

/** Whether a request's `Host` means this branch. */
export type OwnHosts = (host: string | undefined) => boolean;

// Names that no public registry gives away (RFC 6761, RFC 6762, RFC 8375, and `.internal` of ICANN): whoever would have a
// browser take this machine for a site of theirs needs a name that they can register.
const localEnds = [".localhost", ".local", ".lan", ".home.arpa", ".internal"];

/** @throws Error that names the variable for what is no host name */
export function readHostNames(text: string | undefined): readonly string[] {
  const names = (text ?? "").split(",").map((name) => name.trim().toLowerCase());
  const given = names.filter((name) => name !== "");
  const wrong = given.find((name) => URL.parse(`http://${name}`)?.host !== name);
  if (wrong !== undefined) throw new Error(`${hostNamesVariable}: ${wrong} is no host name`);
  return given;
}

/** The hosts of a branch: addresses, names of the local network, the machine's own and those that were set. */
export function ownHosts(names: readonly string[] = []): OwnHosts {
  const known = new Set([...names, hostname().toLowerCase()]);
  const isOwn = (host: string): boolean => {
    const name = URL.parse(`http://${host}`)?.hostname.replace(/\.$/u, "");
    if (name === undefined) return false;
    const isAddress = isIP(name.replaceAll(/[[\]]/gu, "")) !== 0;
    const isBare = !name.includes(".");
    return isAddress || isBare || known.has(name) || localEnds.some((end) => name.endsWith(end));
  };
  // Nearly every request says the same: reading it was a hundredth of a write's time.
  let last: { readonly host: string; readonly isOwn: boolean } | null = null;
  return (host) => {
    // A program of before HTTP/1.1 names none; a browser always does.
    if (host === undefined) return true;
    if (last?.host !== host) last = { host, isOwn: isOwn(host) };
    return last.isOwn;
  };
}

/**
 * Refuses what is asked of another host: a page of a foreign site whose name was pointed at this machine would otherwise
 * read it as its own.
 */
export function hostGuard(isOwn: OwnHosts): RequestHandler {
  return (request, _response, next) => {
    const { host } = request.headers;
    if (isOwn(host)) next();
    else
      next(
        new AppError(
          "bad_request",
          `Host: is no name of this branch; ${hostNamesVariable} adds one`,
          {
            field: "Host",
          },
        ),
      );
  };
}
