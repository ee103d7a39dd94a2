import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Which addresses deliveries may be sent to. */
export interface AddressRules {
  /** Whether this machine's own loopback is open as well: only for the demo and for tests. */
  readonly allowLoopback: boolean;
}

// IPv4: everything but what the registries keep for special use, and a cloud's own service address.
const closed4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

// IPv6: only global unicast is open at all, which leaves out loopback, mapped, NAT64, ULA, link-local and multicast
// without naming them. Within it, these carry or stand for something else: Teredo and its neighbours, 6to4, documentation.
const open6: readonly [string, number] = ["2000::", 3];
const closed6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

function listOf(
  ranges: readonly (readonly [string, number])[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

const closed4List = listOf(closed4, "ipv4");
const open6List = listOf([open6], "ipv6");
const closed6List = listOf(closed6, "ipv6");
const loopback4List = listOf([["127.0.0.0", 8]], "ipv4");

function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? loopback4List.check(address, "ipv4") : address === "::1";
}

function isPublic(address: string): boolean {
  const version = isIP(address);
  // A zone after `%` ties an address to one of our own interfaces.
  if (version === 0 || address.includes("%")) return false;
  if (version === 4) return !closed4List.check(address, "ipv4");
  return open6List.check(address, "ipv6") && !closed6List.check(address, "ipv6");
}

/** Whether a delivery may be sent to an IP address, written without brackets. What is no address is refused. */
export function isAllowedAddress(address: string, rules: AddressRules): boolean {
  return (rules.allowLoopback && isLoopback(address)) || isPublic(address);
}

/** The IP address that a URL's host is, without brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** A delivery that would have gone to an address of ours. */
export class ForbiddenAddressError extends Error {
  readonly code = "address_refused";

  constructor() {
    super("the receiver's address is not a public one");
    this.name = "ForbiddenAddressError";
  }
}

/** Resolves a name to all its addresses, as the system does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * A look-up for the moment of connecting: what it has checked is what is dialled, so a name that answers differently
 * the second time gains nothing. One bad address among several refuses all.
 * A host that is an address never comes here; ask `literalAddress` first.
 */
export function guardedLookup(
  rules: AddressRules,
  resolve: Resolve = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = error === null ? found : [];
      if (error !== null) callback(error, []);
      else if (first === undefined || !found.every((one) => isAllowedAddress(one.address, rules)))
        callback(new ForbiddenAddressError(), []);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
