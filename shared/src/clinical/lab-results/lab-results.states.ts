import type { StateMachine } from "#resource/state-machine.ts";
import type { LabResultStatus } from "./lab-result-parts.contract.ts";

const onceFinal = ["corrected", "amended", "appended", "entered_in_error"] as const;

/** The ways from one version of a result to the next. What was final is only ever corrected, never taken back. */
export const labResultStates: StateMachine<LabResultStatus> = {
  subject: "A lab result",
  transitions: {
    preliminary: ["final", "cancelled", "entered_in_error"],
    final: onceFinal,
    corrected: onceFinal,
    amended: onceFinal,
    appended: onceFinal,
    cancelled: ["entered_in_error"],
    entered_in_error: [],
  },
};

/** The states of a result that holds, as far as somebody has verified it. */
export const verifiedStatuses: readonly string[] = ["final", "corrected", "amended", "appended"];

/** The states of a result that holds nothing. */
export const voidStatuses: readonly string[] = ["cancelled", "entered_in_error"];

/** The states that say something else than the version before. */
export const rewritingStatuses: readonly string[] = ["corrected", "amended", "appended"];
