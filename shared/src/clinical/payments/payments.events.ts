import { eventTypes } from "#contract/event-types.ts";

/** What is published of payments. */
export const paymentEvents = eventTypes("payment", {
  received: "a payment was posted",
  adjusted: "a bill was paid from what had been paid ahead",
  refunded: "something was paid back",
  voided: "a payment was voided",
});
