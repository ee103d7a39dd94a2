import { fieldError } from "#kernel/errors.ts";
import { nextState, type StateMachine } from "#resource/state-machine.ts";
import type { BedStatus } from "./beds.contract.ts";

/** The ways between the states of a bed, whoever takes them. */
export const bedStates: StateMachine<BedStatus> = {
  subject: "A bed",
  transitions: {
    vacant: ["reserved", "occupied", "cleaning", "blocked"],
    reserved: ["occupied", "vacant"],
    occupied: ["cleaning"],
    cleaning: ["vacant", "blocked"],
    blocked: ["vacant", "cleaning"],
  },
};

function isHeld(status: BedStatus): boolean {
  return status === "reserved" || status === "occupied";
}

/** The ways among the states that a bed has by itself: a person takes them at the bed. */
export const ownBedStates: Readonly<Record<BedStatus, readonly BedStatus[]>> = {
  vacant: bedStates.transitions.vacant.filter((status) => !isHeld(status)),
  reserved: [],
  occupied: [],
  cleaning: bedStates.transitions.cleaning,
  blocked: bedStates.transitions.blocked,
};

/** The state to which a person takes a bed. @throws AppError invalid_transition, validation_error for what an admission brings about */
export function stateByHand(from: BedStatus, to: BedStatus): BedStatus {
  const status = nextState(bedStates, from, to);
  if (ownBedStates[from].includes(status)) return status;
  const message = isHeld(from)
    ? "changes when the admission that holds the bed does"
    : "is reached by admitting a patient";
  throw fieldError({ path: "status", code: "validation_error", message });
}
