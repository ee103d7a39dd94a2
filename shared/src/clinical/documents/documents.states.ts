import type { StateMachine } from "#resource/state-machine.ts";
import type { DocumentState } from "./documents.contract.ts";

/**
 * The ways between the states of a document. Its file is looked at while it is uploaded, so that `uploaded` is over with the
 * same command that began it.
 */
export const documentMachine: StateMachine<DocumentState> = {
  subject: "A document",
  transitions: {
    uploaded: ["available", "entered_in_error"],
    available: ["superseded", "entered_in_error"],
    superseded: ["entered_in_error"],
    entered_in_error: [],
  },
};
