import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeOrder, drawOrder } from "./purchase-orders.commands.ts";
import {
  orderComputed,
  purchaseOrderCrud,
  purchaseOrderFields,
  purchaseOrdersContract,
} from "./purchase-orders.contract.ts";
import { purchaseOrderEvents } from "./purchase-orders.events.ts";
import { purchaseOrderGuard } from "./purchase-orders.guard.ts";
import { purchaseOrdersTable } from "./purchase-orders.table.ts";

const { created, updated, approved, rejected, cancelled } = purchaseOrderEvents;

/** What a branch orders of its suppliers: drawn up by one, and approved by another. */
export const purchaseOrders = defineRecord(purchaseOrdersContract, purchaseOrderFields, {
  crud: purchaseOrderCrud,
  table: purchaseOrdersTable,
  events: { updated },
  // A number is on paper already: neither gives it up.
  rules: { release: () => null },
  writes: {
    "purchase_order.create": [writesOf(purchaseOrdersTable, { makes: true, events: [created] })],
    "purchase_order.update": [
      writesOf(purchaseOrdersTable, {
        changes: [
          "lines",
          "expected_by",
          "payment_terms_days",
          "notes",
          "taxable_total_minor",
          "tax_total_minor",
          "total_minor",
          "decided_by",
          "decided_at",
          "status",
          "status_history",
          "metadata",
        ],
        events: [updated, approved, rejected, cancelled],
      }),
    ],
  },
  guards: {
    "purchase_order.create": purchaseOrderGuard,
    "purchase_order.update": purchaseOrderGuard,
  },
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, [...orderComputed, "status", "status_history"]);
      const { lines: _lines, ...rest } = body;
      const { expected_by, payment_terms_days, notes, metadata } = records.mapping.first(rest);
      const given = { expected_by, payment_terms_days, notes, metadata };
      return records.present(ctx, await drawOrder(ctx, body, given));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status: _status, lines: _lines, ...rest } = body;
      return records.present(ctx, await changeOrder(ctx, row, records.mapping.later(rest), body));
    },
  }),
});
