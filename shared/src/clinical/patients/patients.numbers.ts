import type { Disputed } from "#resource/module.ts";
import { inList } from "#db/statements.ts";
import type { Reader } from "#db/session.ts";
import { survivorsOf } from "./same-person.commands.ts";
import { numberKey } from "#kernel/text.ts";
import { keptIndex } from "#kernel/value-seal.ts";
import { sealedKeys, type NumberIndex } from "./patients.keys.ts";
import type { PatientRow } from "./patients.table.ts";

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
  const own = rows.filter((row) => row.status !== "merged");
  const last = await survivorsOf(merged, (ids) => rowsById(db, tenantId, ids));
  const others = new Map([...last.values()].map((row) => [row.id, row]));
  for (const { id } of own) others.delete(id);
  return [...own, ...others.values()];
}

/** Patients whom search finds under exactly one of some keys, merged ones by their survivor; at most 20. */
export async function patientsUnderKeys(
  db: Reader,
  tenantId: string,
  keys: readonly string[],
): Promise<readonly PatientRow[]> {
  const found = await db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "patients")
    .where("search_key", "in", inList(keys))
    .limit(mostAlike)
    .execute();
  if (found.length === 0) return [];
  const ids = [...new Set(found.map((row) => row.entity_id))];
  return surviving(db, tenantId, await rowsById(db, tenantId, ids));
}

/** Patients with exactly that printed number: UHID, MRN, a service recipient's number. */
export function patientsByNumber(
  { db, tenantId, valueSeal }: NumberedNode,
  number: string,
): Promise<readonly PatientRow[]> {
  const key = numberKey(number);
  if (key.length < 3) return Promise.resolve([]);
  return patientsUnderKeys(db, tenantId, [`u:${key}`, ...sealedKeys(number, valueSeal)]);
}

/** Where numbers of patients are looked for. */
export interface NumberedNode {
  readonly db: Reader;
  readonly tenantId: string;
  readonly valueSeal: NumberIndex;
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

/** What becomes of a patient that gives up a number which another one holds; null for the number that is printed. */
export function releaseNumber(
  row: PatientRow,
  { field, value }: Disputed,
): Partial<PatientRow> | null {
  if (field === "abha_id") return { abha_id: null, abha_address: null };
  const [kind, type] = field.split(":");
  if (kind !== "identifier") return null;
  const isDisputed = (one: PatientRow["identifiers"][number]) =>
    typeof value === "string" && one.type === type && keptIndex(one.value) === keptIndex(value);
  return { identifiers: row.identifiers.filter((one) => !isDisputed(one)) };
}
