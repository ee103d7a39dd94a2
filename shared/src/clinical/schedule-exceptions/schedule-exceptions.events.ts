import { eventTypes } from "#contract/event-types.ts";

/** What is published of exceptions of the usual hours. */
export const exceptionEvents = eventTypes("schedule_exception", {
  created: "somebody is away, a branch is closed, or a holiday is worked",
  updated: "an exception of the usual hours was changed",
});
