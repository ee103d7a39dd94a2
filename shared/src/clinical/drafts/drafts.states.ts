import type { StateMachine } from "#resource/state-machine.ts";
import type { DraftStatus } from "./drafts.contract.ts";

/** The ways between the states of a form: once sent or given up, it stays so. */
export const draftMachine: StateMachine<DraftStatus> = {
  subject: "A draft",
  transitions: { open: ["submitted", "discarded"], submitted: [], discarded: [] },
};
