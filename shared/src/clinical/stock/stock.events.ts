import { eventTypes } from "#contract/event-types.ts";

/** What is published of stock, each with the move that has brought it about. */
export const stockEvents = eventTypes("stock", {
  opened: "a batch was put on record with what is there of it",
  moved: "goods went from one place of a branch to another",
  adjusted: "goods were counted or written off",
  recalled: "a batch was blocked: nothing of it is given out",
  released: "a batch that was blocked or set aside may be given out again",
  expiring: "a batch of which something is there expires within 90 days",
  low: "no more is left of an item at a branch than asks for an order",
});
