import { randomBytes } from "node:crypto";

const lifetimeMs = 30_000;

/** One-use tickets for a WebSocket: a page cannot send a header with it, and a token does not belong in an address. */
export interface Tickets {
  /** RFC 3339 in `expiresAtMs` milliseconds since the epoch. */
  issue(): { readonly ticket: string; readonly expiresAtMs: number };
  /** Whether a ticket is good; it is used up by the question. */
  redeem(ticket: string): boolean;
}

/** Tickets of this process; they live half a minute. */
export function createTickets(now: () => number): Tickets {
  const open = new Map<string, number>();
  return {
    issue() {
      for (const [ticket, until] of open) if (until <= now()) open.delete(ticket);
      const ticket = randomBytes(24).toString("base64url");
      const expiresAtMs = now() + lifetimeMs;
      open.set(ticket, expiresAtMs);
      return { ticket, expiresAtMs };
    },
    redeem(ticket) {
      const until = open.get(ticket);
      open.delete(ticket);
      return until !== undefined && until > now();
    },
  };
}
