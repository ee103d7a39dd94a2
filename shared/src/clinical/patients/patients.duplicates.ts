import type { Reader, Session } from "#db/session.ts";
import { phoneDigits } from "#kernel/text.ts";
import {
  candidateLimit,
  patientsByIds,
  searchPatients,
  type ListedPatient,
  type PatientCandidate,
} from "./patients.queries.ts";
import type { PatientTerms } from "./patients.keys.ts";
import { numberKey, type PatientRow } from "./patients.table.ts";

/**
 * The ids of those who look like the person about to be registered: one ABHA number, or name, birth date and phone alike. Asked
 * within every registration, so it looks at whole keys only.
 */
export async function registeredAlike(
  session: Session,
  tenantId: string,
  person: Pick<PatientRow, "name_key" | "dob" | "phone" | "abha_id">,
): Promise<readonly string[]> {
  const keys = [
    ...(person.phone === null ? [] : [`p:${phoneDigits(person.phone)}`]),
    ...(person.abha_id === null ? [] : [`a:${numberKey(person.abha_id)}`]),
  ];
  if (keys.length === 0) return [];
  const found = await session.lookUp({
    table: "search_keys",
    columns: ["search_key", "entity_id"],
    tenantId,
    fixed: { entity: "patients" },
    column: "search_key",
    values: keys,
    isLocking: false,
    limit: candidateLimit,
  });
  const ids = new Set(found.map((row) => String(row["entity_id"])));
  const rows = await session.lookUp({
    table: "patients",
    columns: ["id", "name_key", "dob", "abha_id"],
    tenantId,
    fixed: { status: "active" },
    column: "id",
    values: [...ids].slice(0, candidateLimit),
    isLocking: false,
    limit: 1,
  });
  const alike = rows.filter(
    (row) =>
      (person.abha_id !== null && row["abha_id"] === person.abha_id) ||
      (row["name_key"] === person.name_key && row["dob"] === person.dob),
  );
  return alike.map((row) => String(row["id"]));
}

// More than a person compares before saving.
const shownDuplicates = 10;

/** Who may be the same person: one ABHA number, or name, birth date and phone alike. */
export async function probableDuplicates(
  db: Reader,
  tenantId: string,
  person: {
    readonly name: string | null;
    readonly dob: string | null;
    readonly phone: string | null;
    readonly abha_id: string | null;
  },
): Promise<readonly ListedPatient[]> {
  const find = async (terms: PatientTerms) =>
    (await searchPatients(db, tenantId, terms)).map((match) => match.candidate);
  const byAbha = person.abha_id === null ? [] : await find({ abha_id: person.abha_id });
  const byPhone = person.phone === null ? [] : await find({ phone: person.phone });
  const byName = person.name === null ? [] : await find({ name: person.name });
  const alike = new Set(byName.map((row) => row.id));
  const fits = (row: PatientCandidate) =>
    alike.has(row.id) && (person.dob === null || row.dob === null || row.dob === person.dob);
  const sameBirthAndName = byName.filter((row) => person.dob !== null && row.dob === person.dob);
  const found = [...byAbha, ...byPhone.filter(fits), ...sameBirthAndName];
  const ids = found.filter((row) => row.status === "active").map((row) => row.id);
  return patientsByIds(db, tenantId, [...new Set(ids)].slice(0, shownDuplicates));
}
