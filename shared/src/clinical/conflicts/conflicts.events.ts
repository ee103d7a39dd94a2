import { eventTypes } from "#contract/event-types.ts";

/** What is published of conflicts. */
export const conflictEvents = eventTypes("sync", {
  conflict_resolved: "a person resolved two values that were made apart",
});
