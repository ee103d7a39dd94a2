import { sql, type SqlBool } from "kysely";
import { column, type Claim, type RowOf } from "#db/table.ts";
import { str } from "#contract/fields.ts";
import { recordTable } from "#resource/record-table.ts";
import {
  keptSpecimens,
  keptTests,
  labPriorities,
  type Specimen,
} from "./lab-order-parts.contract.ts";
import { labOrderCrud, labOrderFields } from "./lab-orders.contract.ts";
import { labOrderStates, openOrderStatuses } from "./lab-orders.states.ts";

// Literal, for an engine takes an index of some rows only for a question that says the same.
const openCondition = `status IN (${openOrderStatuses.map((one) => `'${one}'`).join(", ")})`;

/** The condition of an order that still has to be answered. */
export const isOpenOrder = sql.raw<SqlBool>(openCondition);

/** What stands between a branch's code and the count of its orders. */
const afterCode = "-L";
const digits = 7;

/** The number of a branch's n-th order. */
export function formatOrderNo(branchCode: string, count: number): string {
  return `${branchCode}${afterCode}${String(count).padStart(digits, "0")}`;
}

/** The counter of a branch's orders. */
export function orderCounter(branchId: string): string {
  return `lab_orders:${branchId}`;
}

interface Urgent {
  readonly priority: string;
  readonly ordered_at: string | null;
}

const lastInstant = "9999-12-31T23:59:59.999Z";

/** Where an order stands among those that wait: the most urgent first, then the oldest. */
export function workOrder({ priority, ordered_at: at }: Urgent): string {
  const rank = labPriorities.length - labPriorities.findIndex((one) => one === priority);
  return `${rank}${at ?? lastInstant}`;
}

interface Numbered {
  readonly order_no: string;
  readonly specimens: readonly Pick<Specimen, "barcode">[];
}

/** A number and a label are of one order alone. */
function orderClaims({ order_no: number, specimens }: Numbered): readonly Claim[] {
  return [
    {
      kind: "lab_orders.order_no",
      value: number,
      field: "order_no",
      code: "duplicate_value",
      disputed: "order_no",
    },
    ...specimens.map(({ barcode }, index): Claim => ({
      kind: "lab_orders.barcode",
      value: barcode,
      field: `specimens.${index}.barcode`,
      code: "duplicate_value",
      disputed: "specimens",
    })),
  ];
}

/** Orders for laboratory tests. Changed only by the branch where the specimens are. */
export const labOrdersTable = recordTable(labOrderFields, {
  name: "lab_orders",
  prefix: labOrderCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => labOrderStates.transitions,
  treating: [
    {
      field: "status",
      states: [
        "ordered",
        "collected",
        "received",
        "in_process",
        "partially_resulted",
        "recollect_required",
      ],
    },
  ],
  fieldRules: {
    status_history: "list",
    completed_at: { follows: "status" },
    ordered_at: { follows: "status" },
    due_at: { follows: "status" },
    work_order: { follows: "priority" },
  },
  columns: { work_order: column.text() },
  forms: { tests: keptTests, specimens: keptSpecimens, work_order: str(1, 40) },
  claims: orderClaims,
  // `x:` what stands on a specimen's label.
  searchKeys: ({ specimens }) => specimens.map(({ barcode }) => `x:${barcode}`),
  series: [
    {
      column: "order_no",
      afterCode,
      leftOut: 1_000,
      counter: orderCounter,
      countOf: (number) => Number(String(number).slice(-digits)),
    },
  ],
  namedIndexes: [
    { name: "lab_orders_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "lab_orders_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "lab_orders_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    { name: "lab_orders_by_number", columns: ["tenant_id", "order_no"] },
    // The work list: what is open in the order of work, of all states and of one.
    {
      name: "lab_orders_to_do",
      columns: ["tenant_id", "branch_id", "work_order", "id"],
      where: openCondition,
    },
    {
      name: "lab_orders_by_status",
      columns: ["tenant_id", "branch_id", "status", "work_order", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    lab_orders: RowOf<typeof labOrdersTable>;
  }
}

/** One order's row. */
export type LabOrderRow = RowOf<typeof labOrdersTable>;
