import {
  movedReason,
  type Appointment,
  type AppointmentStatus,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";

/** The parts of the queue, in the order in which a desk looks at them. */
export const queueParts = ["waiting", "consulting", "booked", "done"] as const;

/** A part of the queue. */
export type QueuePart = (typeof queueParts)[number];

/** The part of the queue that a state belongs to. */
export function queuePart(status: AppointmentStatus): QueuePart {
  switch (status) {
    case "checked_in":
      return "waiting";
    case "in_consultation":
      return "consulting";
    case "booked":
    case "confirmed":
      return "booked";
    case "completed":
    case "cancelled":
    case "no_show":
      return "done";
  }
}

const urgency: Readonly<Record<Appointment["priority"], number>> = {
  emergency: 0,
  urgent: 1,
  vip: 2,
  routine: 2,
};

/** Whether somebody who waits did not answer and was set aside. */
export function isSetAside({ status, set_aside_at: at }: Appointment): boolean {
  return queuePart(status) === "waiting" && at !== null;
}

/** Of somebody's appointments of one day the first for which they have not come yet. */
export function bookedAmong<A extends Pick<Appointment, "status" | "slot_time">>(
  visits: readonly A[],
): A | undefined {
  return visits
    .filter(({ status }) => queuePart(status) === "booked")
    .toSorted((one, other) => one.slot_time.localeCompare(other.slot_time))
    .at(0);
}

function byTurn(one: Appointment, other: Appointment): number {
  return (
    Number(isSetAside(one)) - Number(isSetAside(other)) ||
    urgency[one.priority] - urgency[other.priority] ||
    (one.queue_no ?? Infinity) - (other.queue_no ?? Infinity) ||
    one.slot_time.localeCompare(other.slot_time)
  );
}

function byTime(one: Appointment, other: Appointment): number {
  return one.slot_time.localeCompare(other.slot_time);
}

/** Whoever is called next: who waits, is there, and has not been called. */
export function nextOf(waiting: readonly Appointment[]): Appointment | undefined {
  return waiting.find((each) => each.called_at === null && !isSetAside(each));
}

/** A day's appointments as a queue: who waits by turn, urgent ones first, who was not there last; the rest by time. */
export function queueOf(
  appointments: readonly Appointment[],
  providerId: string | null,
): Readonly<Record<QueuePart, readonly Appointment[]>> {
  const own = appointments.filter((each) => providerId === null || each.provider_id === providerId);
  const part = (name: QueuePart) => own.filter(({ status }) => queuePart(status) === name);
  return {
    waiting: part("waiting").toSorted(byTurn),
    consulting: part("consulting").toSorted(byTime),
    booked: part("booked").toSorted(byTime),
    done: part("done").toSorted(byTime).toReversed(),
  };
}

/** The part that is looked at first: who waits, or whom the day expects where nobody waits yet. */
export function firstPart({
  waiting,
  booked,
}: Readonly<Record<QueuePart, readonly Appointment[]>>): QueuePart {
  return waiting.length === 0 && booked.length > 0 ? "booked" : "waiting";
}

/** The token as it is called out: its code, or the plain number before it has one. */
export function tokenText({ token_code: code, queue_no: number }: Appointment): string {
  return code ?? (number === null ? "–" : String(number));
}

/** What of an appointment says where somebody stands. */
export type Stated = Pick<Appointment, "status" | "status_history">;

/** Since when somebody waits: when they came, or for one who was booked and is late, nothing. */
export function waitingSince({ status, status_history: history }: Stated): string | null {
  if (status !== "checked_in") return null;
  const came = (step: Stated["status_history"][number]) =>
    step.status === "checked_in" && step.reason !== movedReason;
  return history.findLast(came)?.at ?? null;
}
