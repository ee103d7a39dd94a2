import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { integerParameter } from "#contract/paging.ts";

/** Most operations in one batch. */
export const maximumBatchOperations = 1_000;
/** Most bytes of one batch, uncompressed. */
export const maximumBatchBytes = 1_000_000;

const stamps = z.record(z.string(), z.string());

const changeShape = z.strictObject({
  table: z.string().min(1).max(64),
  id: z.string().min(1).max(64),
  kind: z.enum(["insert", "update"]),
  fields: z.record(z.string(), z.unknown()),
  base: stamps,
  version: z.int().min(1),
});

const eventShape = z.strictObject({
  id: idOf("evt"),
  type: z.string().min(1).max(64),
  entity: z.string().min(1).max(64),
  entity_id: z.string().min(1).max(64),
  entity_version: z.int().min(1),
  branch_id: idOf("brn").nullable(),
  payload: z.record(z.string(), z.unknown()),
});

/** One operation on the wire. */
export const operationShape = z.strictObject({
  op_id: idOf("op"),
  type: z.string().min(1).max(64),
  entity: z.string().max(64),
  entity_id: z.string().max(64),
  hlc: z.string().min(1).max(64),
  at: z.iso.datetime(),
  branch_id: idOf("brn").nullable(),
  actor: z.strictObject({
    id: z.string().min(1).max(64),
    type: z.enum(["staff", "user", "client", "device", "system"]),
    role: z.string().max(64).nullable(),
  }),
  device_id: z.string().max(64).nullable(),
  reason: z.string().max(500).nullable(),
  schema: z.int().min(1),
  changes: z.array(changeShape).max(500),
  events: z.array(eventShape).max(100),
});

/** A batch as a node signs it: everything but the signature. */
export const batchShape = z.strictObject({
  batch_id: idOf("bat"),
  branch: idOf("brn"),
  epoch: z.int().min(1),
  first_seq: z.int().min(1),
  schema: z.int().min(1),
  sent_at: z.iso.datetime(),
  /** SHA-256 of the batch before it, hex; null for the first of an epoch. */
  prev_batch_hash: z.string().length(64).nullable(),
  ops: z.array(operationShape).min(1).max(maximumBatchOperations),
});

/** A batch without its signature. */
export type Batch = z.output<typeof batchShape>;

/** What became of one operation. */
export const operationResultShape = z.strictObject({
  op_id: z.string(),
  seq: z.int(),
  outcome: z.enum(["applied", "duplicate", "merged", "conflict", "held", "rejected"]),
  /** For `conflict` the ids to settle; for `held` the operation waited for; for `rejected` why. */
  conflict_ids: z.array(z.string()).optional(),
  held_by: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** What became of one operation. */
export type OperationResult = z.output<typeof operationResultShape>;

/** What the hub says to a batch. */
export const batchReplyShape = z.strictObject({
  batch_id: z.string(),
  accepted_seq: z.int(),
  results: z.array(operationResultShape),
  server_time: z.string(),
});

/** What the hub says to a batch. */
export type BatchReply = z.output<typeof batchReplyShape>;

/** What branches send up. */
export const offlineBatchContract = {
  offlineBatch: writeEndpoint({
    method: "POST",
    path: "/v1/sync/offline-batch",
    summary: "Push operations that were made at a branch, offline or not",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    operation: "sync.offline_batch",
    home: "any",
    params: noParams,
    query: noQuery,
    body: batchShape.extend({ signature: z.string().min(1).max(2000) }),
    response: batchReplyShape,
    status: 200,
    errors: ["sequence_gap", "branch_forbidden"],
  }),
} as const;

const feedRow = z.strictObject({
  table: z.string(),
  id: z.string(),
  row: z.record(z.string(), z.unknown()),
  op_id: z.string(),
  /** `purge`: the node loses what it had of this patient from other branches. */
  kind: z.literal("purge").optional(),
});

/** One record as the feed brings it. */
export type FeedRow = z.output<typeof feedRow>;

/** What branches pull down. */
export const feedContract = {
  feed: readEndpoint({
    path: "/v1/sync/feed",
    summary: "Changes for a branch since a cursor, each record in its newest state",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    params: noParams,
    query: z.strictObject({
      cursor: z.string().max(500).optional(),
      limit: integerParameter(1, 1000).optional(),
      /** Seconds to wait for something, where there is nothing yet. */
      wait: integerParameter(0, 25).optional(),
    }),
    response: z.strictObject({
      data: z.array(feedRow),
      cursor: z.string(),
      has_more: z.boolean(),
      /** The node's own stream as far as the hub has taken it. */
      epoch: z.int(),
      accepted_seq: z.int(),
      server_time: z.string(),
    }),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
