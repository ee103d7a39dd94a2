import { eventTypes } from "#contract/event-types.ts";

/** What is published of prescriptions. */
export const prescriptionEvents = eventTypes("prescription", {
  created: "a prescription was issued",
  stopped: "a prescription was stopped",
  cancelled: "a prescription was cancelled",
  updated: "a prescription was changed otherwise: as a draft, or by what was handed over of it",
});
