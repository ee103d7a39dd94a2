import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import type { Tickets } from "./tickets.ts";

/** `POST /v1/ws-tickets`. */
export function wsTicketModule(tickets: Tickets): Module {
  return defineModule("ws-tickets", wsTicketContract, {
    create: (_input, ctx) => {
      const { id: callerId, sessionId, clientId } = ctx.caller;
      const holder = { kind: "staff", callerId, sessionId, clientId } as const;
      const { ticket, expiresAtMs } = tickets.issue(holder);
      return Promise.resolve({ ticket, expires_at: isoInstant(expiresAtMs) });
    },
  });
}
