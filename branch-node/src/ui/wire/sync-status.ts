import * as z from "zod";
import {
  noParams,
  noQuery,
  readEndpoint,
  writeEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";

/** How the branch stands towards the hub. */
export const syncStatusShape = z.object({
  state: z.enum(["online", "offline", "syncing", "blocked"]),
  node_id: z.string().nullish(),
  since: z.string(),
  last_contact_at: z.string().nullable(),
  unsent: z.number(),
  oldest_unsent_at: z.string().nullable(),
  held: z.number(),
  rejected: z.number(),
  conflicts: z.number(),
  clock_skew_ms: z.number().nullable(),
  feed_lag_ms: z.number().nullable(),
});

/** How the branch stands towards the hub. */
export type SyncStatus = z.output<typeof syncStatusShape>;

/** Asks how the branch stands towards the hub. */
export const readSyncStatus = readEndpoint({
  path: "/v1/sync/status",
  summary: "How this branch stands towards the hub",
  tag: "Sync",
  access: { resource: "sync", action: "read" },
  params: noParams,
  query: noQuery,
  response: syncStatusShape,
});

/** Asks for the one-use ticket that opens a live connection. */
export const createSocketTicket = writeEndpoint({
  method: "POST",
  path: "/v1/ws-tickets",
  summary: "A one-use ticket for a live connection",
  tag: "Sync",
  access: { resource: "sync", action: "read" },
  operation: "ws_ticket.create",
  home: "branch",
  params: noParams,
  query: noQuery,
  body: z.object({}),
  response: z.object({ ticket: z.string(), expires_in: z.number() }),
  status: 201,
});
