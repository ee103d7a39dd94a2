import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { numberKey, type PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { inList } from "@edgeward/shared/db/in-list.ts";
import type { Reader } from "@edgeward/shared/db/session.ts";
import { phoneDigits } from "@edgeward/shared/kernel/text.ts";

/** More than this many people with one number are nobody's answer. */
const mostAlike = 20;

function rowsById(db: Reader, tenantId: string, ids: readonly string[]) {
  return db
    .selectFrom("patients")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .orderBy("id")
    .execute();
}

/** Rows, with the record that each merged one was merged into in its place: an old wristband still finds its wearer. */
async function surviving(
  db: Reader,
  tenantId: string,
  rows: readonly PatientRow[],
): Promise<readonly PatientRow[]> {
  const merged = rows.filter((row) => row.status === "merged");
  if (merged.length === 0) return rows;
  const targets = merged.flatMap((row) => row.merged_into_id ?? []);
  const own = rows.filter((row) => row.status !== "merged");
  const others = targets.filter((id) => !own.some((row) => row.id === id));
  return [...own, ...(others.length === 0 ? [] : await rowsById(db, tenantId, others))];
}

async function underKey(db: Reader, tenantId: string, key: string): Promise<readonly PatientRow[]> {
  const found = await db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "patients")
    .where("search_key", "=", key)
    .limit(mostAlike)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map((row) => row.entity_id);
  return surviving(db, tenantId, await rowsById(db, tenantId, ids));
}

/** Patients with exactly that printed number: UHID, MRN, a service recipient's number. */
export function patientsByNumber(
  db: Reader,
  tenantId: string,
  number: string,
): Promise<readonly PatientRow[]> {
  const key = numberKey(number);
  return key.length < 3 ? Promise.resolve([]) : underKey(db, tenantId, `u:${key}`);
}

/** Patients with exactly that ABHA number or address. */
export function patientsByAbha(
  db: Reader,
  tenantId: string,
  abha: string,
): Promise<readonly PatientRow[]> {
  const key = abha.includes("@") ? abha.toUpperCase() : numberKey(abha);
  return underKey(db, tenantId, `a:${key}`);
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
  const found = await underKey(db, tenantId, `p:${digits}`);
  return found.filter((row) => row.dob?.startsWith(String(birthYear)) === true);
}

/** The patient of an id, or of the record that it was merged into. */
export async function survivingPatient(
  db: Reader,
  tenantId: string,
  id: string,
): Promise<PatientRow | undefined> {
  const [row] = await surviving(db, tenantId, await rowsById(db, tenantId, [id]));
  return row;
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

/** The appointment that a day's token stands for. @param date `YYYY-MM-DD` in the branch's zone */
export function appointmentByToken(
  db: Reader,
  tenantId: string,
  branchId: string,
  date: string,
  tokenCode: string,
): Promise<AppointmentRow | undefined> {
  return db
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("business_date", "=", date)
    .where("token_code", "=", tokenCode)
    .executeTakeFirst();
}
