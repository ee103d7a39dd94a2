import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { refusalDetailsShape } from "#contract/refused-fields.ts";
import { integerParameter } from "#contract/paging.ts";
import { parseHlc } from "#kernel/hlc.ts";
import { maximumBatchOperations, maximumOperationParts } from "./sizes.contract.ts";

/** Characters of the longest instant that is written out. */
const longestInstant = 35;

const stamps = z.record(z.string(), z.string());

// What a newer node says besides is carried along: an operation is kept, and sent on, as it came.
const changeShape = z.looseObject({
  table: z.string().min(1).max(64),
  id: z.string().min(1).max(64),
  kind: z.enum(["insert", "update"]),
  fields: z.record(z.string(), z.unknown()),
  /** What was added to sets and lists, whose earlier entries are not sent again. */
  added: z.record(z.string(), z.array(z.unknown()).min(1).readonly()).readonly().optional(),
  base: stamps,
  version: z.int().min(1),
});

const eventShape = z.looseObject({
  id: idOf("evt"),
  type: z.string().min(1).max(64),
  entity: z.string().min(1).max(64),
  entity_id: z.string().min(1).max(64),
  entity_version: z.int().min(1),
  branch_id: idOf("brn").nullable(),
  payload: z.record(z.string(), z.unknown()),
});

/** One operation on the wire. */
export const operationShape = z.looseObject({
  op_id: idOf("op"),
  type: z.string().min(1).max(64),
  entity: z.string().max(64),
  entity_id: z.string().max(64),
  hlc: z.string().refine((text) => parseHlc(text) !== undefined, "is no hybrid clock stamp"),
  at: z.iso.datetime().max(longestInstant),
  branch_id: idOf("brn").nullable(),
  actor: z.strictObject({
    id: z.string().min(1).max(64),
    type: z.enum(["staff", "user", "client", "device", "system"]),
    role: z.string().max(64).nullable(),
  }),
  device_id: z.string().max(64).nullable(),
  reason: z.string().max(500).nullable(),
  schema: z.int().min(1),
  /** Operations whose work this one builds on; it waits until they have been taken. */
  deps: z.array(idOf("op")).readonly().optional(),
  changes: z.array(changeShape).max(maximumOperationParts),
  events: z.array(eventShape).max(maximumOperationParts),
});

/** A batch as a node signs it: everything but the signature. */
export const batchShape = z.looseObject({
  batch_id: idOf("bat"),
  branch: idOf("brn"),
  epoch: z.int().min(1),
  first_seq: z.int().min(1),
  schema: z.int().min(1),
  sent_at: z.iso.datetime(),
  ops: z.array(operationShape).min(1).max(maximumBatchOperations),
});

/** A batch without its signature. */
export type Batch = z.output<typeof batchShape>;

/** What stands in a batch at the place of an operation and is none: kept as it came, and refused alone. */
export class MalformedOperation {
  readonly raw: unknown;

  constructor(raw: unknown) {
    this.raw = raw;
  }

  toJSON(): unknown {
    return this.raw;
  }
}

const sentOperation = z.union([
  operationShape,
  z.unknown().transform((raw) => new MalformedOperation(raw)),
]);

/** What is wrong with what should have been an operation, by the first field that is; never with a value. */
export function operationFault(raw: unknown): string {
  const [issue] = operationShape.safeParse(raw).error?.issues ?? [];
  if (issue === undefined) return "is no operation";
  return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}

/** A batch as it is received: one operation that is none does not spoil those beside it. */
export const receivedBatchShape = batchShape.extend({
  ops: z.array(sentOperation).min(1).max(maximumBatchOperations),
});

/** A batch as it is received. */
export type ReceivedBatch = z.output<typeof receivedBatchShape>;

/** The batch as its sender signed it. */
export function signedContent(batch: ReceivedBatch): Batch | Readonly<Record<string, unknown>> {
  const ops = batch.ops.map((op) => (op instanceof MalformedOperation ? op.raw : op));
  return { ...batch, ops };
}

/** What became of one operation. */
export const operationResultShape = z.looseObject({
  op_id: z.string(),
  seq: z.int(),
  outcome: z.enum(["applied", "duplicate", "merged", "conflict", "held", "rejected"]),
  /** For `conflict` the ids to resolve; for `held` the operation waited for; for `rejected` why. */
  conflict_ids: z.array(z.string()).optional(),
  held_by: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** For `rejected` each field that is wrong, where several can be. */
  details: refusalDetailsShape.optional(),
});

/** What became of one operation. */
export type OperationResult = z.output<typeof operationResultShape>;

/** What the hub says to a batch. */
export const batchReplyShape = z.looseObject({
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
    body: receivedBatchShape.extend({ signature: z.string().min(1).max(2000) }),
    response: batchReplyShape,
    status: 200,
    errors: ["sequence_gap", "branch_forbidden"],
  }),
} as const;

const feedRow = z.looseObject({
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
    response: z.looseObject({
      data: z.array(feedRow),
      cursor: z.string(),
      has_more: z.boolean(),
      /** The node's own stream as far as the hub has taken it. */
      epoch: z.int(),
      accepted_seq: z.int(),
      /** Since when changes are held back behind an open transaction at the hub; null where none are. */
      stalled_since: z.string().nullable().optional(),
      server_time: z.string(),
    }),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
