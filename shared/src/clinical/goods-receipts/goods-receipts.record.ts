import { purchaseOrderEvents } from "#clinical/purchase-orders/purchase-orders.events.ts";
import { purchaseOrdersTable } from "#clinical/purchase-orders/purchase-orders.table.ts";
import { moveJudgedBy } from "#clinical/stock/stock.guard.ts";
import { stockMovesTable, stockTable } from "#clinical/stock/stock.table.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeReceipt, noteReceipt } from "./goods-receipts.commands.ts";
import {
  goodsReceiptCrud,
  goodsReceiptFields,
  goodsReceiptsContract,
  receiptComputed,
} from "./goods-receipts.contract.ts";
import { goodsReceiptEvents } from "./goods-receipts.events.ts";
import { receiptGuard } from "./goods-receipts.guard.ts";
import { goodsReceiptsTable } from "./goods-receipts.table.ts";

const { created, updated, posted, reversed } = goodsReceiptEvents;

/** What has come of suppliers: noted, and posted into stock together with its order. */
export const goodsReceipts = defineRecord(goodsReceiptsContract, goodsReceiptFields, {
  crud: goodsReceiptCrud,
  table: goodsReceiptsTable,
  events: { updated },
  // Goods that were taken in twice are for people to look at: neither receipt gives its number up.
  rules: { release: () => null },
  writes: {
    "goods_receipt.create": [writesOf(goodsReceiptsTable, { makes: true, events: [created] })],
    "goods_receipt.update": [
      writesOf(goodsReceiptsTable, {
        changes: [
          "lines",
          "taxable_total_minor",
          "tax_total_minor",
          "total_minor",
          "status",
          "status_history",
          "posted_at",
          "metadata",
        ],
        events: [updated, posted, reversed],
      }),
      writesOf(stockTable, { makes: true, several: true }),
      writesOf(stockMovesTable, { makes: true, several: true }),
      writesOf(purchaseOrdersTable, {
        changes: ["lines", "status", "status_history"],
        events: [purchaseOrderEvents.received, purchaseOrderEvents.updated],
      }),
    ],
  },
  guards: { "goods_receipt.create": receiptGuard, "goods_receipt.update": receiptGuard },
  judgedBy: { "goods_receipt.update": moveJudgedBy },
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, [...receiptComputed, "status", "status_history"]);
      return records.present(ctx, await noteReceipt(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeReceipt(ctx, row, body));
    },
  }),
});
