import { eventTypes } from "#contract/event-types.ts";

/** What is published of transfers of stock. */
export const stockTransferEvents = eventTypes("stock_transfer", {
  sent: "stock has left a place and is on its way to another",
  updated: "some of what was sent has come, or a transfer was changed",
  received: "all that was sent has come, or is said to be missing",
});
