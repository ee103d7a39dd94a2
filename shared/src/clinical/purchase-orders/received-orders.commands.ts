import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  orderStatuses,
  type OrderedLine,
  type OrderStatus,
} from "./purchase-order-parts.contract.ts";
import { emitOrder } from "./purchase-orders.commands.ts";
import { orderStates, receivableStatuses, returnableStatuses } from "./purchase-orders.states.ts";
import { purchaseOrdersTable, type PurchaseOrderRow } from "./purchase-orders.table.ts";

/**
 * An order of the acting branch of which goods have come, held until the end.
 * @param isBack whether they go back @throws AppError invalid_reference
 */
export async function orderToReceive(
  ctx: WriteContext,
  path: string,
  id: string,
  isBack = false,
): Promise<PurchaseOrderRow> {
  const refused = (message: string) => fieldError({ path, code: "invalid_reference", message });
  const row = await ctx.write.load(purchaseOrdersTable, id);
  if (row === null || row.branch_id !== ctx.branch.id)
    throw refused("names no purchase order of this branch");
  const fitting = isBack ? returnableStatuses : receivableStatuses;
  if (fitting.some((one) => one === row.status)) return row;
  throw refused(`names a purchase order that is ${row.status.replaceAll("_", " ")}`);
}

/** The state of an order by what was received of it. */
function receivedStatus(lines: readonly OrderedLine[]): OrderStatus {
  if (lines.every(({ received_qty: got, quantity }) => got >= quantity)) return "received";
  return lines.some(({ received_qty: got }) => got > 0) ? "partially_received" : "sent";
}

/** Notes at an order what has come of its lines; less than nothing where that is taken back. @param came by the number of the line */
export function receiveOrder(
  ctx: WriteContext,
  row: PurchaseOrderRow,
  came: ReadonlyMap<number, number>,
): void {
  const lines = row.lines.map((line) => ({
    ...line,
    received_qty: line.received_qty + (came.get(line.line_no) ?? 0),
  }));
  const from = enumValueOf(orderStatuses, row.status);
  const wanted = receivedStatus(lines);
  const status = orderStates.transitions[from].includes(wanted) ? wanted : from;
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: null };
  const after = ctx.write.update(purchaseOrdersTable, row, {
    lines,
    status,
    status_history: status === from ? row.status_history : [...row.status_history, step],
  });
  if (after !== row)
    emitOrder(ctx, status === "received" && from !== status ? "received" : "updated", after);
}
