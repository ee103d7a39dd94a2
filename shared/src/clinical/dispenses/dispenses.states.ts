import type { StateMachine } from "#resource/state-machine.ts";
import type { DispenseStatus } from "./dispense-parts.contract.ts";

/** The ways between the states of a dispense. What was handed over comes back in parts or as a whole, and into quarantine. */
export const dispenseStates: StateMachine<DispenseStatus> = {
  subject: "A dispense",
  transitions: {
    preparation: ["ready", "completed", "cancelled", "declined"],
    ready: ["completed", "cancelled", "declined"],
    completed: ["partially_returned", "returned"],
    partially_returned: ["returned"],
    cancelled: [],
    declined: [],
    returned: [],
  },
};

/** The states that somebody says with a change; those of returns follow from what comes back. */
export const saidStatuses: readonly DispenseStatus[] = [
  "ready",
  "completed",
  "cancelled",
  "declined",
];
