import { eventTypes } from "#contract/event-types.ts";

/** What is published of medicines that are given. */
export const administrationEvents = eventTypes("medication", {
  given: "a medicine was given",
  refused: "a patient has refused a medicine",
  held: "a medicine was held back",
  corrected: "what was noted of a medicine was corrected, or taken back",
});
