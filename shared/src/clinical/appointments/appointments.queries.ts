import { enumValueOf } from "#contract/enum-value.ts";
import {
  presentRecord,
  whereFields,
  madeWithin,
  recordFinder,
  type RecordTimes,
  type FieldFilters,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import {
  appointmentChannels,
  appointmentPriorities,
  appointmentSources,
  appointmentStatuses,
  encounterTypes,
  reminderStatuses,
  type Appointment,
} from "./appointments.contract.ts";
import type { Interval } from "./appointments.slots.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";

/** One appointment of the tenant, or undefined. */
export const findAppointment = recordFinder(appointmentsTable);

/** Time of a provider that an appointment has taken. */
export interface TakenTime extends Interval {
  readonly appointmentId: string;
}

/** What is taken of a provider's time within a stretch, at any branch. */
export async function takenTimes(
  db: Reader,
  tenantId: string,
  providerId: string,
  within: Interval,
): Promise<readonly TakenTime[]> {
  const rows = await db
    .selectFrom("reservations")
    .select(["ref_id", "start_ms", "end_ms"])
    .where("tenant_id", "=", tenantId)
    .where("resource_id", "=", providerId)
    .where("start_ms", "<", within.end)
    .where("end_ms", ">", within.start)
    .orderBy("start_ms")
    .execute();
  return rows.map((row) => ({ appointmentId: row.ref_id, start: row.start_ms, end: row.end_ms }));
}

/** The time zone of a branch of the tenant, or null for one that it does not have. */
export async function zoneOfBranch(
  db: Reader,
  tenantId: string,
  branchId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("branches")
    .select("time_zone")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", branchId)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

/** Which appointments a list is of. */
export interface AppointmentFilters extends RecordTimes {
  readonly branchId: string;
  /** Local days of the branch, first and last included. */
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly provider_id?: string | undefined;
  readonly patient_id?: string | undefined;
  readonly status?: string | undefined;
  readonly channel?: string | undefined;
  readonly source?: string | undefined;
  readonly queue_code?: string | undefined;
}

function startOfDay(date: string, zone: string): string {
  return isoInstant(instantOf(date, "00:00", zone));
}

function appointmentsInTime(
  db: Reader,
  tenantId: string,
  filters: AppointmentFilters,
  zone: string,
) {
  const { date_from: from, date_to: to } = filters;
  let rows = db
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", filters.branchId);
  if (from !== undefined) rows = rows.where("slot_time", ">=", startOfDay(from, zone));
  if (to !== undefined) rows = rows.where("slot_time", "<", startOfDay(addDays(to, 1), zone));
  return rows.where(madeWithin(filters));
}

/** The appointments that the filters leave. `zone` is the branch's. */
export function filteredAppointments(
  db: Reader,
  tenantId: string,
  filters: AppointmentFilters,
  zone: string,
) {
  const { provider_id, patient_id, status, channel, source, queue_code } = filters;
  const wanted = { provider_id, patient_id, status, channel, source, queue_code };
  return appointmentsInTime(db, tenantId, filters, zone).where(
    whereFields(wanted satisfies FieldFilters<AppointmentRow>),
  );
}

function presentFields(
  row: AppointmentRow,
): Omit<Appointment, keyof ReturnType<typeof presentRecord>> {
  return {
    id: row.id,
    branch_id: row.branch_id,
    patient_id: row.patient_id,
    provider_id: row.provider_id,
    slot_time: row.slot_time,
    duration_min: row.duration_min,
    end_time: row.end_time,
    service_id: row.service_id,
    encounter_type: enumValueOf(encounterTypes, row.encounter_type),
    channel: enumValueOf(appointmentChannels, row.channel),
    source: enumValueOf(appointmentSources, row.source),
    status: enumValueOf(appointmentStatuses, row.status),
    queue_no: row.queue_no,
    queue_code: row.queue_code,
    token_code: row.token_code,
    business_date: row.business_date,
    reminder_status: enumValueOf(reminderStatuses, row.reminder_status),
    reminder_channels: [...row.reminder_channels],
    reason: row.reason,
    priority: enumValueOf(appointmentPriorities, row.priority),
    booking_id: row.booking_id,
    rescheduled_count: row.rescheduled_count,
    cancel_reason: row.cancel_reason,
    cancel_note: row.cancel_note,
    video_url: row.video_url,
    is_overbook: row.is_overbook,
    status_history: row.status_history.map(({ status, at, by, reason }) => ({
      status,
      at,
      by,
      reason,
    })),
    called_at: row.called_at,
  };
}

/** Rows as the wire answers them. */
export async function presentAppointments(
  viewer: Viewer,
  rows: readonly AppointmentRow[],
): Promise<Appointment[]> {
  const ids = rows.map((row) => row.id);
  const stateOf = await syncStatesOf(viewer, ids);
  return rows.map((row) => ({ ...presentFields(row), ...presentRecord(row, stateOf(row.id)) }));
}

/** One row as the wire answers it. */
export async function presentAppointment(
  viewer: Viewer,
  row: AppointmentRow,
): Promise<Appointment> {
  const stateOf = await syncStatesOf(viewer, [row.id]);
  return { ...presentFields(row), ...presentRecord(row, stateOf(row.id)) };
}
