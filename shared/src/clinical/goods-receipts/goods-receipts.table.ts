import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptReceived, type ReceivedLine } from "./goods-receipt-parts.contract.ts";
import { goodsReceiptCrud, goodsReceiptFields } from "./goods-receipts.contract.ts";
import { receiptStates } from "./goods-receipts.states.ts";

interface Numbered {
  readonly grn_no: string;
  readonly supplier_id: string;
  readonly supplier_invoice_no: string;
  readonly supplier_invoice_date: string;
  readonly status: string;
}

const freed: readonly string[] = ["reversed", "cancelled"];

/** A number is one receipt's, and a supplier's invoice of a year is taken in once. */
function takenInOnce(row: Numbered): Claim[] {
  const code = "duplicate_value";
  const claims: Claim[] = [];
  if (row.grn_no !== "")
    claims.push({
      kind: "goods_receipts.grn_no",
      value: row.grn_no,
      field: "grn_no",
      code,
      disputed: "grn_no",
    });
  if (freed.includes(row.status)) return claims;
  const field = "supplier_invoice_no";
  const { supplier_invoice_no: number, supplier_invoice_date: day } = row;
  const value = `${row.supplier_id}/${day.slice(0, 4)}/${number.toUpperCase()}`;
  claims.push({
    kind: "goods_receipts.invoice",
    value,
    field,
    code,
    disputed: field,
    shown: number,
  });
  return claims;
}

/** What a branch has taken in. Changed only by it; what was posted never is, but for being reversed. */
export const goodsReceiptsTable = recordTable(goodsReceiptFields, {
  name: "goods_receipts",
  prefix: goodsReceiptCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => receiptStates.transitions,
  guardedFields: ["lines", "total_minor"],
  fieldRules: { status_history: "list", posted_at: { follows: "status" } },
  columns: { lines: column.json<readonly ReceivedLine[]>() },
  forms: { lines: keptReceived },
  claims: takenInOnce,
  namedIndexes: [
    { name: "goods_receipts_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "goods_receipts_by_order", columns: ["tenant_id", "purchase_order_id", "id"] },
    {
      name: "goods_receipts_by_supplier",
      columns: ["tenant_id", "supplier_id", "created_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    goods_receipts: RowOf<typeof goodsReceiptsTable>;
  }
}

/** One receipt's row. */
export type GoodsReceiptRow = RowOf<typeof goodsReceiptsTable>;
