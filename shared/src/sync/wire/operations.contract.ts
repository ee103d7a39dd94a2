import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, str } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";
import { refusalDetailsShape } from "#contract/refused-fields.ts";

/** Why an operation is quarantined: it waits for another, or was refused itself. */
export const quarantineOutcomes = ["held", "rejected"] as const;

/** What can be listed by name: those that are quarantined, and those that were discarded. */
const listedOutcomes = [...quarantineOutcomes, "discarded"] as const;

/**
 * An operation that was not taken: what it would have done, with no values but those that a refusal names so that a person
 * can put them right.
 */
export const quarantinedOperationShape = z.strictObject({
  op_id: z.string(),
  node_id: z.string(),
  epoch: z.int(),
  seq: z.int(),
  type: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  branch_id: z.string().nullable(),
  actor: z.strictObject({ id: z.string(), type: z.string(), role: z.string().nullable() }),
  /** When it was made, by the writer's clock. */
  at: z.string(),
  outcome: z.enum(["applied", "duplicate", "merged", "conflict", "held", "rejected", "discarded"]),
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Of one that was refused each field that is wrong, with the figures it was judged by; absent where none is named. */
  details: refusalDetailsShape.optional(),
  held_by: z.string().nullable(),
  changes: z.array(
    z.strictObject({
      table: z.string(),
      id: z.string(),
      kind: z.enum(["insert", "update"]),
      fields: z.array(z.string()),
    }),
  ),
});

/** An operation that was not taken. */
export type QuarantinedOperation = z.output<typeof quarantinedOperationShape>;

/** The operations that are quarantined, on either node. */
export const operationsContract = {
  list: readEndpoint({
    path: "/v1/sync/operations",
    summary:
      "Operations of the acting branch that were held or refused, or discarded, newest first",
    tag: "Sync",
    access: { resource: "sync", action: "read" },
    params: noParams,
    query: z.strictObject({ ...pageQuery, outcome: enumOf(listedOutcomes).optional() }),
    response: pageOf(quarantinedOperationShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;

/** What an administrator decides about them, at the hub. */
export const retryOrDiscardContract = {
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/sync/operations/{op_id}",
    summary:
      "Try an operation that is quarantined once more, with those that wait for it, or discard it",
    tag: "Sync",
    access: { resource: "sync", action: "update" },
    operation: "sync.retry_or_discard",
    home: "hub",
    params: z.strictObject({ op_id: idOf("op") }),
    query: noQuery,
    body: z.strictObject({
      action: enumOf(["retry", "discard"]),
      note: str(1, 500),
      /** The operation itself, from its node, where the hub has only its size and hash. */
      operation: z.looseObject({ op_id: idOf("op") }).optional(),
      /**
       * Of a record that only the hub writes and that is put back: other values of the fields that one record alone may
       * have, where another has them by now.
       */
      values: z.record(str(1, 64), str(1, 200)).optional(),
    }),
    response: z.strictObject({
      operation: quarantinedOperationShape,
      /** The operations that waited for it, with what became of each. */
      dependants: z.array(quarantinedOperationShape),
    }),
    status: 200,
    errors: ["invalid_transition", "payload_too_large", "conflicting_fields", "read_only_field"],
  }),
} as const;
