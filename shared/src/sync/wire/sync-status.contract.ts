import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "#contract/endpoint.ts";

/** States in which something has to be done before everything goes on; the reason says what. */
export const stoppedStates: ReadonlySet<string> = new Set(["blocked", "disk_full", "stalled"]);

/** What a person needs to know to trust the box. */
export const syncStatusShape = z.strictObject({
  state: z.enum(["online", "offline", "syncing", "blocked", "disk_full", "stalled"]),
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
  /** How old what has not come down from the hub may be; null where nothing has been heard of it yet. */
  feed_lag_ms: z.int().nullable(),
  /** What needs somebody, and what to do about it, in words; null when nothing does. */
  reason: z.string().nullable(),
  /** Why the hub takes nothing from this node, as a code: `node_revoked`, `node_replaced`, `another_machine`, or that of its refusal. */
  reason_code: z.string().nullable(),
});

/** What a person needs to know to trust the box. */
export type SyncStatus = z.output<typeof syncStatusShape>;

/** What the hub knows of a branch's node. What the node has not sent yet, only the node can say. */
export const hubSyncStatusShape = syncStatusShape.extend({
  /** When it was last heard of, for a node out of touch. */
  since: z.string().nullable(),
  unsent: z.null(),
  oldest_unsent_at: z.null(),
  node_name: z.string(),
  epoch: z.int(),
  /** The place of the node's stream up to which everything has been received. */
  accepted_seq: z.int(),
  /** When a second copy of the node's machine was last refused; null for never. */
  copy_seen_at: z.string().nullable(),
});

/** The state of a branch's node, as the hub sees it. */
export type HubSyncStatus = z.output<typeof hubSyncStatusShape>;

/** The same question, asked at the hub. */
export const hubSyncStatusContract = {
  status: readEndpoint({
    path: "/v1/sync/status",
    summary: "Whether the acting branch's node is in touch, and what of it is quarantined",
    tag: "Sync",
    access: { resource: "sync", action: "read" },
    params: noParams,
    query: noQuery,
    response: hubSyncStatusShape,
  }),
} as const;

/** The question of a branch's own screens. */
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
