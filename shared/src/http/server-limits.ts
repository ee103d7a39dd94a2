import type { Server, ServerOptions } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import { addressGroup } from "#pipeline/address-group.ts";

// Not imported: an import reads every name that the module gives out, also that of WebSocket, behind which Node.js loads a
// client of its own: 9 MB of each process.
const { createServer } = process.getBuiltinModule("node:http");

/** What a server bears of callers that open connections and then say little, or nothing, or never read. */
export interface ServerLimits {
  /** Most connections at a time; a further one is closed at once. */
  readonly connections: number;
  /** Most of them from one address, so that no single machine takes them all. */
  readonly ofAnAddress: number;
  /** Addresses and networks of which this does not hold: the machine's own, and proxies with many behind them. */
  readonly uncounted: readonly string[];
  /** Within which the head of a request has to be there, from the connection's beginning or the answer before. */
  readonly headersMs: number;
  /** Within which a whole request has to be there. */
  readonly requestMs: number;
  /** After which a connection on which nothing moves, either way, is closed. */
  readonly idleMs: number;
  /** How often it is looked whether the time is over. */
  readonly lookEveryMs: number;
}

/** For a branch: every device of a large clinic with all that its browser opens. A megabyte takes five minutes at 28 kbit/s. */
export const usualLimits: ServerLimits = {
  connections: 1_000,
  ofAnAddress: 400,
  uncounted: ["127.0.0.0/8", "::1"],
  headersMs: 15_000,
  requestMs: 300_000,
  idleMs: 600_000,
  lookEveryMs: 5_000,
};

/** The part of the limits that a server is made with. */
export function limitOptions(limits: ServerLimits): ServerOptions {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.lookEveryMs,
  };
}

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

function networksOf(named: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of named) {
    const [address = "", bits] = text.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function limitAddresses(server: Server, { ofAnAddress: most, uncounted }: ServerLimits): void {
  const free = networksOf(uncounted);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? null;
    if (address !== null && free.check(address, familyOf(address))) return;
    const caller = addressGroup(address);
    const count = open.get(caller) ?? 0;
    if (count >= most) return void socket.destroy();
    open.set(caller, count + 1);
    socket.once("close", () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
  });
}

/** The part of the limits that a server is given. Live connections are looked after by their own pings. */
export function limitServer(server: Server, limits: ServerLimits): void {
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  limitAddresses(server, limits);
}

/** A server within limits. */
export function createLimitedServer(limits: ServerLimits = usualLimits): Server {
  const server = createServer(limitOptions(limits));
  limitServer(server, limits);
  return server;
}
