import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { triageCrud, triageFields } from "./triage.contract.ts";
import { dueAt } from "./triage.rules.ts";
import { triageStates } from "./triage.states.ts";

/** Who waits in the emergency, and how urgently. Changed only by the branch where they are. */
export const triageTable = recordTable(triageFields, {
  name: "triage",
  prefix: triageCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => triageStates.transitions,
  treating: [{ field: "status", states: ["waiting", "in_treatment"] }],
  guardedFields: ["level", "esi", "vitals"],
  fieldRules: {
    status_history: "list",
    retriages: "list",
    discriminators: "set",
    level_at: { follows: "level" },
    due_at: { follows: "level" },
  },
  derive: (row) => {
    const due = dueAt(row);
    return due === undefined ? {} : { due_at: due };
  },
  namedIndexes: [
    { name: "triage_by_level", columns: ["tenant_id", "branch_id", "level", "id"] },
    { name: "triage_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "triage_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "triage_by_encounter", columns: ["tenant_id", "encounter_id"] },
    { name: "triage_by_status", columns: ["tenant_id", "branch_id", "status", "level", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    triage: RowOf<typeof triageTable>;
  }
}

/** One triage's row. */
export type TriageRow = RowOf<typeof triageTable>;
