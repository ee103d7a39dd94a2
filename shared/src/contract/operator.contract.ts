import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "./endpoint.ts";

const streamShape = z.strictObject({
  tenant_id: z.string(),
  stream: z.string(),
  events: z.int(),
  ok: z.boolean(),
  /** The sequence number of the first event that does not fit; null for a sound stream. */
  broken_at: z.int().nullable(),
  reason: z.string().nullable(),
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
    response: z.strictObject({ ok: z.boolean(), streams: z.array(streamShape).readonly() }),
  }),
} as const;
