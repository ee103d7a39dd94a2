import type * as z from "zod";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { refuseClosedQueue } from "#clinical/queues/queues.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import type { StaffRow } from "#clinical/staff/staff.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";
import type { Context, WriteContext } from "#resource/context.ts";
import { ownedByBranch, placeInTime, timeOf, usualMinutes } from "./appointments.booking.ts";
import { appointmentStatuses, type createAppointmentBody } from "./appointments.contract.ts";
import { emitBooked, emitChanged } from "./appointments.events.ts";
import { takeQueuePlace } from "./appointments.queue.ts";
import { sellerOf } from "./appointments.slots.ts";
import { statesOnTheWay } from "./appointments.states.ts";
import { appointments } from "./appointments.queries.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";
import { passStates } from "./appointments.transitions.ts";

type CreateBody = z.output<typeof createAppointmentBody>;

const providerRoles: readonly string[] = ["doctor", "nurse"];

/** Who may be booked: also somebody on leave, whose hours then say so. @throws AppError invalid_reference */
export function referencedProvider(
  ctx: Pick<Context, "tenantId" | "branch"> & { readonly db: Reader },
  path: string,
  id: string,
): Promise<StaffRow> {
  return referencedStaff(ctx, path, id, { roles: providerRoles, statuses: ["active", "on_leave"] });
}

const usualSources = {
  staff: "front_desk",
  user: "web",
  client: "integrator",
  device: "kiosk",
  system: "integrator",
} as const;

function walkInTime(ctx: WriteContext, body: CreateBody, provider: StaffRow) {
  // Who stands at the desk is in the branch's queue, which only the branch's node counts.
  if (sellerOf(ctx) === "online") throw ownedByBranch(ctx);
  const startMs = body.slot_time === undefined ? ctx.now() : Date.parse(body.slot_time);
  const minutes = body.duration_min ?? provider.schedule[0]?.slot_min ?? usualMinutes;
  return timeOf(startMs, minutes, false);
}

interface Booked {
  readonly id: string;
  readonly patientId: string;
  readonly provider: StaffRow;
}

function bookedTime(ctx: WriteContext, body: CreateBody, { id, patientId, provider }: Booked) {
  if (body.slot_time === undefined) {
    throw fieldError({ path: "slot_time", code: "validation_error", message: "is required" });
  }
  return placeInTime(ctx, {
    provider,
    startMs: Date.parse(body.slot_time),
    minutes: body.duration_min,
    isOverbook: body.overbook === true,
    onlineReason: body.online_reason,
    appointment: { id, patientId },
    movedId: null,
  });
}

const noPlace = {
  queue_no: null,
  queue_code: null,
  token_code: null,
  business_date: null,
} as const;

/**
 * Books an appointment; a walk-in gets a place in the queue at once and takes no slot.
 * @throws AppError slot_unavailable, invalid_reference, owned_by_branch
 */
export async function bookAppointment(
  ctx: WriteContext,
  body: CreateBody,
): Promise<AppointmentRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const provider = await referencedProvider(ctx, "provider_id", body.provider_id);
  const source = body.source ?? usualSources[ctx.caller.type];
  const isWalkIn = source === "walk_in";
  const id = ctx.newId("apt");
  const time = isWalkIn
    ? walkInTime(ctx, body, provider)
    : await bookedTime(ctx, body, { id, patientId: patient.id, provider });
  const queueCode = body.queue_code ?? null;
  if (queueCode !== null) await refuseClosedQueue(ctx, queueCode);
  const place = isWalkIn
    ? await takeQueuePlace(ctx, { code: queueCode, department: provider.department })
    : { ...noPlace, queue_code: queueCode };
  const status = isWalkIn ? "checked_in" : "booked";
  const appointment = ctx.write.insert(appointmentsTable, id, {
    ...appointments.mapping.first(body),
    branch_id: ctx.branch.id,
    patient_id: patient.id,
    provider_id: provider.id,
    ...time,
    ...place,
    source,
    status,
    reminder_status: "not_scheduled",
    booking_id: null,
    rescheduled_count: 0,
    cancel_reason: null,
    cancel_note: null,
    video_url: null,
    status_history: [
      { status, at: ctx.write.at, by: ctx.caller.id, reason: body.online_reason ?? null },
    ],
    former_tokens: null,
    called_at: null,
    set_aside_at: null,
    metadata: body.metadata ?? {},
  });
  emitBooked(ctx, appointment);
  return appointment;
}

const openStatuses: readonly string[] = ["booked", "confirmed", "checked_in", "in_consultation"];

// It may have been made for a record that was merged since.
async function isOfPerson(ctx: WriteContext, row: AppointmentRow, patientId: string) {
  if (row.patient_id === patientId) return true;
  return (await samePerson(ctx.db, ctx.tenantId, patientId)).includes(row.patient_id);
}

/** The appointment that a visit is about: this patient's, at this branch, not over. @throws AppError invalid_reference */
export async function appointmentForVisit(
  ctx: WriteContext,
  path: string,
  id: string,
  patientId: string,
): Promise<AppointmentRow> {
  const row = await ctx.write.load(appointmentsTable, id);
  const isHere = row?.branch_id === ctx.branch.id;
  if (
    row !== null &&
    isHere &&
    (await isOfPerson(ctx, row, patientId)) &&
    openStatuses.includes(row.status)
  )
    return row;
  throw fieldError({
    path,
    code: "invalid_reference",
    message: "names no open appointment of this patient at this branch",
  });
}

/**
 * Moves an appointment on with its visit: to the check-in, into the consultation, to its end. One that is further on,
 * or was cancelled meanwhile, stays: what happened at the bedside is written down in any case.
 */
export async function takeAppointmentAlong(
  ctx: WriteContext,
  id: string,
  to: "checked_in" | "in_consultation" | "completed",
): Promise<void> {
  const row = await ctx.write.load(appointmentsTable, id);
  if (row === null || !openStatuses.includes(row.status)) return;
  const states = statesOnTheWay(enumValueOf(appointmentStatuses, row.status), to);
  const passed = await passStates(ctx, row, states, "visit");
  const patch = { ...passed, ...(row.set_aside_at === null ? {} : { set_aside_at: null }) };
  const changed = ctx.write.update(appointmentsTable, row, patch);
  if (changed !== row) emitChanged(ctx, row, changed);
}
