import type { JWK } from "jose";
import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";

/** Devices whose operations this branch takes: the key that each signs with, and how far its stream has come. */
export const tabletsTable = defineTable({
  name: "tablets",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    public_jwk: column.json<JWK>(),
    tablet_status: column.text(),
    epoch: column.int(),
    accepted_seq: column.int(),
    last_contact_at: column.nullable.text(),
    paired_at: column.text(),
  },
});

/** Every operation that a device has sent, also those that could not be taken. */
export const tabletOperationsTable = defineTable({
  name: "tablet_operations",
  primaryKey: ["tenant_id", "device_id", "epoch", "seq"],
  columns: {
    tenant_id: column.text(),
    device_id: column.text(),
    epoch: column.int(),
    seq: column.int(),
    op_id: column.text(),
    /** As the device was answered, or `discarded`. */
    outcome: column.text(),
    /** What a held one waits for: another operation's id, or a record's table and id, `patients/pat_…`. */
    waits_for: column.nullable.text(),
    result: column.json<Readonly<Record<string, unknown>>>(),
    operation: column.json<unknown>(),
    received_at: column.text(),
  },
  indexes: [
    {
      name: "tablet_operations_open",
      columns: ["tenant_id", "device_id", "seq"],
      where: "outcome IN ('held', 'rejected')",
    },
    { name: "tablet_operations_by_op", columns: ["tenant_id", "op_id"] },
    {
      name: "tablet_operations_waiting",
      columns: ["tenant_id", "waits_for", "device_id", "epoch", "seq"],
      where: "waits_for IS NOT NULL",
    },
  ],
});

/** Records that are not here because the operation that would have made them was not taken, or was discarded. */
export const tabletUnmadeRecordsTable = defineTable({
  name: "tablet_unmade_records",
  primaryKey: ["tenant_id", "device_id", "record_id", "op_id"],
  columns: {
    tenant_id: column.text(),
    device_id: column.text(),
    record_id: column.text(),
    record_table: column.text(),
    op_id: column.text(),
  },
});

/** Which sessions of staff were begun on which paired device: what it sends in a person's name needs one. */
export const deviceStaffSessionsTable = defineTable({
  name: "device_staff_sessions",
  primaryKey: ["tenant_id", "device_id", "session_id"],
  columns: {
    tenant_id: column.text(),
    device_id: column.text(),
    session_id: column.text(),
    staff_id: column.text(),
    begun_at: column.text(),
  },
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    tablets: RowOf<typeof tabletsTable>;
    device_staff_sessions: RowOf<typeof deviceStaffSessionsTable>;
    tablet_operations: RowOf<typeof tabletOperationsTable>;
    tablet_unmade_records: RowOf<typeof tabletUnmadeRecordsTable>;
  }
}

/** One device's row. */
export type TabletRow = RowOf<typeof tabletsTable>;
