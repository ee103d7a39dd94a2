import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf } from "@edgeward/shared/contract/fields.ts";

const common = {
  method: "POST",
  tag: "Operator",
  access: null,
  home: "hub",
  params: noParams,
  query: noQuery,
} as const;

/** What the operator asks of the hub about branches and the feed. */
export const fleetOperatorContract = {
  enrolmentCode: writeEndpoint({
    ...common,
    path: "/operator/enrolment-codes",
    summary: "A code that makes one machine the node of a branch, once, within ten minutes",
    operation: "node.offer_enrolment",
    body: z.strictObject({ tenant_id: idOf("ten"), branch_id: idOf("brn") }),
    response: z.strictObject({ code: z.string(), expires_in: z.int() }),
    status: 201,
  }),
  revokeNode: writeEndpoint({
    ...common,
    path: "/operator/nodes/revoke",
    summary: "Turns a node off for good: its key and its tokens open nothing any more",
    operation: "node.revoke",
    body: z.strictObject({ node_id: idOf("nod") }),
    response: z.strictObject({
      node_id: z.string(),
      tenant_id: z.string(),
      branch_id: z.string(),
      /** What it was before: `active`, `replaced` or `revoked`. */
      was: z.string(),
    }),
    status: 200,
    errors: ["not_found"],
  }),
  suspendClient: writeEndpoint({
    ...common,
    path: "/operator/clients/suspend",
    summary: "Suspends a program: it gets no token any more, and those that it holds end",
    operation: "client.suspend",
    body: z.strictObject({ client_id: idOf("cli") }),
    response: null,
    status: 204,
    errors: ["not_found"],
  }),
  compact: writeEndpoint({
    ...common,
    path: "/operator/compact",
    summary: "Takes out of the feed what has been superseded for some days",
    operation: "feed.compact",
    body: z.strictObject({ keep_days: z.number().min(0).max(3_650).optional() }),
    response: z.strictObject({ removed: z.int() }),
    status: 200,
  }),
} as const;
