import { eventTypes } from "#contract/event-types.ts";

/** What is published of dispenses. */
export const dispenseEvents = eventTypes("dispense", {
  created: "medicines were taken off the shelf for somebody",
  updated: "a dispense is ready, or was changed otherwise",
  completed: "medicines were handed over",
  cancelled: "a dispense was cancelled, and its medicines are back on the shelf",
  declined: "medicines are not given out for a reason, and are back on the shelf",
  returned: "medicines came back, and were set aside",
});
