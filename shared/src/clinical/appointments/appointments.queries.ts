import { sql, type SqlBool } from "kysely";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import type { Condition } from "#resource/word-search.ts";
import { Records } from "#resource/records.ts";
import { appointmentFields } from "./appointments.contract.ts";
import { displacementsOf } from "./appointments.displaced.ts";
import { roomsOf } from "./appointments.rooms.ts";
import type { Interval } from "./appointments.slots.ts";
import { appointmentsTable } from "./appointments.table.ts";

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

function startOfDay(date: string, zone: string): string {
  return isoInstant(instantOf(date, "00:00", zone));
}

/** The condition that appointments are on these local days of a branch in that zone, first and last included. */
export function onDays(
  {
    date_from: from,
    date_to: to,
  }: { readonly date_from?: string | undefined; readonly date_to?: string | undefined },
  zone: string,
): readonly Condition[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`slot_time >= ${startOfDay(from, zone)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`slot_time < ${startOfDay(addDays(to, 1), zone)}`]),
  ];
}

/** Appointments as they are listed, read and answered. */
export const appointments = new Records(appointmentsTable, appointmentFields, {
  scope: "branch",
  sort: "slot_time",
  computed: async (viewer, rows) => {
    const roomOf = await roomsOf(viewer, rows);
    const closureOf = await displacementsOf(viewer, rows);
    return (row) => ({ room: roomOf(row), displaced_by: closureOf(row) });
  },
});
