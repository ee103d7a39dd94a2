import { eventTypes } from "#contract/event-types.ts";

/** What is published of radiology. */
export const radiologyEvents = eventTypes("radiology", {
  "study.ordered": "a radiology study was ordered",
  "study.cancelled": "a radiology study was cancelled",
  "study.updated": "a radiology study was changed otherwise",
  "report.ready": "the report of a radiology study was verified",
  "report.amended": "a verified report of a radiology study was amended",
  critical: "a radiology report holds a finding of which somebody has to be told",
});
