import * as z from "zod";
import { noParams, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, enumOf, idOf, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { recordShape } from "#contract/record.ts";
import { conflictKinds, conflictResolutions, conflictStatuses } from "#contract/conflict-values.ts";

/** One side of a conflict: a value, and who made it when and where, as far as it is known. */
const conflictSide = z.strictObject({
  value: z.unknown(),
  at: z.string().nullable(),
  /** The node whose clock stamped it. */
  node_id: z.string().nullable(),
  actor_id: z.string().nullable(),
  actor_name: z.string().nullable(),
});

/** A conflict, as the wire writes it. */
export const conflictShape = z.strictObject({
  id: idOf("cnf"),
  branch_id: idOf("brn").nullable(),
  entity: z.string(),
  entity_id: z.string(),
  patient_id: z.string().nullable(),
  op_id: z.string(),
  kind: z.enum(conflictKinds),
  field: z.string(),
  /** What stands in the record since the merge. */
  kept: conflictSide,
  other: conflictSide,
  /** When the value was made that the losing side had seen. */
  base_at: z.string().nullable(),
  status: z.enum(conflictStatuses),
  resolution: z.enum(conflictResolutions).nullable(),
  resolved_value: z.unknown(),
  note: z.string().nullable(),
  /** Roles of which one is needed to resolve it; empty where every role that resolves conflicts may. */
  needs_roles: z.array(z.string()),
  /** Whether a list left its values out, for they are of a record that is opened with a reason. */
  is_masked: z.boolean(),
  ...recordShape,
});

/** A conflict, as the wire writes it. */
export type Conflict = z.output<typeof conflictShape>;

/** One movement of a ledger, with what was left after it. */
const ledgerFact = z.strictObject({
  id: z.string(),
  amount: z.int(),
  balance_after: z.int(),
  at: z.string(),
  branch_id: z.string().nullable(),
  node_id: z.string().nullable(),
  actor_id: z.string(),
  actor_name: z.string().nullable(),
  /** Whether the conflict is about this one: the last of those that took the balance below nothing. */
  is_cause: z.boolean(),
});

/** How a balance came to be below nothing, as far as this node has the ledger. */
const balanceStory = z.strictObject({
  /** What is counted: the ledger's own fields. */
  of: z.record(z.string(), z.unknown()),
  /** A unit's name, where the ledger has one. */
  unit: z.string().nullable(),
  /** ISO 4217, where money is counted, in its minor unit. */
  currency: z.string().nullable(),
  /** What the ledger comes to now. */
  sum: z.int(),
  /** The newest movements, oldest of them first. */
  facts: z.array(ledgerFact),
  /** How many movements came before those. */
  earlier: z.int(),
});

/** How a balance came to be below nothing. */
export type BalanceStory = z.output<typeof balanceStory>;

const conflictDetail = conflictShape.extend({
  /** What the record holds now; it may have been changed since. */
  current_value: z.unknown(),
  /** For a value that is held twice: the record that held it first; for two that are alike: the one that was here first. */
  other_entity_id: z.string().nullable(),
  /** For a balance below nothing: what led to it; null for the rest, and where the ledger is not here. */
  balance: balanceStory.nullable(),
});

/** A decision. `value` belongs to `merge` alone. */
export const resolveConflictBody = z.strictObject({
  resolution: enumOf(conflictResolutions),
  value: z.unknown().optional(),
  note: str(1, 500),
});

const idParams = z.strictObject({ id: idOf("cnf") });
const read = { resource: "conflicts", action: "read" } as const;
const tag = "Sync";

/** The endpoints of the conflict inbox. */
export const conflictsContract = {
  list: readEndpoint({
    path: "/v1/sync/conflicts",
    summary: "Values that were made apart and wait for a person, newest first",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      status: enumOf(conflictStatuses).optional(),
      entity: code.optional(),
      entity_id: str(1, 64).optional(),
      patient_id: idOf("pat").optional(),
    }),
    response: pageOf(conflictShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/sync/conflicts/{id}",
    summary: "Get one conflict, with what the record holds now",
    tag,
    access: read,
    params: idParams,
    query: z.strictObject({}),
    response: conflictDetail,
  }),
  resolve: writeEndpoint({
    method: "PUT",
    path: "/v1/sync/conflicts/{id}",
    summary: "Resolve a conflict: keep what stands, take the other, write a third, or dismiss it",
    tag,
    access: { resource: "conflicts", action: "update" },
    operation: "conflict.resolve",
    home: "any",
    params: idParams,
    query: z.strictObject({}),
    body: resolveConflictBody,
    response: conflictDetail,
    status: 200,
    errors: [
      "invalid_transition",
      "version_conflict",
      "branch_mismatch",
      "owned_by_branch",
      "duplicate_abha_id",
      "duplicate_identifier",
      "patient_merged",
      "aadhaar_not_allowed",
      "pan_detected",
    ],
  }),
} as const;
