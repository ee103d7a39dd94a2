import { BlockList, isIPv4, isIPv6 } from "node:net";
import { hostname, networkInterfaces } from "node:os";

/** By what a machine is reached on its own network. */
export interface LanNames {
  /** DNS names, lower case. */
  readonly names: readonly string[];
  /** IPv4 and IPv6 addresses. */
  readonly addresses: readonly string[];
}

/** What a machine says of its place in the network. */
export interface Network {
  readonly hostname: string;
  readonly addresses: readonly string[];
}

/**
 * The only addresses that a branch's certificates may ever be for: private, loopback and link-local ones, as address and
 * length of the prefix (RFC 1918, RFC 3927, RFC 4193, RFC 4291).
 */
export const lanRanges = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["127.0.0.0", 8],
  ["fc00::", 7],
  ["fe80::", 10],
  ["::1", 128],
] as const;

const lanAddresses = new BlockList();
for (const [address, length] of lanRanges) {
  lanAddresses.addSubnet(address, length, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Whether an address is one of a local network, or of the machine itself. */
export function isLanAddress(address: string): boolean {
  if (isIPv4(address)) return lanAddresses.check(address, "ipv4");
  return isIPv6(address) && lanAddresses.check(address, "ipv6");
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host's name or address means the very machine that it is said on. */
export function isOwnMachine(host: string): boolean {
  if (isIPv4(host)) return loopback.check(host, "ipv4");
  if (isIPv6(host)) return loopback.check(host, "ipv6");
  return host === "localhost" || host.endsWith(".localhost");
}

/** This machine's name and its addresses on local networks, now. */
export function ownNetwork(): Network {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && isLanAddress(address))
    .map(({ address }) => address)
    // Browsers cannot open a link-local IPv6 address: it needs the name of the interface besides.
    .filter((address) => !address.toLowerCase().startsWith("fe80:"));
  return { hostname: hostname(), addresses: [...new Set(found)] };
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;

function isDnsName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}

/** A branch's own name on its network, from its code: `PUN` is `edgeward-pun.local`. */
export function siteName(branchCode: string): string {
  const plain = branchCode.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-");
  return `edgeward-${plain.replaceAll(/^-+|-+$/gu, "").slice(0, 48)}.local`;
}

function hostNames(given: string): readonly string[] {
  const host = given.toLowerCase().replace(/\.$/u, "");
  const [first = ""] = host.split(".");
  return [host, `${first}.local`].filter((name) => isDnsName(name) && !isOwnMachine(name));
}

/** Every name that is the branch's own. @param site as `siteName` gives it */
export function branchNames(site: string, host: string): readonly string[] {
  return [...new Set([site, ...hostNames(host), "localhost"])];
}

/** What a branch's certificate is to be for now. */
export function lanNames(site: string, { hostname: host, addresses }: Network): LanNames {
  return {
    names: branchNames(site, host),
    addresses: [...new Set([...addresses.filter(isLanAddress), "127.0.0.1", "::1"])],
  };
}
