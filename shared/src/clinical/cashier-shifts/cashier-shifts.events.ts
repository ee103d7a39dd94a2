import { eventTypes } from "#contract/event-types.ts";

/** What is published of cashiers' shifts. */
export const cashierShiftEvents = eventTypes("cashier_shift", {
  opened: "a cashier's shift was opened",
  updated: "a cashier's shift was changed otherwise",
  counted: "what is in a cashier's drawer was counted",
  handed_over: "a cashier hands over what was counted",
  closed: "a cashier's shift was closed",
});
