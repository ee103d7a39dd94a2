import { eventTypes } from "#contract/event-types.ts";

/** What is published of certificates. */
export const certificateEvents = eventTypes("certificate", {
  issued: "a certificate or a referral was issued",
  cancelled: "a certificate or a referral was cancelled",
  updated: "a certificate was changed otherwise: it was entered in error",
});
