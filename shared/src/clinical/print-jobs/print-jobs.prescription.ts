import { encountersTable, type EncounterRow } from "#clinical/encounters/encounters.table.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { prescriptionsTable } from "#clinical/prescriptions/prescriptions.table.ts";
import { recordFinder } from "#db/read.ts";
import {
  doctorOnPaper,
  patientOnPaper,
  personOnPaper,
  refuseSource,
  said,
  type PaperPlace,
} from "./print-jobs.people.ts";

const findPrescription = recordFinder(prescriptionsTable);
const findVisit = recordFinder(encountersTable);

// A draft is nobody's order yet, and what was stopped or cancelled must not be dispensed.
const holding: ReadonlySet<string> = new Set(["issued", "partially_dispensed", "dispensed"]);

function doseOf({ dose, dose_unit: unit }: PrescribedItem): string {
  return `${dose} ${unit.replace("_per_", "/")}`;
}

/** How often in words, beside the word for the frequency; the doctors' own word for what is taken when it is needed. */
function frequencyText({ custom_text: custom, as_needed: isAsNeeded, frequency }: PrescribedItem) {
  const words = [said(custom), isAsNeeded && frequency !== "sos" ? "SOS" : null];
  return said(words.filter((word) => word !== null).join(", "));
}

/** A medicine as papers say it. */
export function medicineOnPaper(item: PrescribedItem) {
  return {
    drug_name: item.drug_name,
    generic_name: item.generic_name,
    strength: said(item.strength),
    dose: doseOf(item),
    frequency: item.frequency,
    frequency_text: frequencyText(item),
    duration_days: item.duration_days,
    quantity: item.quantity,
    instructions: said(item.instructions),
  };
}

/** Whether a prescription in that state is still to be followed. */
export function isInForce(status: string): boolean {
  return holding.has(status);
}

/** What a visit says that the patient has, the first first; null where it says nothing yet. */
export function diagnosisOf(visit: EncounterRow | undefined): string | null {
  const named = (visit?.diagnoses ?? [])
    .toSorted((one, next) => one.rank - next.rank)
    .map(({ code, display }) => said(display) ?? code);
  return said(named.join("; ").slice(0, 500));
}

/** What a visit says for the way home, line by line. */
export function adviceOf(visit: EncounterRow | undefined): readonly string[] {
  return (visit?.advice ?? "").split("\n").flatMap((line) => said(line) ?? []);
}

/**
 * What the paper of a prescription says, and of whom it is.
 * @param languages those of the paper
 * @throws AppError invalid_reference for one of another branch, or one that is not issued or holds no more
 */
export async function prescriptionDocument(
  ctx: PaperPlace,
  id: string,
  languages: readonly string[],
) {
  const { db, tenantId, branch } = ctx;
  const row = await findPrescription(db, tenantId, id);
  if (row?.branch_id !== branch.id) refuseSource("names no prescription of this branch");
  if (row.status === "draft") refuseSource("names a prescription that is not issued yet");
  if (!isInForce(row.status)) refuseSource("names a prescription that holds no more");
  const patient = await patientOnPaper(ctx, row.patient_id, "a prescription");
  const visit = await findVisit(db, tenantId, row.encounter_id);
  const weight = row.weight_kg === null ? [] : [{ name: "Weight", value: `${row.weight_kg} kg` }];
  const document = {
    rx_no: row.rx_no,
    issued_at: row.issued_at,
    patient: personOnPaper(patient),
    doctor: await doctorOnPaper(ctx, row.prescriber_id, languages),
    diagnosis: diagnosisOf(visit),
    allergies: patient.allergies.map(({ substance }) => substance),
    vitals: weight,
    items: row.items.map(medicineOnPaper),
    advice: adviceOf(visit),
    follow_up_on: visit?.follow_up_date ?? null,
  };
  return { patientId: patient.id, document };
}
