import { eventTypes } from "#contract/event-types.ts";

/** What is published of the waiting list. */
export const waitlistEvents = eventTypes("waitlist_entry", {
  created: "a patient was put on the waiting list",
  offered: "a time was offered to a patient who waits for one",
  accepted: "an entry of the waiting list became an appointment",
  removed: "a patient was taken off the waiting list",
  updated: "an entry of the waiting list was changed otherwise",
});
