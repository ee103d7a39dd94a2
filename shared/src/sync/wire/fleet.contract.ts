import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { parseHlc } from "#kernel/hlc.ts";
import { isAnyId } from "#kernel/ids.ts";
import { integerParameter } from "#contract/paging.ts";
import { operationResultShape } from "./batch.contract.ts";

const stampShape = z
  .string()
  .refine((text) => parseHlc(text) !== undefined, "is no hybrid clock stamp");

/** How a node introduces itself each time it gets in touch. */
const handshakeShape = z.looseObject({
  epoch: z.int().min(1),
  /** The place that its next operation will take. */
  next_seq: z.int().min(1),
  /** The installation that speaks: one machine's copy of the node. */
  install_id: z.string().min(16).max(64),
  /** Whether the node has seen that its journal and the hub's stream hold different operations at one place. */
  is_forked: z.boolean(),
  /** The form of operations that the node writes. */
  schema: z.int().min(1),
  /** The last place of the epoch to which the hub has answered. */
  answered_seq: z.int().min(0),
  /** Which incarnation of the hub the node has spoken with; null for none yet. */
  incarnation: z.string().max(64).nullable(),
  /** What the hub gave it with the last answer that came; null for none yet. */
  nonce: z.string().max(64).nullable(),
  /**
   * When, by the hub's clock, the node had given a hub that was put back to a backup all that it had: it had sent again what
   * was its own and read the feed to its end. Null before.
   */
  given_back_at: z.iso.datetime().nullable().optional(),
  /** Since when the oldest operation that has not been sent waits; null where none does. Nothing hangs on it: it is shown. */
  oldest_unsent_at: z.iso.datetime().nullable().optional(),
  /** The node's program, as its maker numbers it. */
  release: z.string().max(32).optional(),
  /** Checkpoints of the audit, `auditGivenShape`: whatever they are, they never stop the handshake. */
  audit: z.unknown().optional(),
});

/** Most checkpoints that a node gives back with one handshake. */
export const mostGivenBack = 8;

/** What a node gives the hub to keep, and what it gives back. */
export const auditGivenShape = z.object({
  /** Where the node's own audit stands; null when nothing has moved since the hub took the last one. */
  checkpoint: z.unknown(),
  /** Checkpoints of the hub that the node keeps, the newest first. */
  held: z.array(z.string()).max(mostGivenBack),
});

const auditTakenShape = z.looseObject({
  /** Where the hub's audit stands; null when nothing has moved since the newest that the node holds. */
  checkpoint: z.string().nullable(),
  /** The newest of the node's checkpoints that the hub kept before this handshake. */
  held: z.string().nullable(),
  /** Why the node's was not kept. */
  refused: z.string().nullable(),
});

/** What the hub says to the audit's part of a handshake. */
export type AuditTaken = z.output<typeof auditTakenShape>;

/** Under this name the hub's checkpoints are kept, whichever of its processes made them. */
export const hubOfCheckpoints = "hub";

/** How a node introduces itself. */
export type Handshake = z.output<typeof handshakeShape>;

/** The highest number of one of a branch's series, by the name of its counter. */
export const counterShape = z.strictObject({
  name: z.string().min(1).max(200),
  value: z.int().min(0),
});

/** How far a counter has come. */
export type Counter = z.output<typeof counterShape>;

const handshakeReplyShape = z.looseObject({
  /** `restored`: the node has fallen behind its own stream; `blocked`: another machine speaks with its key. */
  verdict: z.enum(["known", "restored", "blocked"]),
  /** Why a node is blocked, in words for a person. */
  reason: z.string().nullable(),
  /** The epoch in which the node goes on. */
  epoch: z.int(),
  accepted_seq: z.int(),
  /** The operation at that place, by which a node sees whether the stream is its own. */
  accepted_op_id: z.string().nullable(),
  /** The highest numbers of the branch's series that the hub has seen. */
  counters: z.array(counterShape),
  server_time: z.string(),
  /** The form of operations that the hub writes. */
  schema: z.int().min(1),
  /** Another after the hub has been put back to a backup: what it had taken since is sent to it again. */
  incarnation: z.string(),
  /** How far the hub holds the node's stream, before any new epoch. */
  held: z.strictObject({ epoch: z.int(), seq: z.int() }),
  /** What the node has to show with its next handshake: a copy of it, or an older state, has another. Null where it is blocked. */
  nonce: z.string().nullable(),
  /** What became of operations that the hub has taken and the node knows no answer to. */
  unanswered: z
    .strictObject({
      /** Everything up to this place of the epoch has been taken. */
      through_seq: z.int(),
      /** Those of it that are quarantined. */
      aside: z.array(operationResultShape),
    })
    .optional(),
  /** Whether the node may still give back what the hub has lost; absent from an older hub. */
  takes_lost_rows: z.boolean().optional(),
  audit: auditTakenShape.optional(),
});

/** What the hub says to a node's handshake. */
export type HandshakeReply = z.output<typeof handshakeReplyShape>;

/** One operation of a node as the hub keeps it. */
export const ownOperationShape = z.looseObject({
  epoch: z.int(),
  seq: z.int(),
  /** The name under which it is kept. */
  op_id: z.string(),
  outcome: z.enum(["applied", "duplicate", "merged", "conflict", "held", "rejected"]),
  result: z.record(z.string(), z.unknown()),
  /** As it was sent, also where that was no operation at all. */
  operation: z.unknown(),
});

/** One of a node's own operations, as the hub has kept it. */
export type OwnOperation = z.output<typeof ownOperationShape>;

/** Most rows that a node gives back at once. */
export const maximumLostRows = 100;

/** A record that the hub had made, as a node has kept it. */
export const lostRowShape = z.strictObject({
  table: z.string().min(1).max(64),
  row: z.looseObject({
    id: z.string().refine(isAnyId, "has no id's form"),
    tenant_id: idOf("ten"),
    branch_id: idOf("brn").nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    created_by: z.string().min(1).max(64),
    updated_by: z.string().min(1).max(64),
    version: z.int().min(1),
    /** `branch` where the branch has changed since what the hub had made. */
    origin: z.enum(["hub", "branch"]),
    origin_node_id: z.string().min(1).max(64),
    hlc: stampShape,
    stamps: z.record(z.string(), stampShape),
    metadata: z.record(z.string(), z.unknown()),
    unknown_fields: z.record(z.string(), z.unknown()),
  }),
});

/** A record that the hub had made, as a node has kept it. */
export type LostRow = z.output<typeof lostRowShape>;

function areDifferent(rows: readonly LostRow[]): boolean {
  return new Set(rows.map(({ table, row }) => `${table}/${row.id}`)).size === rows.length;
}

const lostRowsReplyShape = z.looseObject({
  /** What the hub does not take from a node: it is at the branches alone. */
  refused: z.array(z.strictObject({ table: z.string(), id: z.string(), code: z.string() })),
});

/** What the hub says to records that it is given back. */
export type LostRowsReply = z.output<typeof lostRowsReplyShape>;

const bootstrapShape = z.looseObject({
  /** `none`: the feed is the shorter way; `building`: ask again in a moment. */
  state: z.enum(["none", "building", "ready"]),
  file: z
    .strictObject({
      /** The file's address at the hub; it is served in parts where the node asks for parts. */
      url: z.string(),
      sha256: z.string().length(64),
      size: z.int(),
      /** The key of the file, 32 bytes in hex: it is nowhere but in this answer. */
      key: z.string().length(64),
      /** Where the feed goes on after it. */
      cursor: z.string(),
      /** How the file is made; 2: packed lines. */
      form: z.int().optional(),
    })
    .nullable(),
});

/** Where a snapshot is, and what it should hash to. */
export type BootstrapReply = z.output<typeof bootstrapShape>;

/** How a new or lost node gets everything at once. */
export const bootstrapContract = {
  bootstrap: readEndpoint({
    path: "/v1/sync/bootstrap",
    summary: "A file with all records of the branch, for a node whose feed would be long",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    params: noParams,
    query: z.strictObject({
      /** The feed is the shorter way for fewer rows than this; 0 for a file in any case. */
      over_rows: integerParameter(0, 1_000_000_000).optional(),
      /** The newest form of file that the node understands. */
      form: integerParameter(1, 1_000).optional(),
    }),
    response: bootstrapShape,
  }),
} as const;

/** How a node gets in touch, and gets back what it has lost. */
export const fleetContract = {
  handshake: writeEndpoint({
    method: "POST",
    path: "/v1/sync/hello",
    summary: "A node says where its journal stands and learns where the hub's stream of it stands",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    operation: "sync.handshake",
    home: "any",
    params: noParams,
    query: noQuery,
    body: handshakeShape,
    response: handshakeReplyShape,
    status: 200,
    errors: [],
  }),
  lostRows: writeEndpoint({
    method: "POST",
    path: "/v1/sync/lost-rows",
    summary: "A node gives back what a hub that was put back to a backup had made since",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    operation: "sync.lost_rows",
    home: "any",
    params: noParams,
    query: noQuery,
    body: z.strictObject({
      rows: z
        .array(lostRowShape)
        .min(1)
        .max(maximumLostRows)
        .refine(areDifferent, "names a record twice"),
    }),
    response: lostRowsReplyShape,
    status: 200,
    errors: [],
  }),
  auditCheckpoints: readEndpoint({
    path: "/v1/sync/audit-checkpoints",
    summary: "What the hub keeps of where the calling node's audit stood, the newest first",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    params: noParams,
    query: z.strictObject({
      before: z.iso.datetime().optional(),
      limit: integerParameter(1, 1000).optional(),
    }),
    response: z.strictObject({
      data: z.array(z.strictObject({ signed: z.string(), received_at: z.string() })),
      has_more: z.boolean(),
    }),
  }),
  ownOperations: readEndpoint({
    path: "/v1/sync/own-operations",
    summary: "What the node itself has sent, after a place of its stream",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    params: noParams,
    query: z.strictObject({
      epoch: integerParameter(1, 1_000_000_000),
      after_seq: integerParameter(0, 1_000_000_000_000),
      limit: integerParameter(1, 1000).optional(),
    }),
    response: z.strictObject({ data: z.array(ownOperationShape), has_more: z.boolean() }),
  }),
} as const;
