import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import type { Tickets } from "./tickets.ts";

/** `POST /v1/ws-tickets`. */
export function wsTicketModule(tickets: Tickets): Module {
  return defineModule("ws-tickets", wsTicketContract, {
    create: (_input, ctx) => {
      const { id: callerId, sessionId } = ctx.caller;
      const { ticket, expiresAtMs } = tickets.issue({ kind: "staff", callerId, sessionId });
      return Promise.resolve({ ticket, expires_at: isoInstant(expiresAtMs) });
    },
  });
}
