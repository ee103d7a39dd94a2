import type { AuditChange } from "./model.ts";
import { column, defineTable, type RowOf } from "./table.ts";

/** One entry of the audit chain: who did what, when, where, why. Never changed, never removed. */
export const auditEventsTable = defineTable({
  name: "audit_events",
  primaryKey: ["tenant_id", "stream", "seq"],
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    stream: column.text(),
    seq: column.int(),
    created_at: column.text(),
    actor_id: column.text(),
    actor_type: column.text(),
    actor_role: column.nullable.text(),
    client_id: column.nullable.text(),
    session_id: column.nullable.text(),
    device_id: column.nullable.text(),
    branch_id: column.nullable.text(),
    request_id: column.nullable.text(),
    ip: column.nullable.text(),
    module: column.text(),
    action: column.text(),
    outcome: column.text(),
    entity_type: column.text(),
    entity_id: column.nullable.text(),
    patient_id: column.nullable.text(),
    reason: column.nullable.text(),
    changes: column.document<readonly AuditChange[]>(),
    trust: column.text(),
    prev_hash: column.text(),
    hash: column.text(),
    /** All that was shown, and whose it was, where one event stands for a whole page; null where it is about one record. */
    subject_ids: column.nullable.json<readonly string[]>(),
  },
  indexes: [
    {
      name: "audit_events_by_time",
      columns: ["tenant_id", "created_at", "id"],
      // A branch has two streams, whose places are in the order of time.
      isHubOnly: true,
    },
    { name: "audit_events_by_entity", columns: ["tenant_id", "entity_id", "created_at"] },
    // At a branch nobody asks for all that was done with anything of a patient.
    {
      name: "audit_events_by_patient",
      columns: ["tenant_id", "patient_id", "created_at"],
      isHubOnly: true,
    },
  ],
});

/**
 * Where a record or patient is named among others: somewhere between two places of a stream. Follows from the events, so
 * that what was shown of a patient is found without reading all pages that anybody was shown.
 */
export const auditSubjectsTable = defineTable({
  name: "audit_subjects",
  primaryKey: ["tenant_id", "subject_id", "stream", "first_seq"],
  isClustered: true,
  columns: {
    tenant_id: column.text(),
    subject_id: column.text(),
    stream: column.text(),
    first_seq: column.int(),
    last_seq: column.int(),
  },
});

/** The newest link of each audit stream. */
export const auditHeadsTable = defineTable({
  name: "audit_heads",
  primaryKey: ["tenant_id", "stream"],
  columns: {
    tenant_id: column.text(),
    stream: column.text(),
    seq: column.int(),
    hash: column.text(),
  },
});

/**
 * What other nodes have given of where their audit stands, signed: they cannot take it back. Never changed; thinned with time.
 * A row with a fault is evidence of a tampering, and stays.
 */
export const auditCheckpointsTable = defineTable({
  name: "audit_checkpoints",
  primaryKey: ["tenant_id", "node_id", "received_at"],
  columns: {
    tenant_id: column.text(),
    /** Whose audit it is about. */
    node_id: column.text(),
    /** RFC 3339, by the clock of who keeps it. */
    received_at: column.text(),
    signed: column.text(),
    fault: column.nullable.text(),
  },
});

declare module "./database.ts" {
  interface Database {
    audit_events: RowOf<typeof auditEventsTable>;
    audit_heads: RowOf<typeof auditHeadsTable>;
    audit_subjects: RowOf<typeof auditSubjectsTable>;
    audit_checkpoints: RowOf<typeof auditCheckpointsTable>;
  }
}

/** The tables of the audit. */
export const auditTables = [
  auditEventsTable,
  auditHeadsTable,
  auditSubjectsTable,
  auditCheckpointsTable,
];
