import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";
import { addDays } from "#kernel/zones.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import type { PrescribedItem } from "./prescription-parts.contract.ts";
import type { CurrentMedicine } from "./prescriptions.alerts.ts";

// What was ever issued and not taken back.
const takenStatuses = ["issued", "partially_dispensed", "dispensed"];
// Nothing is prescribed for longer, and a medicine that is taken when it is needed is taken for as long as its paper holds.
const longestDays = 365;
const undatedDays = 30;
const mostPrescriptions = 50;

/** The last day of a medicine, which may be refilled. @param from the day on which it was prescribed */
function lastDayOf(item: PrescribedItem, from: string): string {
  const { frequency, duration_days: days, refills, start_date: start } = item;
  const once = frequency === "stat" ? 1 : undatedDays;
  return addDays(start ?? from, (days ?? once) * (1 + refills) - 1);
}

/** For whom, when, and which prescriptions do not count: the one that is written, and the one that it replaces. */
export interface Taking {
  readonly patient: Pick<PatientRow, "id" | "merged_ids">;
  /** `YYYY-MM-DD` at the branch. */
  readonly today: string;
  readonly besides: readonly (string | null | undefined)[];
}

interface IssuedTo {
  readonly tenantId: string;
  readonly patientIds: readonly string[];
  readonly since: string;
}

const issuedTo = question((db, { tenantId, patientIds, since }: IssuedTo) =>
  db
    .selectFrom("prescriptions")
    .select(["id", "rx_no", "items", "issued_at"])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", patientIds)
    .where("status", "in", takenStatuses)
    .where("issued_at", ">=", since)
    .orderBy("created_at", "desc")
    .limit(mostPrescriptions),
);

/** What a patient takes by the prescriptions that this node knows of, under any record of the person. */
export async function currentMedicines(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  { patient, today, besides }: Taking,
): Promise<readonly CurrentMedicine[]> {
  const rows = await issuedTo(db, {
    tenantId,
    patientIds: [patient.id, ...(patient.merged_ids ?? [])],
    since: addDays(today, -longestDays),
  });
  const taken = rows
    .filter(({ id }) => !besides.includes(id))
    .flatMap(({ rx_no, items, issued_at: issued }) =>
      items.map(({ drug_name, generic_name, ...item }) => ({
        drug_name,
        generic_name,
        rx_no,
        until: lastDayOf({ ...item, drug_name, generic_name }, (issued ?? today).slice(0, 10)),
      })),
    )
    .filter(({ until }) => until >= today);
  // Of a medicine that was prescribed again and again the longest says it.
  const last = new Map<string, CurrentMedicine>();
  for (const one of taken) {
    const known = last.get(one.generic_name);
    if (known === undefined || known.until < one.until) last.set(one.generic_name, one);
  }
  return [...last.values()];
}
