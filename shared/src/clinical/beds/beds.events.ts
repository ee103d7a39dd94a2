import { eventTypes } from "#contract/event-types.ts";

/** What is published of beds. */
export const bedEvents = eventTypes("bed", {
  created: "a bed of a ward was set up",
  updated: "a bed was blocked, cleaned, given back or changed otherwise",
});
