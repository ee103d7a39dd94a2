import { eventTypes } from "#contract/event-types.ts";

/** What is published of results. */
export const labResultEvents = eventTypes("lab.result", {
  ready: "a lab result is available",
  corrected: "a lab result that was available was corrected",
  critical: "a lab result holds a critical value of which somebody has to be told",
  updated: "a lab result was entered, acknowledged or withdrawn",
});
