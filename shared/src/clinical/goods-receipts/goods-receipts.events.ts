import { eventTypes } from "#contract/event-types.ts";

/** What is published of goods receipts. */
export const goodsReceiptEvents = eventTypes("goods_receipt", {
  created: "what has come of a supplier was noted",
  updated: "a goods receipt was changed or cancelled before it was posted",
  posted: "goods that have come are in stock",
  reversed: "goods that were taken in by mistake are out of stock again",
});
