import { eventTypes } from "#contract/event-types.ts";

/** What is published of authorisations. */
export const preauthEvents = eventTypes("preauth", {
  submitted: "a payer was asked for an authorisation",
  queried: "a payer asks something about an authorisation",
  approved: "a payer has authorised all or a part",
  rejected: "a payer has refused an authorisation",
  sla_breached: "a payer has not decided in time about an authorisation",
  updated: "an authorisation was drawn up, or changed otherwise",
});
