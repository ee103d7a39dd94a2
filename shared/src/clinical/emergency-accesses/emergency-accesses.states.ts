import type { StateMachine } from "#resource/state-machine.ts";
import type { emergencyStatuses } from "./emergency-accesses.contract.ts";

/** The ways between the states of an opening: somebody looks at it, once. */
export const emergencyAccessStates: StateMachine<(typeof emergencyStatuses)[number]> = {
  subject: "An emergency access",
  transitions: { open: ["reviewed"], reviewed: [] },
};
