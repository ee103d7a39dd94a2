import type * as z from "zod";
import { currencyOf } from "#clinical/invoices/invoices.commands.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import { orderSums } from "#clinical/purchase-orders/purchase-order-parts.contract.ts";
import { supplierToBuyOf } from "#clinical/purchase-orders/purchase-orders.commands.ts";
import type { PurchaseOrderRow } from "#clinical/purchase-orders/purchase-orders.table.ts";
import {
  orderToReceive,
  receiveOrder,
} from "#clinical/purchase-orders/received-orders.commands.ts";
import { leftOf, lockItems, placeToFill } from "#clinical/stock/stock-places.commands.ts";
import { batchToFill, putMove } from "#clinical/stock/stock.commands.ts";

import { enumValueOf } from "#contract/enum-value.ts";
import { inList } from "#db/statements.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import { nextOfBranch } from "#write/series.ts";
import {
  receiptStatuses,
  type ReceiptStatus,
  type ReceivedLine,
} from "./goods-receipt-parts.contract.ts";
import { goodsReceiptCrud, type goodsReceiptsContract } from "./goods-receipts.contract.ts";
import { goodsReceiptEvents } from "./goods-receipts.events.ts";
import { drawReceived, refuseOver } from "./goods-receipts.lines.ts";
import { cameOf } from "./goods-receipts.rules.ts";
import { receiptStates } from "./goods-receipts.states.ts";
import { goodsReceiptsTable, type GoodsReceiptRow } from "./goods-receipts.table.ts";

type CreateBody = z.output<typeof goodsReceiptsContract.create.body>;
type UpdateBody = z.output<typeof goodsReceiptsContract.update.body>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, name: keyof typeof goodsReceiptEvents, row: GoodsReceiptRow) {
  const { grn_no, supplier_id, purchase_order_id, status, total_minor, currency } = row;
  const thin = { grn_no, supplier_id, purchase_order_id, status, total_minor, currency };
  ctx.write.emit(goodsReceiptEvents[name], goodsReceiptsTable, row, thin);
}

function stepOf(ctx: WriteContext, status: ReceiptStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/**
 * Notes what has come of a supplier.
 * @throws AppError invalid_reference, validation_error, read_only_field, over_receipt, batch_expired, duplicate_value
 */
export async function noteReceipt(ctx: WriteContext, body: CreateBody): Promise<GoodsReceiptRow> {
  const { purchase_order_id: ordered = null } = body;
  const order = ordered === null ? null : await orderToReceive(ctx, "purchase_order_id", ordered);
  const supplier = order?.supplier_id ?? body.supplier_id;
  if (supplier === undefined) throw wrong("supplier_id", "is required of what was not ordered");
  if (body.supplier_id !== undefined && body.supplier_id !== supplier)
    throw wrong("supplier_id", "is not that of the order", "invalid_reference");
  const { isIntraState } = await supplierToBuyOf(ctx, supplier);
  if (body.supplier_invoice_date > today(ctx))
    throw wrong("supplier_invoice_date", "is still to come");
  const place = await placeToFill(ctx, "location_id", body.location_id);
  const lines = await drawReceived(ctx, { given: body.lines, before: [], order, isIntraState });
  const fields = {
    branch_id: ctx.branch.id,
    grn_no: "",
    purchase_order_id: ordered,
    supplier_id: supplier,
    supplier_invoice_no: body.supplier_invoice_no,
    supplier_invoice_date: body.supplier_invoice_date,
    location_id: place.id,
    lines,
    currency: await currencyOf(ctx),
    ...orderSums(lines),
    status: "draft",
    status_history: [stepOf(ctx, "draft", null)],
    posted_at: null,
    metadata: body.metadata ?? {},
  };
  await ctx.write.refuseTaken(goodsReceiptsTable, fields);
  const row = ctx.write.insert(goodsReceiptsTable, ctx.newId(goodsReceiptCrud.prefix), {
    ...fields,
    grn_no: await nextOfBranch(ctx.write, "goods_receipt", ctx.branch, today(ctx)),
  });
  emit(ctx, "created", row);
  return row;
}

/** What is to be written behind the receipt itself. */
interface Posting {
  readonly lines: readonly ReceivedLine[];
  readonly acts: readonly (() => void)[];
}

/** Puts what has come into stock, batch by batch. @throws AppError over_receipt, validation_error */
async function post(
  ctx: WriteContext,
  row: GoodsReceiptRow,
  order: PurchaseOrderRow | null,
): Promise<Posting> {
  refuseOver(row.lines, order);
  const place = await placeToFill(ctx, "location_id", row.location_id);
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  const acts: (() => void)[] = [];
  const made = new Map<string, Awaited<ReturnType<typeof batchToFill>>>();
  const lines: ReceivedLine[] = [];
  for (const [nth, line] of row.lines.entries()) {
    const quantity = line.accepted_qty + line.free_qty;
    if (quantity === 0) {
      lines.push(line);
      continue;
    }
    const key = `${line.item_id} ${line.batch_no}`;
    const known = made.get(key);
    const label = {
      ...line,
      cost_minor: line.unit_cost_minor,
      supplier_id: row.supplier_id,
      location_id: row.location_id,
    };
    const filled = known ?? (await batchToFill(ctx, `lines.${nth}`, label, place.kind));
    made.set(key, filled);
    const { batch, makes } = filled;
    acts.push(() => {
      if (known === undefined) makes?.();
      putMove(ctx, batch, { kind: "receipt", quantity, source_id: row.id });
    });
    lines.push({ ...line, stock_id: batch.row.id });
  }
  if (order !== null) acts.push(() => receiveOrder(ctx, order, cameOf(row.lines)));
  return { lines, acts };
}

/** Takes what was posted out of stock again, as a whole. @throws AppError insufficient_balance where some of it has gone */
async function reverse(
  ctx: WriteContext,
  row: GoodsReceiptRow,
  order: PurchaseOrderRow | null,
): Promise<Posting> {
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  const ids = row.lines.flatMap(({ stock_id: id }) => id ?? []);
  const onHand = await leftOf(ctx, ids);
  const units = await unitsOf(ctx, row);
  const gone = new Map<string, number>();
  const acts: (() => void)[] = [];
  for (const [nth, line] of row.lines.entries()) {
    const { stock_id: id, item_id, batch_no } = line;
    if (id === null) continue;
    const quantity = line.accepted_qty + line.free_qty;
    const left = onHand(id) - (gone.get(id) ?? 0);
    if (quantity > left)
      throw wrong(
        `lines.${nth}.quantity`,
        `is more than is left of it: ${left}`,
        "insufficient_balance",
      );
    gone.set(id, (gone.get(id) ?? 0) + quantity);
    const batch = {
      row: { id, item_id, batch_no, location_id: row.location_id },
      unit: units.get(item_id) ?? "each",
    };
    acts.push(() => {
      putMove(ctx, batch, { kind: "receipt_reversed", quantity: -quantity, source_id: row.id });
    });
  }
  if (order !== null) acts.push(() => receiveOrder(ctx, order, cameOf(row.lines, -1)));
  return { lines: row.lines, acts };
}

async function unitsOf(ctx: WriteContext, row: GoodsReceiptRow) {
  const rows = await ctx.db
    .selectFrom("items")
    .select(["id", "unit"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(row.lines.map(({ item_id: id }) => id)))
    .execute();
  return new Map(rows.map(({ id, unit }) => [id, unit]));
}

async function changedLines(ctx: WriteContext, row: GoodsReceiptRow, body: UpdateBody) {
  if (body.lines === undefined || sameJson(body.lines, row.lines)) return {};
  if (row.status !== "draft")
    throw wrong("lines", `stay as they were ${row.status}`, "read_only_field");
  const { purchase_order_id: id } = row;
  const order = id === null ? null : await orderToReceive(ctx, "purchase_order_id", id);
  const { isIntraState } = await supplierToBuyOf(ctx, row.supplier_id);
  const drawing = { given: body.lines, before: row.lines, order, isIntraState };
  const lines = await drawReceived(ctx, drawing);
  return { lines, ...orderSums(lines) };
}

const told: Readonly<Record<ReceiptStatus, keyof typeof goodsReceiptEvents>> = {
  draft: "updated",
  inspected: "updated",
  posted: "posted",
  reversed: "reversed",
  cancelled: "updated",
};

/**
 * Changes a draft, or inspects, posts, reverses or cancels a receipt.
 * @throws AppError invalid_transition, validation_error, read_only_field, invalid_reference, over_receipt, insufficient_balance
 */
export async function changeReceipt(
  ctx: WriteContext,
  row: GoodsReceiptRow,
  body: UpdateBody,
): Promise<GoodsReceiptRow> {
  const from = enumValueOf(receiptStatuses, row.status);
  const wanted = body.status ?? from;
  const to = wanted === from ? from : nextState(receiptStates, from, wanted);
  const reason = body.status_reason ?? null;
  const isExplained = to !== from && to !== "posted" && to !== "inspected";
  if (isExplained && reason === null)
    throw wrong("status_reason", `is required: why it is ${to === "draft" ? "a draft again" : to}`);
  const kept = { ...(await changedLines(ctx, row, body)), metadata: body.metadata ?? row.metadata };
  const drawn = { ...row, ...kept };
  const isMoved = to !== from && (to === "posted" || to === "reversed");
  const { purchase_order_id: id } = row;
  const order =
    isMoved && id !== null
      ? await orderToReceive(ctx, "purchase_order_id", id, to === "reversed")
      : null;
  const act = to === "posted" ? post : reverse;
  const { lines, acts } = isMoved ? await act(ctx, drawn, order) : { lines: drawn.lines, acts: [] };
  const step =
    to === from
      ? {}
      : { status: to, status_history: [...row.status_history, stepOf(ctx, to, reason)] };
  const posted = to === "posted" && from !== to ? { posted_at: ctx.write.at } : {};
  const after = ctx.write.update(goodsReceiptsTable, row, { ...kept, lines, ...step, ...posted });
  for (const one of acts) one();
  if (after !== row) emit(ctx, to === from ? "updated" : told[to], after);
  return after;
}
