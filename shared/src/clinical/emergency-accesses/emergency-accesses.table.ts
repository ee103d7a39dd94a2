import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import {
  emergencyAccessCrud,
  emergencyAccessFields,
  emergencyStatuses,
} from "./emergency-accesses.contract.ts";
import { emergencyAccessStates } from "./emergency-accesses.states.ts";

/** Records that somebody has opened in an emergency: for an hour, and looked at by the branch's administrator afterwards. */
export const emergencyAccessesTable = recordTable(emergencyAccessFields, {
  name: "emergency_accesses",
  prefix: emergencyAccessCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => emergencyAccessStates.transitions,
  opening: { by: "opened_by", until: "expires_at", reason: "reason" },
  // Who has looked at whom is no other branch's business.
  keptHome: { status: [...emergencyStatuses] },
  fieldRules: {
    reviewed_by: { follows: "status" },
    reviewed_at: { follows: "status" },
    review_note: { follows: "status" },
  },
  namedIndexes: [
    {
      name: "emergency_accesses_by_created",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
    },
    {
      name: "emergency_accesses_by_patient",
      columns: ["tenant_id", "patient_id", "expires_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    emergency_accesses: RowOf<typeof emergencyAccessesTable>;
  }
}

/** One opening's row. */
export type EmergencyAccessRow = RowOf<typeof emergencyAccessesTable>;
