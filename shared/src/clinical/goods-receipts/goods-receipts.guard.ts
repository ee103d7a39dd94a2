import * as z from "zod";
import {
  keptOrdered,
  orderedAmounts,
  orderSums,
} from "#clinical/purchase-orders/purchase-order-parts.contract.ts";
import { purchaseOrdersTable } from "#clinical/purchase-orders/purchase-orders.table.ts";
import {
  batchesFault,
  linesMovedFault,
  placedMoves,
  type MovedLine,
  type MovedWay,
  type PlacedMove,
} from "#clinical/stock/stock.guard.ts";
import type { Change } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import {
  keptReceived,
  receiptStatuses,
  type ReceivedLine,
} from "./goods-receipt-parts.contract.ts";
import { cameOf, mostToReceive } from "./goods-receipts.rules.ts";
import { receiptStates } from "./goods-receipts.states.ts";
import { goodsReceiptsTable } from "./goods-receipts.table.ts";

const figures = z.object({
  branch_id: z.string(),
  purchase_order_id: z.string().nullable(),
  location_id: z.string(),
  lines: keptReceived,
  taxable_total_minor: z.int(),
  tax_total_minor: z.int(),
  total_minor: z.int(),
  status: z.enum(receiptStatuses),
  posted_at: z.string().nullable(),
});
type Figures = z.output<typeof figures>;

function isWorkedOut(lines: readonly ReceivedLine[], isIntraState: boolean): boolean {
  return lines.every((line) => {
    const { accepted_qty: quantity, unit_cost_minor, gst_rate_bp } = line;
    const costed = { quantity, unit_cost_minor, discount_minor: 0, gst_rate_bp };
    const own = new Map<string, unknown>(Object.entries(line));
    return Object.entries(orderedAmounts(costed, isIntraState)).every(
      ([name, value]) => own.get(name) === value,
    );
  });
}

function figuresFault(row: Figures): string | null {
  const miscounted = row.lines.findIndex(
    (line) =>
      line.accepted_qty + line.rejected_qty !== line.quantity ||
      (line.rejected_qty > 0 && line.reject_reason === null),
  );
  if (miscounted !== -1) return `lines.${miscounted}.accepted_qty: is not what stays`;
  if (![true, false].some((isIntra) => isWorkedOut(row.lines, isIntra)))
    return "lines: are worked out otherwise";
  const own = new Map<string, unknown>(Object.entries(row));
  const off = Object.entries(orderSums(row.lines)).find(([name, value]) => own.get(name) !== value);
  return off === undefined ? null : `${off[0]}: is not what the lines come to`;
}

/** What each line that has brought something moves. */
function movedLines({ lines }: Figures): readonly MovedLine[] {
  return lines.flatMap((line) => {
    const quantity = line.accepted_qty + line.free_qty;
    return quantity === 0 ? [] : [{ ...line, quantity }];
  });
}

/** A batch that is put on record is that of its line. */
function labelFault({ lines }: Figures, { id, fields }: Change): string | null {
  const line = lines.find(({ stock_id: own }) => own === id);
  const isLabelled =
    line !== undefined &&
    (["expiry_date", "mfg_date", "mrp_minor", "gtin"] as const).every(
      (name) => fields[name] === line[name],
    );
  return isLabelled ? null : "batch_no: is not the line's";
}

/** What the order says to have come has to be what the receipt has brought, and not too much. */
function orderFault(row: Figures, sign: 1 | -1, arrival: Arrival): string | null {
  const { changes } = arrival.operation;
  const nth = changes.findIndex(({ table }) => table === purchaseOrdersTable.name);
  const change = changes[nth];
  if (change === undefined)
    return row.purchase_order_id === null ? null : "changes: say nothing to the order";
  const place = `changes.${nth}.fields.lines`;
  if (change.id !== row.purchase_order_id) return `${place}: are of another order`;
  const stood = arrival.before(change);
  if (stood === null) return null;
  const before = keptOrdered.safeParse(stood["lines"]).data ?? [];
  const after = keptOrdered.safeParse(change.fields["lines"] ?? stood["lines"]).data ?? [];
  const came = cameOf(row.lines, sign);
  const isOther = after.some((line, index) => {
    const old = before[index];
    const got = (old?.received_qty ?? 0) + (came.get(line.line_no) ?? 0);
    return old === undefined || line.received_qty !== got || line.quantity !== old.quantity;
  });
  if (isOther || after.length !== before.length) return `${place}: are not what has come`;
  const over = after.find((line) => line.received_qty > mostToReceive(line.quantity));
  return sign === 1 && over !== undefined ? `${place}: are more than was ordered` : null;
}

/** Whether lines are those that were inspected: what is posted says of each only the batch that it has become. */
function isAsInspected(row: Figures, before: Figures): boolean {
  const plain = ({ lines }: Figures) => lines.map((line) => ({ ...line, stock_id: null }));
  const isPosted = before.status === "inspected" && row.status === "posted";
  return isPosted && sameJson(plain(row), plain(before));
}

function changedFault(
  change: Change,
  row: Figures,
  before: Figures,
  { moves, arrival }: { readonly moves: readonly PlacedMove[]; readonly arrival: Arrival },
): string | null {
  const isStep = row.status !== before.status;
  const own = "changes.0.fields";
  const isOther = change.fields["lines"] !== undefined && !isAsInspected(row, before);
  if (before.status !== "draft" && isOther) return `${own}.lines: stay as they were`;
  if (isStep && !receiptStates.transitions[before.status].includes(row.status))
    return `${own}.status: is reached by no way`;
  const fault = figuresFault(row);
  if (fault !== null) return `${own}.${fault}`;
  if (!isStep || (row.status !== "posted" && row.status !== "reversed"))
    return arrival.operation.changes.length === 1 ? null : "changes: move nothing by this";
  const isIn = row.status === "posted";
  const { location_id } = row;
  const way: MovedWay = isIn
    ? { kind: "receipt", location_id, sign: 1 }
    : { kind: "receipt_reversed", location_id, sign: -1 };
  return (
    linesMovedFault(moves, movedLines(row), way) ??
    batchesFault(moves, arrival, { made: (batch) => labelFault(row, batch) }) ??
    orderFault(row, way.sign, arrival)
  );
}

/** What a goods receipt has to be where it arrives: with the sums of its lines; posted with a move for each, and said to its order. */
export const receiptGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const [own] = changes;
  if (own?.table !== goodsReceiptsTable.name) return null;
  const moves = placedMoves(changes);
  if (typeof moves === "string") return moves;
  const stood = own.kind === "insert" ? {} : arrival.before(own);
  if (stood === null) return null;
  const read = figures.safeParse({ ...stood, ...own.fields });
  if (!read.success)
    return `changes.0.fields.${read.error.issues[0]?.path.join(".") ?? "lines"}: is not of its form`;
  const row = read.data;
  const before = figures.safeParse(stood);
  if (before.success) return changedFault(own, row, before.data, { moves, arrival });
  if (row.status !== "draft" || row.posted_at !== null || changes.length > 1)
    return "changes.0.fields.status: of a new one is draft";
  const fault = figuresFault(row);
  return fault === null ? null : `changes.0.fields.${fault}`;
};
