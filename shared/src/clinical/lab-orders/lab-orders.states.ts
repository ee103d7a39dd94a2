import type { Role } from "#contract/access.ts";
import type { StateMachine } from "#resource/state-machine.ts";
import type { LabOrderStatus } from "./lab-order-parts.contract.ts";

/** The ways between the states of an order. From `in_process` on it follows its results. */
export const labOrderStates: StateMachine<LabOrderStatus> = {
  subject: "A lab order",
  transitions: {
    draft: ["ordered", "cancelled", "entered_in_error"],
    ordered: ["collected", "cancelled", "entered_in_error"],
    collected: ["received", "recollect_required", "cancelled", "entered_in_error"],
    received: ["in_process", "recollect_required", "entered_in_error"],
    in_process: ["partially_resulted", "completed", "entered_in_error"],
    partially_resulted: ["completed", "entered_in_error"],
    completed: ["entered_in_error"],
    recollect_required: ["collected", "entered_in_error"],
    cancelled: ["entered_in_error"],
    entered_in_error: [],
  },
};

/** The states in which an answer is still to come. */
export const openOrderStatuses = [
  "ordered",
  "collected",
  "received",
  "in_process",
  "partially_resulted",
  "recollect_required",
] as const;

/** The states that an order reaches by its results alone. */
export const resultedStatuses: readonly LabOrderStatus[] = ["partially_resulted", "completed"];

/** Who may take an order to a state. */
export const labOrderActors: Readonly<Partial<Record<LabOrderStatus, readonly Role[]>>> = {
  ordered: ["doctor", "nurse"],
  collected: ["nurse", "doctor", "lab"],
  received: ["lab"],
  in_process: ["lab"],
  recollect_required: ["lab"],
  cancelled: ["doctor", "nurse", "lab"],
  entered_in_error: ["doctor", "lab"],
};
