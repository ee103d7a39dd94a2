import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import { isAllowedAddress, literalAddress, type AddressRules } from "./address-guard.ts";

const longestUrl = 2_048;
/** The empty port is the scheme's own. */
const openPorts: ReadonlySet<string> = new Set(["", "443", "8443"]);
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

// Names that no public register has: RFC 6761, 6762, 8375 and 9476, and what ICANN keeps for private use.
const privateNames: ReadonlySet<string> = new Set(
  "localhost local internal alt test invalid onion arpa lan home corp".split(" "),
);

function isPublicName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/u, "").split(".");
  return labels.length > 1 && !privateNames.has(labels.at(-1) ?? "");
}

function refused(message: string): Error {
  return fieldError({ path: "url", code: "validation_error", message });
}

function parsed(text: string): URL {
  if (text.length > longestUrl) throw refused(`must be at most ${longestUrl} characters`);
  const url = URL.parse(text);
  if (url === null) throw refused("must be a URL");
  return url;
}

/**
 * The URL of a receiver, in its one normal form. HTTPS to a public host on 443 or 8443; on loopback any port and plain
 * HTTP too, where the rules open it.
 * @throws AppError validation_error on `url`
 */
export function checkReceiverUrl(text: string, rules: AddressRules): URL {
  const url = parsed(text);
  if (url.username !== "" || url.password !== "")
    throw refused("must not hold a user or a password");
  if (url.hash !== "") throw refused("must not have a fragment");
  const isLoopback = rules.allowLoopback && loopbackHosts.has(url.hostname);
  const isHttp = url.protocol === "http:" && isLoopback;
  if (url.protocol !== "https:" && !isHttp) throw refused("must be https");
  if (isLoopback) return url;
  if (!openPorts.has(url.port)) throw refused("must use port 443 or 8443");
  const address = literalAddress(url.hostname);
  if (address !== null && !isAllowedAddress(address, rules)) {
    throw refused("must lead to a public address");
  }
  if (address === null && !isPublicName(url.hostname)) throw refused("must lead to a public host");
  return url;
}
