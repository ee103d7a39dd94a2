import type { StatusHistory } from "#contract/record.ts";
import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import type { DeviceConnection } from "./device-connection.contract.ts";
import { deviceStates } from "./devices.states.ts";
import { deviceForms } from "./devices.forms.ts";

/** What a printer has answered when it was asked who it is and what it can say. */
export interface KeptAnswers {
  readonly identity: string | null;
  readonly tells_status: boolean;
  readonly confirms: boolean;
  readonly language: "star" | null;
  readonly identity_before: string | null;
}

/** How a device was when that last changed. */
export interface KeptHealth {
  readonly since: string;
  readonly last_seen_at: string | null;
  readonly paper: "ok" | "low" | "out" | null;
  readonly cover_open: boolean | null;
  readonly drawer_open: boolean | null;
  readonly error_code: string | null;
  /** Absent for what has not been asked. */
  readonly answers?: KeptAnswers;
}

/** The devices of a branch. Only their own branch changes them: what is plugged in there is known there. */
export const devicesTable = defineTable({
  name: "devices",
  merge: "branch_owned",
  stateFields: ["status", "health_status"],
  stateMachine: (field) => (field === "status" ? deviceStates.transitions : null),
  fieldRules: { status_history: "list" },
  forms: deviceForms,
  columns: {
    ...recordColumns,
    device_type: column.text(),
    serial_no: column.text(),
    driver_profile: column.text(),
    name: column.text(),
    module: column.nullable.text(),
    connection: column.nullable.json<DeviceConnection>(),
    /** `location` on the wire; the name alone means something else in another table. */
    location_text: column.nullable.text(),
    firmware: column.nullable.text(),
    model: column.nullable.text(),
    vendor: column.nullable.text(),
    capabilities: column.json<readonly string[]>(),
    roles: column.json<readonly string[]>(),
    /** The printer that takes this one's work while this one cannot. */
    fallback_device_id: column.nullable.text(),
    /** Written when it changes, never for a mere sign of life: rows travel to the hub. */
    health_status: column.text(),
    health: column.nullable.json<KeptHealth>(),
    status: column.text(),
    status_history: column.json<Readonly<StatusHistory>>(),
    public_key: column.nullable.json<Readonly<Record<string, unknown>>>(),
    last_rotated_at: column.nullable.text(),
    pairing_code_hash: column.nullable.text(),
    pairing_expires_at: column.nullable.text(),
  },
  indexes: [
    { name: "devices_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "devices_by_serial", columns: ["tenant_id", "serial_no", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    devices: RowOf<typeof devicesTable>;
  }
}

/** One device's row. */
export type DeviceRow = RowOf<typeof devicesTable>;
