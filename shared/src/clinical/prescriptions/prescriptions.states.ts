import type { StateMachine } from "#resource/state-machine.ts";
import type { KeptStatus } from "./prescription-parts.contract.ts";

/** The ways between the states of a prescription. What was issued stays as it is; only what becomes of it changes. */
export const prescriptionStates: StateMachine<KeptStatus> = {
  subject: "A prescription",
  transitions: {
    draft: ["issued", "cancelled", "entered_in_error"],
    issued: ["partially_dispensed", "dispensed", "stopped", "cancelled", "entered_in_error"],
    partially_dispensed: ["dispensed", "stopped", "entered_in_error"],
    dispensed: ["entered_in_error"],
    stopped: ["entered_in_error"],
    cancelled: ["entered_in_error"],
    entered_in_error: [],
  },
};

/** The states in which something can still be dispensed, as long as it is valid. */
export const dispensableStatuses: readonly KeptStatus[] = ["issued", "partially_dispensed"];

/** The states that follow from what is dispensed. */
export const dispensedStatuses: readonly KeptStatus[] = ["partially_dispensed", "dispensed"];
