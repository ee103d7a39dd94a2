import { refusedTransition, type StateMachine } from "#resource/state-machine.ts";
import type { PrintJobAction, PrintJobStatus } from "./print-jobs.contract.ts";

/**
 * The ways between the states of a print job. Back to `queued` leads only what has certainly not begun: nothing is
 * ever printed a second time without a person who asked for it.
 */
export const printJobStates: StateMachine<PrintJobStatus> = {
  subject: "A print job",
  transitions: {
    queued: ["printing", "failed", "cancelled", "expired"],
    printing: ["printed", "sent_unconfirmed", "needs_review", "queued"],
    printed: [],
    sent_unconfirmed: ["printed", "superseded"],
    needs_review: ["printed", "superseded", "cancelled"],
    failed: ["queued", "cancelled"],
    cancelled: [],
    expired: [],
    superseded: [],
  },
};

/** Where a person's decision leads, by the state it finds. A reprint of what is surely printed leaves that as it is. */
export const decisions: Readonly<
  Record<PrintJobAction, Readonly<Partial<Record<PrintJobStatus, PrintJobStatus>>>>
> = {
  reprint: { printed: "printed", sent_unconfirmed: "superseded", needs_review: "superseded" },
  confirm_printed: { sent_unconfirmed: "printed", needs_review: "printed" },
  cancel: { queued: "cancelled", failed: "cancelled", needs_review: "cancelled" },
  retry: { failed: "queued" },
  move: { queued: "queued", failed: "queued" },
};

const wantedStates: Readonly<Record<PrintJobAction, PrintJobStatus>> = {
  reprint: "superseded",
  confirm_printed: "printed",
  cancel: "cancelled",
  retry: "queued",
  move: "queued",
};

/** The state that a decision leaves a job in. @throws AppError invalid_transition for one that cannot be made now */
export function decidedState(action: PrintJobAction, from: PrintJobStatus): PrintJobStatus {
  const to = decisions[action][from];
  if (to !== undefined) return to;
  const { subject, transitions } = printJobStates;
  throw refusedTransition(subject, from, wantedStates[action], transitions[from]);
}
