import type { StateMachine } from "#resource/state-machine.ts";
import type { ClaimStatus } from "./claims.contract.ts";

/** The ways between the states of a claim. What was refused may be appealed once more; what was paid stays paid. */
export const claimStates: StateMachine<ClaimStatus> = {
  subject: "A claim",
  transitions: {
    draft: ["submitted", "cancelled"],
    submitted: ["acknowledged", "cancelled"],
    acknowledged: ["under_review", "cancelled"],
    under_review: ["queried", "approved", "partially_approved", "rejected"],
    queried: ["under_review"],
    approved: ["settled"],
    partially_approved: ["settled"],
    rejected: ["appealed"],
    appealed: ["under_review"],
    settled: [],
    cancelled: [],
  },
};

/** The states in which the payer has still to decide. */
export const undecidedStatuses: readonly string[] = [
  "submitted",
  "acknowledged",
  "under_review",
  "queried",
  "appealed",
];

/** The states in which the payer has decided, and has not paid. */
export const decidedClaims: readonly string[] = ["approved", "partially_approved", "rejected"];

/** The states in which somebody has something to do: to claim, to answer, or to wait for money. */
export const openClaims: readonly string[] = [
  "draft",
  ...undecidedStatuses,
  "approved",
  "partially_approved",
];
