import {
  orderedAmounts,
  orderSums,
} from "@edgeward/shared/clinical/purchase-orders/purchase-order-parts.contract.ts";
import {
  purchaseOrdersTable,
  type PurchaseOrderRow,
} from "@edgeward/shared/clinical/purchase-orders/purchase-orders.table.ts";
import type { SimBranch } from "./branch.ts";
import { numberOf, picked, step } from "./money-acts.ts";

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
