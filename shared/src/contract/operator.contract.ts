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

const verdictShape = z.strictObject({ ok: z.boolean(), streams: z.array(streamShape).readonly() });

/** Most checkpoints that one question brings: one for each tenant. */
const maximumCheckpoints = 1_000;

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
    body: z.strictObject({ checkpoints: z.array(z.string()).max(maximumCheckpoints).readonly() }),
    response: verdictShape,
    status: 200,
    errors: [],
    leavesNothing: true,
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
