import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { deviceCrud, deviceFields } from "./devices.contract.ts";
import { deviceStates } from "./devices.states.ts";
import { deviceForms } from "./devices.forms.ts";

/** What a printer has answered when it was asked who it is and what it can say. */
export interface KeptAnswers {
  readonly identity: string | null;
  readonly tells_status: boolean;
  readonly tells_paper: boolean;
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
export const devicesTable = recordTable(deviceFields, {
  name: "devices",
  prefix: deviceCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status", "health_status"],
  stateMachine: (field) => (field === "status" ? deviceStates.transitions : null),
  fieldRules: { status_history: "list" },
  forms: deviceForms,
  columns: {
    health: column.nullable.json<KeptHealth>(),
    pairing_code_hash: column.nullable.text(),
    pairing_expires_at: column.nullable.text(),
  },
  namedIndexes: [
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
