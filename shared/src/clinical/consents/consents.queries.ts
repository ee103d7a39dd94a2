import type { Reader } from "#db/session.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import type { ConsentRow } from "./consents.table.ts";

const refused: readonly string[] = ["denied", "revoked"];
// What was agreed to for a time opens nothing behind it.
const closing: readonly string[] = [...refused, "expired"];

/** Whether a record may not be opened where nobody of the clinic asks, by what its patient has said last. */
export function isWithheld({
  consent_status: status,
}: Pick<PatientRow, "consent_status">): boolean {
  return closing.includes(status);
}

/**
 * Whether a patient's records may not go to another branch: the consent to keeping or to sharing them was refused or
 * withdrawn, or its time is over, and none stands. @param now an instant
 */
export async function isSharingWithheld(
  scope: { readonly db: Reader; readonly tenantId: string },
  patient: Pick<PatientRow, "id" | "consent_status">,
  now: string,
): Promise<boolean> {
  if (isWithheld(patient)) return true;
  const standing = standingOf(await consentsOf(scope, patient.id, "data_sharing"), now);
  return standing !== null && closing.includes(standing);
}

// More than anybody is ever asked.
const mostConsents = 500;

/** What a patient was asked of one type, the last first. */
export function consentsOf(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  patientId: string,
  type: ConsentRow["consent_type"],
) {
  return db
    .selectFrom("consents")
    .select(["id", "status", "valid_from", "valid_until", "decided_at", "revoked_at"])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "=", patientId)
    .where("consent_type", "=", type)
    .orderBy("created_at", "desc")
    .limit(mostConsents)
    .execute();
}

/** What of a consent says how it stands. */
export type Standing = Pick<
  ConsentRow,
  "id" | "status" | "valid_from" | "valid_until" | "decided_at" | "revoked_at"
>;

/** Whether a consent is granted, its time has come and is not over. @param now an instant */
export function isActive(
  { status, valid_from: from, valid_until: until }: Omit<Standing, "id">,
  now: string,
): boolean {
  return status === "granted" && (from === null || from <= now) && (until === null || until > now);
}

function isOver({ status, valid_until: until }: Standing, now: string): boolean {
  return status === "expired" || (status === "granted" && until !== null && until <= now);
}

/**
 * How consents of one type stand together: granted while one is, otherwise what was refused or withdrawn last, otherwise
 * expired where one is over; null where nothing of it holds yet. @param now an instant
 */
export function standingOf(all: readonly Standing[], now: string): string | null {
  if (all.some((one) => isActive(one, now))) return "granted";
  const closed = all.flatMap(({ status, decided_at: decided, revoked_at: revoked }) => {
    const at = revoked ?? decided;
    return at === null || !refused.includes(status) ? [] : [{ status, at }];
  });
  const [last] = closed.toSorted((one, next) => (one.at < next.at ? 1 : -1));
  if (last !== undefined) return last.status;
  return all.some((one) => isOver(one, now)) ? "expired" : null;
}
