import { randomBytes } from "node:crypto";

const lifetimeMs = 30_000;

/** A paired device, and the pairing by which it asked. */
export interface DeviceHolder {
  readonly deviceId: string;
  readonly sessionId: string | null;
}

/** A person at a desk, or a program of the tenant. */
export interface PageHolder {
  readonly callerId: string;
  /** Null for a program, which has none. */
  readonly sessionId: string | null;
  /** Null for a person. */
  readonly clientId: string | null;
}

/** Whose live connection a ticket opens. */
export type TicketHolder =
  | ({ readonly kind: "staff" } & PageHolder)
  | ({ readonly kind: "device" } & DeviceHolder);

/** One-use tickets for a WebSocket: a page cannot send a header with it, and a token does not belong in an address. */
export interface Tickets {
  /** `expiresAtMs` is in milliseconds since the epoch. */
  issue(holder: TicketHolder): { readonly ticket: string; readonly expiresAtMs: number };
  /** Whose a ticket is, or null for one that is not good; it is used up by the question. */
  redeem(ticket: string): TicketHolder | null;
}

/** Tickets of this process; they live half a minute. */
export function createTickets(now: () => number): Tickets {
  const open = new Map<string, { readonly until: number; readonly holder: TicketHolder }>();
  return {
    issue(holder) {
      for (const [ticket, { until }] of open) if (until <= now()) open.delete(ticket);
      const ticket = randomBytes(24).toString("base64url");
      const expiresAtMs = now() + lifetimeMs;
      open.set(ticket, { until: expiresAtMs, holder });
      return { ticket, expiresAtMs };
    },
    redeem(ticket) {
      const known = open.get(ticket);
      open.delete(ticket);
      return known !== undefined && known.until > now() ? known.holder : null;
    },
  };
}
