import { eventTypes } from "#contract/event-types.ts";

/** What is published of transfers of stock. */
export const stockTransferEvents = eventTypes("stock_transfer", {
  sent: "stock has left a place and is on its way to another",
  updated: "some of what was sent has come, or a transfer was changed",
  short: "some of what was sent is missing for good",
  received: "all that was sent has come, or it is known what became of the rest",
});
