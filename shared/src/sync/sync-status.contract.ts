import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "#contract/endpoint.ts";

/** What a person needs to know to trust the box. */
export const syncStatusShape = z.strictObject({
  state: z.enum(["online", "offline", "syncing", "blocked"]),
  node_id: z.string(),
  /** When this state began. */
  since: z.string(),
  last_contact_at: z.string().nullable(),
  unsent: z.int(),
  oldest_unsent_at: z.string().nullable(),
  held: z.int(),
  rejected: z.int(),
  conflicts: z.int(),
  clock_skew_ms: z.int().nullable(),
  feed_lag_ms: z.int().nullable(),
  /** Why sync is blocked, in words; null otherwise. */
  reason: z.string().nullable(),
});

export type SyncStatus = z.output<typeof syncStatusShape>;

export const syncStatusContract = {
  status: readEndpoint({
    path: "/v1/sync/status",
    summary: "Whether the branch is in touch with the hub, and what still waits",
    tag: "Sync",
    access: { resource: "sync", action: "read" },
    params: noParams,
    query: noQuery,
    response: syncStatusShape,
  }),
} as const;
