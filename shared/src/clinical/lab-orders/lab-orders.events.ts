import { eventTypes } from "#contract/event-types.ts";

/** What is published of orders for laboratory tests. */
export const labOrderEvents = eventTypes("lab.order", {
  created: "laboratory tests were ordered",
  collected: "the specimens of a lab order were collected",
  cancelled: "a lab order was cancelled",
  updated: "a lab order was changed otherwise",
});
