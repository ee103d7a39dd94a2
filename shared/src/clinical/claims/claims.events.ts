import { eventTypes } from "#contract/event-types.ts";

/** What is published of claims. */
export const claimEvents = eventTypes("claim", {
  submitted: "a payer was sent a claim",
  queried: "a payer asks something about a claim",
  approved: "a payer has approved all or a part of a claim",
  rejected: "a payer has refused a claim",
  settled: "a payer has paid a claim",
  updated: "a claim was drawn up, or changed otherwise",
});
