import { refusedTransition, type StateMachine } from "#resource/state-machine.ts";
import type { AppointmentStatus } from "./appointments.contract.ts";

/** The ways between the states of an appointment. A missed one comes back only by a new time. */
export const appointmentStates: StateMachine<AppointmentStatus> = {
  subject: "An appointment",
  transitions: {
    booked: ["confirmed", "checked_in", "cancelled", "no_show"],
    confirmed: ["checked_in", "cancelled", "no_show"],
    checked_in: ["in_consultation", "cancelled"],
    in_consultation: ["completed"],
    completed: [],
    cancelled: [],
    no_show: [],
  },
};

/** The state in which a new time leaves an appointment; what is not listed has no other time. */
const rescheduledStates: Readonly<Partial<Record<AppointmentStatus, AppointmentStatus>>> = {
  booked: "booked",
  confirmed: "confirmed",
  no_show: "booked",
};

/** How long a missed appointment may still be given a new time. */
export const missedGraceMs = 24 * 3_600_000;

/**
 * The state after a new time. @throws AppError invalid_transition for one that is under way, over, or missed long ago
 * @param sinceMs how long the appointment has been in its state
 */
export function rescheduledState(from: AppointmentStatus, sinceMs: number): AppointmentStatus {
  const to = rescheduledStates[from];
  const isTooLate = from === "no_show" && sinceMs > missedGraceMs;
  if (to !== undefined && !isTooLate) return to;
  const { subject, transitions } = appointmentStates;
  throw refusedTransition(subject, from, "booked", transitions[from]);
}

const visitOrder: readonly AppointmentStatus[] = [
  "booked",
  "checked_in",
  "in_consultation",
  "completed",
];

/** The states an appointment passes when a visit takes it along; none when it is there, further on, or over. */
export function statesOnTheWay(
  from: AppointmentStatus,
  to: AppointmentStatus,
): readonly AppointmentStatus[] {
  const place = visitOrder.indexOf(from === "confirmed" ? "booked" : from);
  return place < 0 ? [] : visitOrder.slice(place + 1, visitOrder.indexOf(to) + 1);
}
