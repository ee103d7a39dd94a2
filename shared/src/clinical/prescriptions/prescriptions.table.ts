import { enumOf } from "#contract/fields.ts";
import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptItems, keptOverride, keptStatuses } from "./prescription-parts.contract.ts";
import { prescriptionCrud, prescriptionFields } from "./prescriptions.contract.ts";
import { prescriptionStates } from "./prescriptions.states.ts";

/** What stands between a branch's code and the count of its prescriptions. */
const afterCode = "-R";
const digits = 7;

/** The number of a branch's n-th prescription. */
export function formatRxNo(branchCode: string, count: number): string {
  return `${branchCode}${afterCode}${String(count).padStart(digits, "0")}`;
}

/** The counter of a branch's prescriptions. */
export function rxCounter(branchId: string): string {
  return `prescriptions:${branchId}`;
}

/** A number is on paper of one prescription alone. */
function numberClaims({ rx_no: number }: { readonly rx_no: string }): readonly Claim[] {
  const kind = "prescriptions.rx_no";
  return [{ kind, value: number, field: "rx_no", code: "duplicate_value", disputed: "rx_no" }];
}

/** What was prescribed. Changed only by the branch where it was, and as a draft alone. */
export const prescriptionsTable = recordTable(prescriptionFields, {
  name: "prescriptions",
  prefix: prescriptionCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => prescriptionStates.transitions,
  treating: [{ field: "status", states: ["issued", "partially_dispensed"], today: "issued_at" }],
  guardedFields: ["items", "override", "interaction_alerts", "weight_kg"],
  fieldRules: {
    status_history: "list",
    issued_at: { follows: "status" },
    valid_until: { follows: "status" },
    expires_at: { follows: "status" },
    interaction_alerts: { follows: "items" },
  },
  forms: { items: keptItems, override: keptOverride, status: enumOf(keptStatuses) },
  claims: numberClaims,
  series: [
    {
      column: "rx_no",
      afterCode,
      leftOut: 1_000,
      counter: rxCounter,
      countOf: (number) => Number(String(number).slice(-digits)),
    },
  ],
  namedIndexes: [
    { name: "prescriptions_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "prescriptions_by_status",
      columns: ["tenant_id", "branch_id", "status", "created_at", "id"],
    },
    { name: "prescriptions_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "prescriptions_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    { name: "prescriptions_by_number", columns: ["tenant_id", "rx_no"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    prescriptions: RowOf<typeof prescriptionsTable>;
  }
}

/** One prescription's row. */
export type PrescriptionRow = RowOf<typeof prescriptionsTable>;
