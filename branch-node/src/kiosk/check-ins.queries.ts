import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { knownDepartments } from "@edgeward/shared/clinical/departments/departments.commands.ts";
import { samePerson } from "@edgeward/shared/clinical/patients/same-person.commands.ts";
import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { isScheduledAt } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { activeStaff, findStaff } from "@edgeward/shared/clinical/staff/staff.queries.ts";
import { localNamesOf, type LocalNames } from "@edgeward/shared/kernel/local-names.ts";
import type { Reader } from "@edgeward/shared/db/session.ts";
import { inList } from "@edgeward/shared/db/statements.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Context } from "@edgeward/shared/resource/context.ts";

type Scope = Pick<Context, "tenantId" | "branch" | "now"> & { readonly db: Reader };

const mostDoctors = 200;

/** The doctors who see patients at the branch. */
export function doctorsOf({ db, tenantId, branch }: Scope): Promise<readonly StaffRow[]> {
  return activeStaff(db, tenantId, { branchId: branch.id, role: "doctor", limit: mostDoctors });
}

// What a department is called where a doctor belongs to none.
const generalDepartment = "General";

/** The department of a doctor. */
export function departmentOf(doctor: Pick<StaffRow, "department">): string {
  return doctor.department ?? generalDepartment;
}

/** What the clinic calls a department, or null where it has not said. */
export async function namesOfDepartment(scope: Scope, code: string): Promise<LocalNames | null> {
  const known = (await knownDepartments(scope)).get(code);
  return known === undefined ? null : localNamesOf(known);
}

/** The departments in which doctors of the branch see patients, with their names; without those that are not in use. */
export async function openDepartments(
  scope: Scope,
): Promise<readonly { readonly department: string; readonly names: LocalNames | null }[]> {
  const [doctors, known] = await Promise.all([doctorsOf(scope), knownDepartments(scope)]);
  // Who has no hours here sees nobody, as a radiologist; where nobody has any, patients see whoever is there.
  const booked = doctors.filter(({ schedule }) =>
    schedule.some((block) => isScheduledAt(block, scope.branch.id)),
  );
  return [...new Set((booked.length === 0 ? doctors : booked).map(departmentOf))]
    .filter((code) => known.get(code)?.status !== "inactive")
    .toSorted((one, other) => one.localeCompare(other))
    .map((department) => {
      const own = known.get(department);
      return { department, names: own === undefined ? null : localNamesOf(own) };
    });
}

/** The doctor of an appointment. */
export async function providerOf(scope: Scope, id: string): Promise<StaffRow | undefined> {
  return findStaff(scope.db, scope.tenantId, id);
}

/** A patient's appointments of today at the branch that are not over, by time. */
export async function todaysAppointments(
  scope: Scope,
  patientId: string,
): Promise<readonly AppointmentRow[]> {
  const { db, tenantId, branch } = scope;
  const today = localDate(scope.now(), branch.timeZone);
  const from = isoInstant(instantOf(today, "00:00", branch.timeZone));
  const until = isoInstant(instantOf(addDays(today, 1), "00:00", branch.timeZone));
  const records = await samePerson(db, tenantId, patientId);
  return db
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branch.id)
    .where("patient_id", "in", inList(records))
    .where("slot_time", ">=", from)
    .where("slot_time", "<", until)
    .where("status", "in", ["booked", "confirmed", "checked_in", "in_consultation"])
    .orderBy("slot_time")
    .execute();
}

/** How many wait with a doctor today. */
export async function waitingWith(scope: Scope, providerId: string): Promise<number> {
  const { db, tenantId, branch } = scope;
  const rows = await db
    .selectFrom("appointments")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branch.id)
    .where("business_date", "=", localDate(scope.now(), branch.timeZone))
    .where("provider_id", "=", providerId)
    .where("status", "=", "checked_in")
    .execute();
  return rows.length;
}

/** How many of a queue have a smaller number and have not been called. */
export async function waitingBefore(scope: Scope, row: AppointmentRow): Promise<number> {
  const { db, tenantId, branch } = scope;
  const rows = await db
    .selectFrom("appointments")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branch.id)
    .where("business_date", "=", row.business_date)
    .where("queue_code", "=", row.queue_code)
    .where("queue_no", "<", row.queue_no)
    .where("status", "=", "checked_in")
    .where("called_at", "is", null)
    .execute();
  return rows.length;
}
