import type { StatusHistory } from "#contract/record.ts";
import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import type { Diagnosis, Vitals } from "./encounter-parts.contract.ts";
import type { Encounter } from "./encounters.contract.ts";
import { encounterStates } from "./encounters.states.ts";
import { encounterForms } from "./encounters.forms.ts";

/** One set of measurements, with who took it and when. */
export interface MeasuredVitals {
  readonly at: string;
  readonly by: string;
  readonly values: Vitals;
}

/** Visits: what was found, done and decided, from arrival to leaving. */
export const encountersTable = defineTable({
  name: "encounters",
  merge: "shared_document",
  stateFields: ["visit_status"],
  guardedFields: ["diagnosis_code", "diagnoses", "vitals", "notes", "disposition"],
  stateMachine: (_field, row) => encounterStates(row.encounter_type).transitions,
  fieldRules: {
    addenda: "list",
    vitals_history: "list",
    status_history: "list",
    diagnoses: "set",
    started_at: { follows: "visit_status" },
    ended_at: { follows: "visit_status" },
  },
  forms: encounterForms,
  columns: {
    ...recordColumns,
    patient_id: column.text(),
    doctor_id: column.nullable.text(),
    encounter_type: column.text(),
    visit_status: column.text(),
    diagnosis_code: column.nullable.text(),
    diagnosis_system: column.text(),
    diagnoses: column.json<readonly Diagnosis[]>(),
    notes: column.nullable.text(),
    addenda: column.json<Readonly<Encounter["addenda"]>>(),
    care_stage: column.nullable.text(),
    disposition: column.nullable.text(),
    appointment_id: column.nullable.text(),
    admission_id: column.nullable.text(),
    triage_id: column.nullable.text(),
    triage_waived_reason: column.nullable.text(),
    chief_complaint: column.nullable.text(),
    vitals: column.nullable.json<Vitals>(),
    /** Every set that was taken; `vitals` holds the newest value of each kind. */
    vitals_history: column.json<readonly MeasuredVitals[]>(),
    started_at: column.nullable.text(),
    ended_at: column.nullable.text(),
    department: column.nullable.text(),
    location: column.nullable.json<NonNullable<Encounter["location"]>>(),
    follow_up_date: column.nullable.text(),
    telehealth: column.nullable.json<NonNullable<Encounter["telehealth"]>>(),
    status_history: column.json<Readonly<StatusHistory>>(),
  },
  indexes: [
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
