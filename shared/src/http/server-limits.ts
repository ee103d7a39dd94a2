import { createServer, type Server, type ServerOptions } from "node:http";

/** What a server bears of callers that open connections and then say little, or nothing, or never read. */
export interface ServerLimits {
  /** Most connections at a time; a further one is closed at once. */
  readonly connections: number;
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

/** The part of the limits that a server is given. Live connections are looked after by their own pings. */
export function limitServer(server: Server, { connections, idleMs }: ServerLimits): void {
  server.maxConnections = connections;
  server.timeout = idleMs;
}

/** A server within limits. */
export function createLimitedServer(limits: ServerLimits = usualLimits): Server {
  const server = createServer(limitOptions(limits));
  limitServer(server, limits);
  return server;
}
