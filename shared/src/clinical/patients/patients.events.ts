import { eventTypes } from "#contract/event-types.ts";

/** What is published of patients. */
export const patientEvents = eventTypes("patient", {
  created: "a patient was registered",
  updated: "a patient's particulars were changed",
  merged: "a patient's record was merged into another of the person",
  unmerged: "a merged patient's record was given back",
});
