import type * as z from "zod";
import {
  bookAppointment,
  referencedProvider,
} from "#clinical/appointments/appointments.commands.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import { daysBetween } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import {
  waitlistCrud,
  waitlistStatuses,
  type waitlistContract,
  type WaitlistStatus,
} from "./waitlist.contract.ts";
import { waitlistEvents } from "./waitlist.events.ts";
import { waitlistStates } from "./waitlist.states.ts";
import { waitlistTable, type WaitlistRow } from "./waitlist.table.ts";

type EntryFields = Fields<typeof waitlistTable.columns>;
type BookBody = z.output<typeof waitlistContract.book.body>;

const longestDays = 366;

type Wish = Pick<WaitlistRow, "provider_id" | "department" | "from_day" | "to_day">;

function refuseWish({ provider_id: provider, department, from_day: from, to_day: to }: Wish): void {
  const wrong = (path: string, message: string) =>
    fieldError({ path, code: "validation_error", message });
  if (to < from) throw wrong("to_day", "is before from_day");
  if (daysBetween(from, to) > longestDays)
    throw wrong("to_day", "must be within a year of from_day");
  if (provider === null && department === null)
    throw wrong("provider_id", "give a provider, or a department");
}

function entered(ctx: WriteContext, row: WaitlistRow, to: WaitlistStatus, reason: string | null) {
  const status = nextState(waitlistStates, enumValueOf(waitlistStatuses, row.status), to);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason };
  return { status, status_history: [...row.status_history, step] };
}

const published = ["offered", "accepted", "removed"] as const;

// Payloads leave the node: ids and states, never why somebody waits.
function thin({ patient_id, provider_id, appointment_id, status }: WaitlistRow) {
  return { patient_id, provider_id, appointment_id, status };
}

function emitChanged(ctx: WriteContext, before: WaitlistRow, after: WaitlistRow): void {
  if (before === after) return;
  const isRestated = before.status !== after.status;
  const name = isRestated ? published.find((status) => status === after.status) : undefined;
  ctx.write.emit(waitlistEvents[name ?? "updated"], waitlistTable, after, thin(after));
}

/** Puts a patient on the waiting list. @throws AppError validation_error, invalid_reference, patient_merged */
export async function addEntry(ctx: WriteContext, fields: EntryFields): Promise<WaitlistRow> {
  const patient = await referencedPatient(ctx, "patient_id", fields.patient_id);
  refuseWish(fields);
  if (fields.provider_id !== null) await referencedProvider(ctx, "provider_id", fields.provider_id);
  const row = ctx.write.insert(waitlistTable, ctx.newId(waitlistCrud.prefix), {
    ...fields,
    patient_id: patient.id,
    appointment_id: null,
    status_history: [{ status: "waiting", at: ctx.write.at, by: ctx.caller.id, reason: null }],
  });
  ctx.write.emit(waitlistEvents.created, waitlistTable, row, thin(row));
  return row;
}

interface EntryChange {
  readonly patch: Partial<EntryFields>;
  readonly status: WaitlistStatus | undefined;
  readonly reason: string | undefined;
}

/** Changes what somebody waits for, or where they stand. @throws AppError invalid_transition, validation_error, invalid_reference */
export async function changeEntry(
  ctx: WriteContext,
  row: WaitlistRow,
  { patch, status, reason }: EntryChange,
): Promise<WaitlistRow> {
  // What becomes an appointment does so by its own command, with the appointment.
  if (status === "accepted" && row.status !== "accepted") {
    const message = "is reached by booking the entry";
    throw fieldError({ path: "status", code: "validation_error", message });
  }
  refuseWish({ ...row, ...patch });
  if (typeof patch.provider_id === "string")
    await referencedProvider(ctx, "provider_id", patch.provider_id);
  const isRestated = status !== undefined && status !== row.status;
  const states = isRestated ? entered(ctx, row, status, reason ?? null) : {};
  const after = ctx.write.update(waitlistTable, row, { ...patch, ...states });
  emitChanged(ctx, row, after);
  return after;
}

/** Turns an entry into an appointment, in one transaction. @throws AppError slot_unavailable, invalid_transition */
export async function bookEntry(
  ctx: WriteContext,
  row: WaitlistRow,
  body: BookBody,
): Promise<WaitlistRow> {
  const accepted = entered(ctx, row, "accepted", null);
  const appointment = await bookAppointment(ctx, {
    patient_id: row.patient_id,
    encounter_type: enumValueOf(encounterTypes, row.encounter_type),
    ...body,
  });
  const after = ctx.write.update(waitlistTable, row, {
    ...accepted,
    appointment_id: appointment.id,
  });
  emitChanged(ctx, row, after);
  return after;
}
