import type { WriteContext } from "#resource/context.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";

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

function emit(ctx: WriteContext, type: string, row: AppointmentRow, more: object = {}): void {
  ctx.write.emit(`appointment.${type}`, appointmentsTable, row, { ...thin(row), ...more });
}

/** Publishes a new appointment, and the place in the queue that a walk-in has with it. */
export function emitBooked(ctx: WriteContext, row: AppointmentRow): void {
  emit(ctx, "booked", row);
  if (row.status === "checked_in") emit(ctx, "checked_in", row, place(row));
}

/** The states that have an event of their own. */
const toldStatuses: readonly string[] = ["cancelled", "completed", "no_show"];

/** Publishes everything by which an appointment differs; `updated` where nothing finer fits. */
export function emitChanged(
  ctx: WriteContext,
  before: AppointmentRow,
  after: AppointmentRow,
): void {
  const isMoved = before.slot_time !== after.slot_time || before.provider_id !== after.provider_id;
  const isRestated = before.status !== after.status;
  const isCheckedIn = isRestated && after.status === "checked_in";
  const isTold = isRestated && toldStatuses.includes(after.status);
  const isCalled = after.called_at !== null && before.called_at !== after.called_at;
  if (isMoved) emit(ctx, "rescheduled", after, { previous_slot_time: before.slot_time });
  if (isCheckedIn) emit(ctx, "checked_in", after, place(after));
  if (isTold) emit(ctx, after.status, after);
  if (isCalled) emit(ctx, "called", after, place(after));
  if (!(isMoved || isCheckedIn || isTold || isCalled)) emit(ctx, "updated", after);
}
