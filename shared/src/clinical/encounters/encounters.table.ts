import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { encounterFields } from "./encounters.contract.ts";
import { encounterStates } from "./encounters.states.ts";
import { encounterForms } from "./encounters.forms.ts";

/** Visits: what was found, done and decided, from arrival to leaving. */
export const encountersTable = recordTable(encounterFields, {
  name: "encounters",
  keptFiles: "any",
  prefix: "enc",
  merge: "shared_document",
  stateFields: ["visit_status"],
  guardedFields: ["diagnosis_code", "diagnoses", "vitals", "notes", "advice", "disposition"],
  stateMachine: (_field, row) => encounterStates(row.encounter_type).transitions,
  treating: [
    {
      field: "visit_status",
      states: ["arrived", "triaged", "in_progress", "on_leave", "discharge_ready"],
    },
    { field: "visit_status", states: ["completed"], today: "updated_at" },
  ],
  fieldRules: {
    addenda: "list",
    vitals_history: "list",
    status_history: "list",
    diagnoses: "set",
    started_at: { follows: "visit_status" },
    ended_at: { follows: "visit_status" },
  },
  forms: encounterForms,
  columns: {},
  namedIndexes: [
    { name: "encounters_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "encounters_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "encounters_by_doctor", columns: ["tenant_id", "doctor_id", "created_at", "id"] },
    { name: "encounters_by_appointment", columns: ["tenant_id", "appointment_id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    encounters: RowOf<typeof encountersTable>;
  }
}

/** One encounter's row. */
export type EncounterRow = RowOf<typeof encountersTable>;
