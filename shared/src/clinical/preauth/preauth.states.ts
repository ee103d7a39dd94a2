import type { StateMachine } from "#resource/state-machine.ts";
import type { PreauthStatus } from "./preauth.contract.ts";

/** The ways between the states of an authorisation. What the payer has decided stays decided. */
export const preauthStates: StateMachine<PreauthStatus> = {
  subject: "A pre-authorisation",
  transitions: {
    draft: ["submitted", "cancelled"],
    submitted: ["under_review", "cancelled"],
    under_review: ["queried", "approved", "partially_approved", "rejected"],
    queried: ["under_review"],
    approved: ["utilised", "cancelled"],
    partially_approved: ["utilised", "cancelled"],
    rejected: [],
    utilised: [],
    cancelled: [],
  },
};

/** The states in which the payer has still to decide. */
export const waitingStatuses: readonly string[] = ["submitted", "under_review", "queried"];

/** The states of which something was authorised. */
export const approvedStatuses: readonly string[] = ["approved", "partially_approved"];

/** The states in which the payer has decided. */
export const decidedStatuses: readonly string[] = [...approvedStatuses, "rejected"];
