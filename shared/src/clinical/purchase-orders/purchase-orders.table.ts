import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptOrdered, type OrderedLine } from "./purchase-order-parts.contract.ts";
import { purchaseOrderCrud, purchaseOrderFields } from "./purchase-orders.contract.ts";
import { orderStates } from "./purchase-orders.states.ts";

function numbered({ po_no: value }: { readonly po_no: string }): Claim[] {
  if (value === "") return [];
  const field = "po_no";
  return [
    { kind: "purchase_orders.po_no", value, field, code: "duplicate_value", disputed: field },
  ];
}

/** What a branch orders. Changed only by it; what was submitted never is, but for what becomes of it. */
export const purchaseOrdersTable = recordTable(purchaseOrderFields, {
  name: "purchase_orders",
  prefix: purchaseOrderCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => orderStates.transitions,
  guardedFields: ["lines", "total_minor"],
  fieldRules: {
    status_history: "list",
    decided_by: { follows: "status" },
    decided_at: { follows: "status" },
  },
  columns: { lines: column.json<readonly OrderedLine[]>() },
  forms: { lines: keptOrdered },
  claims: numbered,
  namedIndexes: [
    { name: "purchase_orders_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "purchase_orders_by_status",
      columns: ["tenant_id", "branch_id", "status", "created_at", "id"],
    },
    {
      name: "purchase_orders_by_supplier",
      columns: ["tenant_id", "supplier_id", "created_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    purchase_orders: RowOf<typeof purchaseOrdersTable>;
  }
}

/** One order's row. */
export type PurchaseOrderRow = RowOf<typeof purchaseOrdersTable>;
