import { connect, isIPv4 } from "node:net";
import type { FoundDevice } from "./found-device.ts";

/** How a range of addresses is looked through. */
export interface SubnetOptions {
  /** 9100 on nearly every network printer. */
  readonly port?: number;
  readonly connectTimeoutMs?: number;
}

const defaultPort = 9_100;
const defaultTimeoutMs = 400;
// A printer's network card has few slots and a switch may take a burst of them for an attack.
const atOnce = 32;
const longestPrefix = 22;

// RFC 1918, RFC 3927 and this machine itself: nobody's else.
const ownRanges: readonly (readonly [base: number, prefix: number])[] = [
  [ipv4("10.0.0.0"), 8],
  [ipv4("172.16.0.0"), 12],
  [ipv4("192.168.0.0"), 16],
  [ipv4("169.254.0.0"), 16],
  [ipv4("127.0.0.0"), 8],
];

function ipv4(text: string): number {
  return text.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function written(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

/** A range of addresses: its first one and how many there are. */
export interface Subnet {
  readonly first: number;
  readonly count: number;
}

/**
 * Reads a range as `192.168.1.0/24`: of private addresses only, and of 1,024 at the most.
 * @returns null for anything else
 */
export function readSubnet(text: string): Subnet | null {
  const [address = "", length = ""] = text.split("/");
  const prefix = Number(length);
  const isRange = isIPv4(address) && /^\d{1,2}$/u.test(length);
  if (!isRange || prefix < longestPrefix || prefix > 32) return null;
  const count = 2 ** (32 - prefix);
  const first = Math.floor(ipv4(address) / count) * count;
  const isOwn = ownRanges.some(([base, size]) => {
    const span = 2 ** (32 - size);
    return first >= base && first + count <= base + span;
  });
  return isOwn ? { first, count } : null;
}

function answers(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}

/** Finds what takes connections on a printer's port. Nothing is sent. */
export async function probeSubnet(
  { first, count }: Subnet,
  options: SubnetOptions = {},
): Promise<readonly FoundDevice[]> {
  const { port = defaultPort, connectTimeoutMs = defaultTimeoutMs } = options;
  const hosts = Array.from({ length: count }, (_, index) => written(first + index));
  const found: string[] = [];
  const lanes = Array.from({ length: Math.min(atOnce, count) }, async () => {
    for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
      if (await answers(host, port, connectTimeoutMs)) found.push(host);
    }
  });
  await Promise.all(lanes);
  return found
    .toSorted((one, other) => ipv4(one) - ipv4(other))
    .map((host) => ({
      source: "subnet",
      name: host,
      serialNo: null,
      vendor: null,
      connection: { kind: "network", host, port },
    }));
}
