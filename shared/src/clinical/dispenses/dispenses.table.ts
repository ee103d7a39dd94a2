import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import {
  keptDispensed,
  keptReturns,
  type DispensedLine,
  type DispensedReturn,
} from "./dispense-parts.contract.ts";
import { dispenseCrud, dispenseFields } from "./dispenses.contract.ts";
import { dispenseStates } from "./dispenses.states.ts";

/** What a branch has given out. Changed only by it; what was given out never is. */
export const dispensesTable = recordTable(dispenseFields, {
  name: "dispenses",
  prefix: dispenseCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => dispenseStates.transitions,
  guardedFields: ["lines", "returns"],
  fieldRules: {
    status_history: "list",
    returns: "list",
    completed_at: { follows: "status" },
    not_performed_reason: { follows: "status" },
  },
  columns: {
    lines: column.json<readonly DispensedLine[]>(),
    returns: column.json<readonly DispensedReturn[]>(),
  },
  forms: { lines: keptDispensed, returns: keptReturns },
  namedIndexes: [
    { name: "dispenses_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "dispenses_by_status",
      columns: ["tenant_id", "branch_id", "status", "created_at", "id"],
    },
    { name: "dispenses_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "dispenses_by_prescription", columns: ["tenant_id", "prescription_id", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    dispenses: RowOf<typeof dispensesTable>;
  }
}

/** One dispense's row. */
export type DispenseRow = RowOf<typeof dispensesTable>;
