import type { StateMachine } from "#resource/state-machine.ts";
import type { TriageStatus } from "./triage.contract.ts";

/** The ways between the states of a triage. */
export const triageStates: StateMachine<TriageStatus> = {
  subject: "A triage",
  transitions: {
    waiting: ["in_treatment", "left_without_being_seen"],
    in_treatment: ["completed"],
    completed: [],
    left_without_being_seen: [],
  },
};

/** The states of somebody who waits or is treated. */
export const openTriageStatuses = [
  "waiting",
  "in_treatment",
] as const satisfies readonly TriageStatus[];

/** Whether somebody waits or is treated. */
export function isOpenTriage(status: string): boolean {
  return openTriageStatuses.some((one) => one === status);
}
