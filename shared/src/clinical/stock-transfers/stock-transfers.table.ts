import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { stockTransferCrud, stockTransferFields } from "./stock-transfers.contract.ts";
import { transferStates } from "./stock-transfers.states.ts";
import {
  keptArrived,
  keptSent,
  keptSettled,
  type ArrivedLine,
  type SentLine,
  type SettledLine,
} from "./transfer-parts.contract.ts";

/**
 * What was sent from one place to another: made by the branch that sends, and received by the one that it is for, which may
 * be another. What was sent never changes, and what has come is only added to.
 */
export const stockTransfersTable = recordTable(stockTransferFields, {
  name: "stock_transfers",
  prefix: stockTransferCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => transferStates.transitions,
  guardedFields: ["receipts", "settlements"],
  fieldRules: { status_history: "list", receipts: "list", settlements: "list" },
  columns: {
    lines: column.json<readonly SentLine[]>(),
    receipts: column.json<readonly ArrivedLine[]>(),
    settlements: column.nullable.json<readonly SettledLine[]>(),
  },
  forms: { lines: keptSent, receipts: keptArrived, settlements: keptSettled },
  namedIndexes: [
    // For lists, which are of those that a branch sends and of those that are for it, in one order.
    { name: "stock_transfers_by_time", columns: ["tenant_id", "created_at", "id"] },
    { name: "stock_transfers_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "stock_transfers_by_receiver",
      columns: ["tenant_id", "to_branch_id", "created_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    stock_transfers: RowOf<typeof stockTransfersTable>;
  }
}

/** One transfer's row. */
export type StockTransferRow = RowOf<typeof stockTransfersTable>;
