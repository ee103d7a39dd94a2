import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { patientsUnderKeys } from "@edgeward/shared/clinical/patients/patients.numbers.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Reader } from "@edgeward/shared/db/session.ts";
import { numberKey, phoneDigits } from "@edgeward/shared/kernel/text.ts";

/** Patients with exactly that ABHA number or address. */
export function patientsByAbha(
  db: Reader,
  tenantId: string,
  abha: string,
): Promise<readonly PatientRow[]> {
  const key = abha.includes("@") ? abha.toUpperCase() : numberKey(abha);
  return patientsUnderKeys(db, tenantId, [`a:${key}`]);
}

/** Patients with that telephone number, whichever way it is written, who were born in that year. */
export async function patientsByPhone(
  db: Reader,
  tenantId: string,
  phone: string,
  birthYear: number,
): Promise<readonly PatientRow[]> {
  const digits = phoneDigits(phone).slice(-10);
  if (digits.length < 6) return [];
  const found = await patientsUnderKeys(db, tenantId, [`p:${digits}`]);
  return found.filter((row) => row.dob?.startsWith(String(birthYear)) === true);
}

/** An appointment of the branch by its id. */
export function appointmentById(
  db: Reader,
  tenantId: string,
  branchId: string,
  id: string,
): Promise<AppointmentRow | undefined> {
  return db
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("id", "=", id)
    .executeTakeFirst();
}

function appointmentsOn(db: Reader, tenantId: string, branchId: string, date: string) {
  return db
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("business_date", "=", date);
}

/**
 * The appointment that a day's token stands for, also one that was held before a move to another queue: its slip is still
 * about. @param date `YYYY-MM-DD` in the branch's zone
 */
export async function appointmentByToken(
  db: Reader,
  tenantId: string,
  branchId: string,
  date: string,
  tokenCode: string,
): Promise<AppointmentRow | undefined> {
  const ofDay = appointmentsOn(db, tenantId, branchId, date);
  const holder = await ofDay.where("token_code", "=", tokenCode).executeTakeFirst();
  if (holder !== undefined) return holder;
  const moved = await ofDay.where("former_tokens", "is not", null).execute();
  return moved.find((row) => row.former_tokens?.some((token) => token.token_code === tokenCode));
}
