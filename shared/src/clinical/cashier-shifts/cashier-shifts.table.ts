import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import {
  cashierShiftCrud,
  cashierShiftFields,
  denominations,
  keptMovements,
  takingsForm,
  type CashMovement,
  type Denominations,
  type Takings,
} from "./cashier-shifts.contract.ts";
import { cashierShiftStates } from "./cashier-shifts.states.ts";

interface Held {
  readonly shift_no: string;
  readonly branch_id: string | null;
  readonly counter: string;
  readonly status: string;
}

/** A number is one shift's, and a drawer has one open shift. */
function heldOnce({ shift_no: number, branch_id: branch, counter, status }: Held): Claim[] {
  const code = "duplicate_value";
  const numbered: Claim[] =
    number === ""
      ? []
      : [
          {
            kind: "cashier_shifts.shift_no",
            value: number,
            field: "shift_no",
            code,
            disputed: "shift_no",
          },
        ];
  if (status !== "open") return numbered;
  const value = `${branch ?? ""}/${counter.toLowerCase()}`;
  const drawer = { kind: "cashier_shifts.counter", value, field: "counter", code } as const;
  return [...numbered, { ...drawer, disputed: "counter", shown: counter }];
}

/** Shifts at a drawer. Changed only by their branch; one that is closed never is. */
export const cashierShiftsTable = recordTable(cashierShiftFields, {
  name: "cashier_shifts",
  prefix: cashierShiftCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => cashierShiftStates.transitions,
  // What is in a drawer is for no clerk to choose between two nodes.
  guardedFields: ["float_minor", "counted_minor", "expected_minor", "credited_minor"],
  fieldRules: {
    movements: "list",
    status_history: "list",
    counted_at: { follows: "status" },
    accepted_by: { follows: "status" },
    closed_at: { follows: "status" },
  },
  columns: {
    movements: column.json<readonly CashMovement[]>(),
    takings: column.nullable.json<Takings>(),
    denominations: column.nullable.json<Denominations>(),
  },
  forms: {
    movements: keptMovements,
    takings: takingsForm.nullable(),
    denominations: denominations.nullable(),
  },
  claims: heldOnce,
  namedIndexes: [
    { name: "cashier_shifts_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "cashier_shifts_by_cashier",
      columns: ["tenant_id", "branch_id", "cashier_id", "created_at", "id"],
    },
    {
      name: "cashier_shifts_by_day",
      columns: ["tenant_id", "branch_id", "business_date", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    cashier_shifts: RowOf<typeof cashierShiftsTable>;
  }
}

/** One shift's row. */
export type CashierShiftRow = RowOf<typeof cashierShiftsTable>;
