import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "./endpoint.ts";

const streamShape = z.strictObject({
  tenant_id: z.string(),
  stream: z.string(),
  events: z.int(),
  ok: z.boolean(),
  /** The sequence number of the first event that does not fit; null for a sound stream. */
  broken_at: z.int().nullable(),
  reason: z.string().nullable(),
});

const verdictShape = z.strictObject({
  ok: z.boolean(),
  streams: z.array(streamShape).readonly(),
  /** The checkpoints of this node, kept elsewhere, that the streams were compared with. */
  checkpoints: z.strictObject({
    used: z.int(),
    newest: z.string().nullable(),
    refused: z.int(),
    unusable: z.int(),
    /** Whether what the other side of the sync keeps could be asked for. */
    asked: z.boolean(),
  }),
});

/** Most checkpoints that one question brings. */
const maximumCheckpoints = 5_000;

/** Largest body of a question in bytes. */
export const auditBodyLimit = 8_000_000;

/** Most checkpoints of one node that are told at once: those of a day, and one for each day of three years. */
export const mostForeign = 2_500;

/** Most findings of a tenant that are told at once. */
export const mostFindings = 100;

const findingShape = z.strictObject({
  tenant_id: z.string(),
  node_id: z.string(),
  found_at: z.string(),
  fault: z.string(),
});

/** What every node tells its operator of the audit. */
export const auditOperatorContract = {
  verify: readEndpoint({
    path: "/operator/audit/verify",
    summary: "Whether the audit's chains are whole, stream by stream",
    tag: "Operator",
    access: null,
    params: noParams,
    query: noQuery,
    response: verdictShape,
  }),
  verifyAgainst: writeEndpoint({
    method: "POST",
    path: "/operator/audit/verify",
    summary:
      "Whether the audit's chains are whole and go on from checkpoints that were kept elsewhere",
    tag: "Operator",
    access: null,
    operation: "audit.verify",
    home: "any",
    params: noParams,
    query: noQuery,
    body: z.strictObject({
      /** Brought by a person: one that this node has not signed is a fault. */
      checkpoints: z.array(z.string()).max(maximumCheckpoints).readonly(),
      /** Kept by the other side of the sync: those of a key that is not this node's any more are passed over. */
      exchanged: z.array(z.string()).max(maximumCheckpoints).readonly().optional(),
    }),
    response: verdictShape,
    status: 200,
    errors: [],
    leavesNothing: true,
  }),
  foreign: readEndpoint({
    path: "/operator/audit/foreign",
    summary: "What the node keeps of where other nodes' audit stood, signed by them",
    tag: "Operator",
    access: null,
    params: noParams,
    query: noQuery,
    response: z.strictObject({
      checkpoints: z.array(z.strictObject({ node_id: z.string(), signed: z.string() })).readonly(),
    }),
  }),
  findings: readEndpoint({
    path: "/operator/audit/findings",
    summary:
      "What contradicts a checkpoint that was kept, of this node's audit and of others', the newest first",
    tag: "Operator",
    access: null,
    params: noParams,
    query: noQuery,
    response: z.strictObject({ findings: z.array(findingShape).readonly() }),
  }),
  checkpoint: readEndpoint({
    path: "/operator/audit/checkpoint",
    summary: "Where each audit stream stands, signed by the node, a checkpoint for each tenant",
    tag: "Operator",
    access: null,
    params: noParams,
    query: noQuery,
    response: z.strictObject({ checkpoints: z.array(z.string()).readonly() }),
  }),
} as const;
