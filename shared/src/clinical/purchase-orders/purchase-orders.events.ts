import { eventTypes } from "#contract/event-types.ts";

/** What is published of purchase orders. */
export const purchaseOrderEvents = eventTypes("purchase_order", {
  created: "a purchase order was drawn up",
  updated: "a purchase order was changed, submitted, sent or closed",
  approved: "a purchase order was approved",
  rejected: "a purchase order was rejected",
  received: "all that was ordered has come",
  cancelled: "a purchase order was cancelled",
});
