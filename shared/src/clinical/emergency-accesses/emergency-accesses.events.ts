import { eventTypes } from "#contract/event-types.ts";

/** What is published of openings. */
export const emergencyAccessEvents = eventTypes("emergency_access", {
  opened: "a record was opened in an emergency",
  reviewed: "somebody has looked at an emergency access",
  updated: "an emergency access was changed otherwise",
});
