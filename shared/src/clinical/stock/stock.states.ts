import type { StateMachine } from "#resource/state-machine.ts";
import type { KeptBatchStatus } from "./stock-parts.contract.ts";

/** The ways between the states of a batch at a place: what was recalled goes back to where it is by being released. */
export const batchStates: StateMachine<KeptBatchStatus> = {
  subject: "A batch",
  transitions: {
    available: ["recalled"],
    quarantined: ["recalled"],
    recalled: ["available", "quarantined"],
  },
};
