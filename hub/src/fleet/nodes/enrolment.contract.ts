import * as z from "zod";
import { keySetShape } from "@edgeward/shared/contract/key-set.contract.ts";
import { counterShape } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";

/** What a node sends to be enrolled. */
export const enrolBody = z.strictObject({
  code: z.string().min(8).max(20),
  name: z.string().min(1).max(100),
  public_jwk: z.object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string().min(40).max(50),
  }),
  /** Whose work lies on the machine: a node of this branch that is not known any more, or was replaced. */
  earlier: z.strictObject({ branch_id: z.string().max(64), epoch: z.int().min(1) }).optional(),
});

/** What makes a machine the node of a branch. */
export const enrolmentContract = {
  enrol: writeEndpoint({
    method: "POST",
    path: "/fleet/enrol",
    summary: "Makes a machine the node of a branch, by a code that is good once",
    tag: "Sync",
    access: null,
    operation: "node.enrol",
    home: "hub",
    params: noParams,
    query: noQuery,
    body: enrolBody,
    response: z.strictObject({
      node_id: z.string(),
      tenant_id: z.string(),
      branch_id: z.string(),
      epoch: z.int(),
      /** Hex: the key under which the tenant's client secrets are kept. */
      client_key: z.string(),
      /** The highest numbers of the branch's series that may be in use: the node goes on above them. */
      counters: z.array(counterShape),
      hub_keys: keySetShape,
      issuer: z.string(),
    }),
    status: 201,
  }),
} as const;
