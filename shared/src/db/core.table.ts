import * as z from "zod";
import { conflictKinds, conflictResolutions, conflictStatuses } from "#contract/conflict-values.ts";
import { enumOf, idOf, str } from "#contract/fields.ts";
import { actorIdForm, recordForms } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";
import { column, defineTable, recordColumns, type RowOf } from "./table.ts";
import { auditTables } from "./audit.table.ts";

/** The answer given to a write, so that the same key gets the same answer. */
export const idempotencyTable = defineTable({
  name: "idempotency_keys",
  primaryKey: ["tenant_id", "principal", "idempotency_key"],
  columns: {
    tenant_id: column.text(),
    principal: column.text(),
    idempotency_key: column.text(),
    fingerprint: column.text(),
    http_status: column.int(),
    response_body: column.text(),
    request_id: column.text(),
    created_at: column.text(),
  },
  indexes: [{ name: "idempotency_keys_by_time", columns: ["created_at"], isHubOnly: true }],
});

/**
 * Normalised words and numbers of a record; search asks for ranges of these, never with LIKE. At a branch they were 20 of
 * the 55 pages that a registration wrote; in one order only they are 9, and take a third of the room.
 */
export const searchKeysTable = defineTable({
  name: "search_keys",
  primaryKey: ["tenant_id", "entity", "search_key", "entity_id"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    entity: column.text(),
    search_key: column.text(),
    entity_id: column.text(),
  },
});

/** Values that only one record of a tenant may hold. */
export const claimsTable = defineTable({
  name: "claims",
  primaryKey: ["tenant_id", "claim_kind", "claim_value"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    claim_kind: column.text(),
    claim_value: column.text(),
    entity_id: column.text(),
  },
  indexes: [{ name: "claims_by_entity", columns: ["tenant_id", "entity_id"], isHubOnly: true }],
});

/** Who came to have a value that another record holds, so that it is theirs when that one gives it up. */
export const claimDoublesTable = defineTable({
  name: "claim_doubles",
  primaryKey: ["tenant_id", "claim_kind", "claim_value", "entity_id"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    claim_kind: column.text(),
    claim_value: column.text(),
    entity_id: column.text(),
  },
});

/** Time that is taken. The engine refuses two rows of one resource that overlap. */
export const reservationsTable = defineTable({
  name: "reservations",
  primaryKey: ["tenant_id", "ref_id"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    ref_id: column.text(),
    resource_id: column.text(),
    start_ms: column.int(),
    end_ms: column.int(),
    /** Whether another had the time first: two nodes gave it out apart. It is taken for everybody else all the same. */
    is_double: column.bool(),
  },
  indexes: [
    { name: "reservations_by_time", columns: ["tenant_id", "resource_id", "start_ms"] },
    { name: "reservations_doubled", columns: ["tenant_id", "resource_id"], where: "is_double" },
  ],
});

/** Dense series: UHID bases per branch, queue numbers per day. */
const countersTable = defineTable({
  name: "counters",
  primaryKey: ["tenant_id", "counter_name"],
  columns: {
    tenant_id: column.text(),
    counter_name: column.text(),
    counter_value: column.int(),
  },
});

/** What happened, as receivers receive it. Written with the change itself. */
export const domainEventsTable = defineTable({
  name: "domain_events",
  isClustered: true,
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    branch_id: column.nullable.text(),
    /** The surface on which it is published: two surfaces may have an event of one name. */
    surface: column.text(),
    event_type: column.text(),
    entity: column.text(),
    entity_id: column.text(),
    entity_version: column.int(),
    op_id: column.text(),
    payload: column.document<Readonly<Record<string, unknown>>>(),
    created_at: column.text(),
  },
  indexes: [
    {
      name: "domain_events_by_time",
      columns: ["tenant_id", "created_at", "id"],
      isHubOnly: true,
    },
  ],
});

const tableName = patternField(/^[a-z][a-z0-9_]{0,63}$/u, "must be the name of a kind of record");
const stamp = patternField(/^[0-9A-Za-z:._-]{0,100}$/u, "must be a stamp");
// Of whatever field: that it can be stored has been asked by then.
const anyValue = z.unknown();

/**
 * Two values for one field, made apart; both are kept until a person has chosen. A record like any other: found at the
 * hub, seen at the branch it concerns, resolved at either.
 */
export const conflictsTable = defineTable({
  name: "conflicts",
  merge: "shared_document",
  // About a record that the branches share: any of them may find and resolve it.
  withoutBranch: "anybody",
  withheld: ["kept.value", "other.value", "resolved_value", "note"],
  // Resolved twice apart, the first decision stands and the second is shown: see `conflict-guard.ts`.
  stateFields: ["resolution", "resolved_value"],
  fieldRules: {
    conflict_status: { follows: "resolution" },
    resolution_note: { follows: "resolution" },
  },
  forms: {
    ...recordForms("cnf"),
    entity: tableName,
    entity_id: str(1, 64),
    patient_id: idOf("pat"),
    op_id: idOf("op"),
    conflict_kind: enumOf(conflictKinds),
    field: str(1, 100),
    kept_value: anyValue,
    other_value: anyValue,
    base_stamp: stamp,
    kept_stamp: stamp,
    other_stamp: stamp,
    kept_actor_id: actorIdForm,
    other_actor_id: actorIdForm,
    conflict_status: enumOf(conflictStatuses),
    resolution: enumOf(conflictResolutions),
    resolved_value: anyValue,
    resolution_note: str(1, 500),
  },
  columns: {
    ...recordColumns,
    entity: column.text(),
    entity_id: column.text(),
    patient_id: column.nullable.text(),
    op_id: column.text(),
    conflict_kind: column.text(),
    field: column.text(),
    kept_value: column.nullable.json<unknown>(),
    other_value: column.nullable.json<unknown>(),
    base_stamp: column.nullable.text(),
    kept_stamp: column.text(),
    other_stamp: column.text(),
    kept_actor_id: column.nullable.text(),
    other_actor_id: column.nullable.text(),
    conflict_status: column.text(),
    resolution: column.nullable.text(),
    /** What a person wrote in place of both values. */
    resolved_value: column.nullable.json<unknown>(),
    resolution_note: column.nullable.text(),
  },
  indexes: [
    { name: "conflicts_by_status", columns: ["tenant_id", "conflict_status", "created_at", "id"] },
    { name: "conflicts_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "conflicts_by_entity", columns: ["tenant_id", "entity_id", "created_at"] },
  ],
  searchKeys: ({ conflict_kind: kind, conflict_status: status, kept_value: standing }) =>
    kind === "alike" && status === "open" && typeof standing === "string"
      ? [openAlikeKey(standing)]
      : [],
});

/** Under which an open question is found whether another record is the same as one that stands. @param id of the latter */
export function openAlikeKey(id: string): string {
  return `a:${id}`;
}

/**
 * What a person decided at the hub about an operation that was not taken at first. Comes down to the branch that made
 * the operation, whose journal learns it. The id is the operation's own.
 */
export const operationOutcomesTable = defineTable({
  name: "operation_outcomes",
  merge: "central_reference",
  columns: {
    ...recordColumns,
    op_outcome: column.text(),
    /** The hub's answer, as a batch's reply has it. */
    op_result: column.json<Readonly<Record<string, unknown>>>(),
    op_action: column.text(),
    op_note: column.text(),
  },
  indexes: [{ name: "operation_outcomes_by_updated", columns: ["tenant_id", "updated_at", "id"] }],
});

/**
 * Records whose change has not yet been taken by the hub; empty at the hub itself. What an operation has to know of those
 * that it builds on stands here too: asked of their text in the journal, it took a tenth of an order's processor time.
 */
export const pendingEntitiesTable = defineTable({
  name: "pending_entities",
  primaryKey: ["tenant_id", "entity_id", "op_id"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    entity_id: column.text(),
    op_id: column.text(),
    hlc: column.text(),
    /** Whether the operation made the record. */
    is_maker: column.bool(),
  },
});

declare module "./database.ts" {
  interface Database {
    idempotency_keys: RowOf<typeof idempotencyTable>;
    search_keys: RowOf<typeof searchKeysTable>;
    claims: RowOf<typeof claimsTable>;
    claim_doubles: RowOf<typeof claimDoublesTable>;
    reservations: RowOf<typeof reservationsTable>;
    counters: RowOf<typeof countersTable>;
    domain_events: RowOf<typeof domainEventsTable>;
    conflicts: RowOf<typeof conflictsTable>;
    operation_outcomes: RowOf<typeof operationOutcomesTable>;
    pending_entities: RowOf<typeof pendingEntitiesTable>;
  }
}

/** The tables that every node has before any resource. */
export const coreTables = [
  ...auditTables,
  idempotencyTable,
  searchKeysTable,
  claimsTable,
  claimDoublesTable,
  reservationsTable,
  countersTable,
  domainEventsTable,
  conflictsTable,
  operationOutcomesTable,
  pendingEntitiesTable,
];
