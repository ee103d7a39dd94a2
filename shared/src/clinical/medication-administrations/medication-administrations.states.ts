import type { StateMachine } from "#resource/state-machine.ts";
import type { AdministrationStatus } from "./medication-administrations.contract.ts";

/** The ways from one version of an administration to the next: what was noted wrongly is corrected, or never was. */
export const administrationStates: StateMachine<AdministrationStatus> = {
  subject: "An administration of a medicine",
  transitions: {
    given: ["refused", "held", "entered_in_error"],
    refused: ["given", "held", "entered_in_error"],
    held: ["given", "refused", "entered_in_error"],
    entered_in_error: [],
  },
};
