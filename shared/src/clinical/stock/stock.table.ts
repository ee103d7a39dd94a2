import { enumOf, ts } from "#contract/fields.ts";
import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptBatchStatuses } from "./stock-parts.contract.ts";
import { stockCrud, stockFields } from "./stock.contract.ts";
import { stockMoveCrud, stockMoveFields } from "./stock-moves.contract.ts";
import { batchStates } from "./stock.states.ts";

interface Placed {
  readonly location_id: string;
  readonly item_id: string;
  readonly batch_no: string;
}

/** A batch stands once at a place. */
function placedOnce({ location_id: place, item_id: item, batch_no: batch }: Placed): Claim[] {
  const value = `${place}/${item}/${batch}`;
  const field = "batch_no";
  return [
    { kind: "stock.batch", value, field, code: "duplicate_value", disputed: field, shown: batch },
  ];
}

/** Batches at the places of a branch, which alone changes them. How much is there is the sum of their moves, and kept nowhere. */
export const stockTable = recordTable(stockFields, {
  name: "stock",
  prefix: stockCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => batchStates.transitions,
  guardedFields: ["status", "expiry_date", "mrp_minor"],
  columns: {
    /** When its last day at the branch is over. */
    expires_at: column.nullable.text(),
    /** When its last 90 days had begun, once receivers were told that it expires soon. */
    expiry_told_at: column.nullable.text(),
  },
  forms: { status: enumOf(keptBatchStatuses), expires_at: ts, expiry_told_at: ts },
  claims: placedOnce,
  namedIndexes: [
    { name: "stock_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "stock_by_expiry", columns: ["tenant_id", "branch_id", "expiry_date", "id"] },
    {
      name: "stock_by_item",
      columns: ["tenant_id", "branch_id", "item_id", "expiry_date", "id"],
    },
    // With the item: for a dispense SQLite reads the few batches of its items, and not all that stands at the place.
    { name: "stock_by_place_and_item", columns: ["tenant_id", "location_id", "item_id", "id"] },
  ],
});

/** What came and went of each batch: facts, none of which is ever changed. What is not there is not taken out. */
export const stockMovesTable = recordTable(stockMoveFields, {
  name: "stock_moves",
  prefix: stockMoveCrud.prefix,
  merge: "ledger",
  balance: {
    amount: "quantity",
    of: ["branch_id", "location_id", "item_id", "batch_no"],
    unit: "unit",
    below: "refused",
  },
  guardedFields: ["quantity"],
  namedIndexes: [
    {
      name: "stock_moves_by_batch",
      columns: ["tenant_id", "branch_id", "item_id", "batch_no", "location_id", "quantity"],
    },
    { name: "stock_moves_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    {
      name: "stock_moves_by_stock",
      columns: ["tenant_id", "stock_id", "created_at", "id", "quantity"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    stock: RowOf<typeof stockTable>;
    stock_moves: RowOf<typeof stockMovesTable>;
  }
}

/** One batch's row at a place. */
export type StockRow = RowOf<typeof stockTable>;

/** One move's row. */
export type StockMoveRow = RowOf<typeof stockMovesTable>;
