import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";

/** What is published of appointments. */
export const appointmentEvents = eventTypes("appointment", {
  booked: "an appointment was scheduled",
  updated: "an appointment was changed otherwise",
  cancelled: "an appointment was cancelled",
  rescheduled: "an appointment was moved",
  checked_in: "a patient arrived and got a place in the queue",
  queue_changed: "a patient who waits was moved to another queue and got another token",
  called: "a patient was called from the queue",
  completed: "an appointment took place",
  no_show: "a patient did not come",
});

// Payloads leave the node: ids, states and times, never who the patient is or why they come.
function thin(row: AppointmentRow) {
  return {
    patient_id: row.patient_id,
    provider_id: row.provider_id,
    slot_time: row.slot_time,
    end_time: row.end_time,
    channel: row.channel,
    source: row.source,
    status: row.status,
  };
}

function place(row: AppointmentRow) {
  return {
    queue_no: row.queue_no,
    queue_code: row.queue_code,
    token_code: row.token_code,
    business_date: row.business_date,
  };
}

function emit(
  ctx: Pick<WriteContext, "write">,
  name: keyof typeof appointmentEvents,
  row: AppointmentRow,
  more: object = {},
): void {
  ctx.write.emit(appointmentEvents[name], appointmentsTable, row, { ...thin(row), ...more });
}

/** Publishes a new appointment, and the place in the queue that a walk-in has with it. */
export function emitBooked(ctx: WriteContext, row: AppointmentRow): void {
  emit(ctx, "booked", row);
  if (row.status === "checked_in") emit(ctx, "checked_in", row, place(row));
}

/** The states that have an event of their own, of the same name. */
const publishedStatuses = ["cancelled", "completed", "no_show"] as const;

/** Publishes everything by which an appointment differs; `updated` where nothing finer fits. */
export function emitChanged(
  ctx: Pick<WriteContext, "write">,
  before: AppointmentRow,
  after: AppointmentRow,
): void {
  const isMoved = before.slot_time !== after.slot_time || before.provider_id !== after.provider_id;
  const isRestated = before.status !== after.status;
  const isCheckedIn = isRestated && after.status === "checked_in";
  const ended = isRestated
    ? publishedStatuses.find((status) => status === after.status)
    : undefined;
  const isRequeued = before.token_code !== null && before.token_code !== after.token_code;
  const isCalled = after.called_at !== null && before.called_at !== after.called_at;
  if (isMoved) emit(ctx, "rescheduled", after, { previous_slot_time: before.slot_time });
  if (isCheckedIn) emit(ctx, "checked_in", after, place(after));
  if (ended !== undefined) emit(ctx, ended, after);
  if (isRequeued) {
    const previous = { previous_token_code: before.token_code };
    emit(ctx, "queue_changed", after, { ...place(after), ...previous });
  }
  if (isCalled) emit(ctx, "called", after, place(after));
  const isFiner = isMoved || isCheckedIn || isRequeued || ended !== undefined || isCalled;
  if (!isFiner) emit(ctx, "updated", after);
}
