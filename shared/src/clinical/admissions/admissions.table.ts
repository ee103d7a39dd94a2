import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { admissionCrud, admissionFields, isOpen } from "./admissions.contract.ts";
import { admissionStates } from "./admissions.states.ts";

/**
 * Stays in beds. Changed only by the branch where they are. A patient has one open stay and a bed one patient; of two that
 * were made apart, each in good faith, a person decides which one gives way.
 */
export const admissionsTable = recordTable(admissionFields, {
  name: "admissions",
  prefix: admissionCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => admissionStates.transitions,
  treating: [
    {
      field: "status",
      states: ["requested", "bed_assigned", "admitted", "discharge_initiated", "discharge_ready"],
    },
  ],
  guardedFields: ["discharge", "discharge_clearances"],
  fieldRules: {
    status_history: "list",
    transfers: "list",
    clearance_history: "list",
    room_id: { follows: "bed_id" },
    admitted_at: { follows: "status" },
    discharged_at: { follows: "status" },
  },
  namedIndexes: [
    { name: "admissions_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "admissions_by_admitted", columns: ["tenant_id", "branch_id", "admitted_at", "id"] },
    { name: "admissions_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "admissions_by_bed", columns: ["tenant_id", "bed_id", "status"] },
    { name: "admissions_by_encounter", columns: ["tenant_id", "encounter_id"] },
  ],
  claims: heldAlone,
});

declare module "#db/database.ts" {
  interface Database {
    admissions: RowOf<typeof admissionsTable>;
  }
}

/** One admission's row. */
export type AdmissionRow = RowOf<typeof admissionsTable>;

interface Holding {
  readonly patient_id: string;
  readonly bed_id: string | null;
  readonly status: string;
}

function heldAlone({ patient_id: patient, bed_id: bed, status }: Holding): readonly Claim[] {
  if (!isOpen(status)) return [];
  const stay: Claim = {
    kind: "admissions.patient_id",
    value: patient,
    field: "patient_id",
    code: "already_admitted",
    disputed: "patient_id",
  };
  if (bed === null) return [stay];
  const place: Claim = {
    kind: "admissions.bed_id",
    value: bed,
    field: "bed_id",
    code: "bed_unavailable",
    disputed: "bed_id",
  };
  return [stay, place];
}
