import type * as z from "zod";
import { enumValueOf } from "#contract/enum-value.ts";
import { isoInstant } from "#kernel/clock.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import { placeInTime, timeOf } from "./appointments.booking.ts";
import { referencedProvider } from "./appointments.commands.ts";
import {
  appointmentStatuses,
  movedReason,
  type AppointmentStatus,
  type updateAppointmentBody,
} from "./appointments.contract.ts";
import { emitChanged } from "./appointments.events.ts";
import { appointmentStates, rescheduledState } from "./appointments.states.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";
import { requeued } from "./appointments.requeue.ts";
import { passStates, type AppointmentPatch } from "./appointments.transitions.ts";

type UpdateBody = z.output<typeof updateAppointmentBody>;

function statusOf(row: AppointmentRow): AppointmentStatus {
  return enumValueOf(appointmentStatuses, row.status);
}

function isMoved(row: AppointmentRow, body: UpdateBody): boolean {
  const { slot_time: time, provider_id: provider, duration_min: minutes } = body;
  return (
    (time !== undefined && time !== row.slot_time) ||
    (provider !== undefined && provider !== row.provider_id) ||
    (minutes !== undefined && minutes !== row.duration_min)
  );
}

/** Whoever waits has no slot any more, or never had one: another provider can take them over, with the token they hold. */
async function reassigned(
  ctx: WriteContext,
  row: AppointmentRow,
  body: UpdateBody,
): Promise<AppointmentPatch> {
  if (body.slot_time !== undefined && body.slot_time !== row.slot_time) {
    throw fieldError({
      path: "slot_time",
      code: "validation_error",
      message: row.source === "walk_in" ? "a walk-in has no slot" : "is over: the patient waits",
    });
  }
  const status = statusOf(row);
  if (status !== "checked_in") {
    const { subject, transitions } = appointmentStates;
    throw refusedTransition(subject, status, "checked_in", transitions[status]);
  }
  const provider = await referencedProvider(
    ctx,
    "provider_id",
    body.provider_id ?? row.provider_id,
  );
  const minutes = body.duration_min ?? row.duration_min;
  // A booked time is free again with the provider who had it, and takes none of the other's.
  const isOver = row.is_overbook || row.source !== "walk_in";
  return {
    ...timeOf(Date.parse(row.slot_time), minutes, isOver),
    ...movedSteps(ctx, row),
    provider_id: provider.id,
  };
}

/** Who moved it, where that leaves its state as it is; behind it why a time that is kept for online booking was taken. */
function movedSteps(
  ctx: WriteContext,
  row: AppointmentRow,
  onlineReason?: string,
): AppointmentPatch {
  const reasons = [movedReason, ...(onlineReason === undefined ? [] : [onlineReason])];
  const step = { status: row.status, at: ctx.write.at, by: ctx.caller.id };
  const steps = reasons.map((reason) => ({ ...step, reason }));
  return { status_history: [...row.status_history, ...steps] };
}

async function rescheduled(
  ctx: WriteContext,
  row: AppointmentRow,
  body: UpdateBody,
): Promise<AppointmentPatch> {
  const since = row.status_history.at(-1)?.at ?? row.created_at;
  const status = rescheduledState(statusOf(row), ctx.now() - Date.parse(since));
  const provider = await referencedProvider(
    ctx,
    "provider_id",
    body.provider_id ?? row.provider_id,
  );
  const time = await placeInTime(ctx, {
    provider,
    startMs: Date.parse(body.slot_time ?? row.slot_time),
    minutes: body.duration_min ?? row.duration_min,
    isOverbook: body.overbook === true,
    onlineReason: body.online_reason,
    appointment: { id: row.id, patientId: row.patient_id },
    movedId: row.id,
  });
  return {
    ...(status === row.status
      ? movedSteps(ctx, row, body.online_reason)
      : await passStates(ctx, row, [status], body.online_reason ?? movedReason)),
    ...time,
    provider_id: provider.id,
    rescheduled_count: row.rescheduled_count + 1,
    reminder_status: "not_scheduled",
  };
}

function moved(
  ctx: WriteContext,
  row: AppointmentRow,
  body: UpdateBody,
): Promise<AppointmentPatch> {
  if (!isMoved(row, body)) return Promise.resolve({});
  const isThere = row.source === "walk_in" || row.status === "checked_in";
  return isThere ? reassigned(ctx, row, body) : rescheduled(ctx, row, body);
}

function cancelFields(row: AppointmentRow, body: UpdateBody, status: string): AppointmentPatch {
  const { cancel_reason: reason, cancel_note: note } = body;
  if (status === "cancelled") {
    return {
      cancel_reason: reason ?? row.cancel_reason ?? "patient_request",
      cancel_note: note === undefined ? row.cancel_note : note,
    };
  }
  if ((reason ?? null) === null && (note ?? null) === null) return {};
  throw fieldError({
    path: (reason ?? null) === null ? "cancel_note" : "cancel_reason",
    code: "validation_error",
    message: "is given only when the appointment is cancelled",
  });
}

/** `before` is what the caller saw: a body that repeats its state asks for no other. */
async function restated(
  ctx: WriteContext,
  before: AppointmentRow,
  row: AppointmentRow,
  body: UpdateBody,
): Promise<AppointmentPatch> {
  const wanted = body.status;
  const current = statusOf(row);
  const isSame = wanted === undefined || wanted === before.status || wanted === current;
  const states = isSame ? [] : [nextState(appointmentStates, current, wanted)];
  const cancelled = cancelFields(row, body, states.at(-1) ?? current);
  const reason = body.status_reason ?? (states[0] === "cancelled" ? cancelled.cancel_reason : null);
  return { ...(await passStates(ctx, row, states, reason ?? null)), ...cancelled };
}

function refuseTurn(status: string, wanted: string): never {
  const allowed = appointmentStates.transitions[enumValueOf(appointmentStatuses, status)];
  throw refusedTransition(appointmentStates.subject, status, wanted, allowed);
}

/** Called, set aside or taken back into the turn; whoever is called or does not wait any more is not set aside. */
function turn(
  ctx: WriteContext,
  row: AppointmentRow,
  status: string,
  body: UpdateBody,
): AppointmentPatch {
  const now = isoInstant(ctx.now());
  if (body.called !== undefined) {
    if (status !== "checked_in" && status !== "in_consultation") refuseTurn(status, "called");
    return { called_at: now, set_aside_at: null };
  }
  if (body.set_aside === true) {
    if (status !== "checked_in") refuseTurn(status, "set_aside");
    return row.set_aside_at === null ? { set_aside_at: now } : {};
  }
  const isBack = body.set_aside === false || status !== "checked_in";
  return isBack && row.set_aside_at !== null ? { set_aside_at: null } : {};
}

function details(body: UpdateBody): AppointmentPatch {
  const given = {
    service_id: body.service_id,
    encounter_type: body.encounter_type,
    channel: body.channel,
    reminder_channels: body.reminder_channels,
    reason: body.reason,
    referred_by: body.referred_by,
    priority: body.priority,
    priority_reason: body.priority_reason,
    metadata: body.metadata,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A kiosk lets a patient say "I am here", nothing else; null stands for a cancellation. @throws AppError forbidden */
export function refuseBeyondCheckIn(ctx: WriteContext, body: UpdateBody | null): void {
  const isDevice = ctx.caller.roles.every((role) => role === "device");
  const isCheckIn = body?.status === "checked_in" && Object.keys(body).length === 1;
  if (isDevice && !isCheckIn)
    throw new AppError("forbidden", "A device may only check a patient in.");
}

/**
 * Changes an appointment: queue, time and provider, then state, then call, and details; fields that are absent stay.
 * @throws AppError slot_unavailable, invalid_transition, invalid_reference
 */
export async function changeAppointment(
  ctx: WriteContext,
  row: AppointmentRow,
  body: UpdateBody,
): Promise<AppointmentRow> {
  const placed = {
    ...details(body),
    ...(await requeued(ctx, row, body.queue_code)),
    ...(await moved(ctx, row, body)),
  };
  const stated = { ...placed, ...(await restated(ctx, row, { ...row, ...placed }, body)) };
  const called = turn(ctx, row, stated.status ?? row.status, body);
  const changed = ctx.write.update(appointmentsTable, row, { ...stated, ...called });
  if (changed !== row) emitChanged(ctx, row, changed);
  return changed;
}

/** Cancels an appointment; one that is cancelled stays as it is. @throws AppError invalid_transition */
export async function cancelAppointment(
  ctx: WriteContext,
  row: AppointmentRow,
  cause: { readonly reason?: UpdateBody["cancel_reason"]; readonly note?: string | undefined },
): Promise<AppointmentRow> {
  if (row.status === "cancelled") return row;
  const note = cause.note === undefined ? {} : { cancel_note: cause.note };
  return changeAppointment(ctx, row, {
    status: "cancelled",
    cancel_reason: cause.reason ?? "patient_request",
    ...note,
  });
}
