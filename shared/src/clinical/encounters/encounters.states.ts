import type { StateMachine } from "#resource/state-machine.ts";
import type { VisitStatus } from "./encounters.contract.ts";

type Transitions = StateMachine<VisitStatus>["transitions"];

const outpatientTransitions: Transitions = {
  planned: ["arrived", "cancelled", "no_show", "entered_in_error"],
  arrived: ["triaged", "in_progress", "cancelled", "entered_in_error"],
  triaged: ["in_progress", "cancelled", "entered_in_error"],
  in_progress: ["on_leave", "completed", "entered_in_error"],
  on_leave: ["in_progress", "entered_in_error"],
  discharge_ready: ["completed", "entered_in_error"],
  completed: ["entered_in_error"],
  cancelled: ["entered_in_error"],
  no_show: ["entered_in_error"],
  entered_in_error: [],
};

const inpatientTransitions: Transitions = {
  ...outpatientTransitions,
  in_progress: ["on_leave", "discharge_ready", "completed", "entered_in_error"],
};

/** The states in which an encounter can begin. */
export const openingStatuses: readonly VisitStatus[] = [
  "planned",
  "arrived",
  "triaged",
  "in_progress",
];

/** The states before care begins: nobody need be responsible yet. */
export const waitingStatuses: readonly string[] = ["planned", "arrived", "triaged"];

/** The ways between the states of an encounter; a stay also has the time between decision and discharge. */
export function encounterStates(encounterType: string): StateMachine<VisitStatus> {
  const transitions = encounterType === "IPD" ? inpatientTransitions : outpatientTransitions;
  return { subject: "An encounter", transitions };
}
