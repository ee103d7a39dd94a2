import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";

/** How a page gets its live connection. */
export const wsTicketContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/v1/ws-tickets",
    summary: "A one-use ticket for the live connection, good for half a minute",
    tag: "Live",
    access: { resource: "sync", action: "read" },
    operation: "ws_ticket.create",
    home: "any",
    params: noParams,
    query: noQuery,
    body: z.strictObject({}),
    response: z.strictObject({ ticket: z.string(), expires_at: z.string() }),
    status: 201,
  }),
} as const;
