import {
  orderedAmounts,
  orderSums,
} from "@edgeward/shared/clinical/purchase-orders/purchase-order-parts.contract.ts";
import {
  purchaseOrdersTable,
  type PurchaseOrderRow,
} from "@edgeward/shared/clinical/purchase-orders/purchase-orders.table.ts";
import { goodsReceiptsTable } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.table.ts";
import type { SimBranch } from "./branch.ts";
import { numberOf, picked, step } from "./money-acts.ts";
import { moveOf, ownStock, stocked } from "./stock-acts.ts";

/** Goods are ordered of a supplier. */
export function order(branch: SimBranch, one: number): Promise<void> {
  return branch.write("purchase_order.create", (write) => {
    const id = write.runtime.newId("po");
    const costed = {
      quantity: 1 + one,
      unit_cost_minor: 301,
      discount_minor: 0,
      gst_rate_bp: 500,
    };
    const line = {
      line_no: 1,
      item_id: "itm_01jd7x2vry38gapbnk0v8yyk24",
      ...costed,
      expected_date: null,
      received_qty: 0,
      ...orderedAmounts(costed, true),
    };
    write.insert(purchaseOrdersTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      po_no: numberOf(id),
      supplier_id: "sup_01jd7x2vry38gapbnk0v8yyk24",
      location_id: "loc_01jd7x2vry38gapbnk0v8yyk24",
      lines: [line],
      currency: "INR",
      expected_by: null,
      payment_terms_days: null,
      notes: null,
      ...orderSums([line]),
      decided_by: null,
      decided_at: null,
      status: "draft",
      status_history: [step(write, "draft")],
    });
  });
}

function ownOrders(branch: SimBranch): Promise<readonly PurchaseOrderRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("purchase_orders")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** An order is submitted, or given up. */
export async function goOnWithOrder(branch: SimBranch, one: number, two: number): Promise<void> {
  const row = picked(await ownOrders(branch), one);
  if (row === undefined || !["draft", "submitted"].includes(row.status)) return;
  const status = row.status === "draft" && two % 2 === 0 ? "submitted" : "cancelled";
  await branch.write("purchase_order.update", (write) => {
    write.update(purchaseOrdersTable, row, {
      status,
      status_history: [...row.status_history, step(write, status)],
    });
  });
}

/** More of a batch comes without an order: it is noted, and then posted. */
export async function takeIn(branch: SimBranch, one: number, two: number): Promise<void> {
  const batch = picked(await stocked(branch, one), one);
  if (batch === undefined) return;
  const { tenantId, branchId } = branch.identity;
  const drafts = await branch.session.kysely
    .selectFrom("goods_receipts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "draft")
    .orderBy("id")
    .execute();
  const draft = picked(drafts, one);
  const known = await ownStock(branch);
  if (draft !== undefined && two > 0) {
    await branch.write("goods_receipt.update", (write) => {
      const [line] = draft.lines;
      const own = known.find(
        (row) => row.batch_no === line?.batch_no && row.location_id === draft.location_id,
      );
      if (line === undefined || own === undefined) return;
      write.update(goodsReceiptsTable, draft, {
        lines: [{ ...line, stock_id: own.id }],
        status: "posted",
        status_history: [...draft.status_history, step(write, "posted")],
        posted_at: write.at,
      });
      moveOf(write, own, { kind: "receipt", quantity: 6, source_id: draft.id });
    });
    return;
  }
  await branch.write("goods_receipt.create", (write) => {
    const id = write.runtime.newId("grn");
    const costed = { unit_cost_minor: 301, gst_rate_bp: 500 };
    const line = {
      id: write.runtime.newId("grl"),
      po_line_no: null,
      item_id: batch.item_id,
      batch_no: batch.batch_no,
      expiry_date: batch.expiry_date,
      mfg_date: batch.mfg_date,
      mrp_minor: batch.mrp_minor,
      gtin: batch.gtin,
      quantity: 5,
      free_qty: 1,
      accepted_qty: 5,
      rejected_qty: 0,
      reject_reason: null,
      ...costed,
      stock_id: null,
      ...orderedAmounts({ ...costed, quantity: 5, discount_minor: 0 }, true),
    };
    write.insert(goodsReceiptsTable, id, {
      branch_id: branchId,
      metadata: {},
      grn_no: numberOf(id),
      purchase_order_id: null,
      supplier_id: "sup_01jd7x2vry38gapbnk0v8yyk24",
      supplier_invoice_no: id.slice(-12),
      supplier_invoice_date: "2026-11-23",
      location_id: batch.location_id,
      lines: [line],
      currency: "INR",
      ...orderSums([line]),
      status: "draft",
      status_history: [step(write, "draft")],
      posted_at: null,
    });
  });
}
