import { departmentOnPaper } from "#clinical/departments/departments.commands.ts";
import { encountersTable, type EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { survivingPatient } from "#clinical/patients/patients.numbers.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { prescriptionsTable } from "#clinical/prescriptions/prescriptions.table.ts";
import { staffTable } from "#clinical/staff/staff.table.ts";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";

const findPrescription = recordFinder(prescriptionsTable);
const findVisit = recordFinder(encountersTable);
const findPrescriber = recordFinder(staffTable);

// A draft is nobody's order yet, and what was stopped or cancelled must not be dispensed.
const holding: ReadonlySet<string> = new Set(["issued", "partially_dispensed", "dispensed"]);

interface Asked {
  readonly db: Reader;
  readonly tenantId: string;
  readonly branch: { readonly id: string };
}

function refuse(message: string): never {
  throw fieldError({ path: "source_id", code: "invalid_reference", message });
}

function said(text: string | null | undefined): string | null {
  const trimmed = (text ?? "").trim();
  return trimmed === "" ? null : trimmed;
}

function doseOf({ dose, dose_unit: unit }: PrescribedItem): string {
  return `${dose} ${unit.replace("_per_", "/")}`;
}

/** How often in words, beside the word for the frequency; the doctors' own word for what is taken when it is needed. */
function frequencyText({ custom_text: custom, as_needed: isAsNeeded, frequency }: PrescribedItem) {
  const words = [said(custom), isAsNeeded && frequency !== "sos" ? "SOS" : null];
  return said(words.filter((word) => word !== null).join(", "));
}

function printedItem(item: PrescribedItem) {
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

function diagnosisOf(visit: EncounterRow | undefined): string | null {
  const named = (visit?.diagnoses ?? [])
    .toSorted((one, next) => one.rank - next.rank)
    .map(({ code, display }) => said(display) ?? code);
  return said(named.join("; ").slice(0, 500));
}

function adviceOf(visit: EncounterRow | undefined): readonly string[] {
  return (visit?.advice ?? "").split("\n").flatMap((line) => said(line) ?? []);
}

/**
 * What the paper of a prescription says, and of whom it is.
 * @param languages those of the paper
 * @throws AppError invalid_reference for one of another branch, or one that is not issued or holds no more
 */
export async function prescriptionDocument(ctx: Asked, id: string, languages: readonly string[]) {
  const { db, tenantId, branch } = ctx;
  const row = await findPrescription(db, tenantId, id);
  if (row?.branch_id !== branch.id) refuse("names no prescription of this branch");
  if (row.status === "draft") refuse("names a prescription that is not issued yet");
  if (!holding.has(row.status)) refuse("names a prescription that holds no more");
  const patient = await survivingPatient(db, tenantId, row.patient_id);
  if (patient === undefined) refuse("names a prescription of nobody");
  const visit = await findVisit(db, tenantId, row.encounter_id);
  const doctor = await findPrescriber(db, tenantId, row.prescriber_id);
  const code = doctor?.department ?? null;
  const { name, uhid, gender, dob, phone } = patient;
  const weight = row.weight_kg === null ? [] : [{ name: "Weight", value: `${row.weight_kg} kg` }];
  const document = {
    rx_no: row.rx_no,
    issued_at: row.issued_at,
    patient: { name, uhid, gender, dob, phone },
    doctor: {
      name: doctor?.name ?? row.prescriber_id,
      qualification: said(doctor?.designation),
      registration_no: said(doctor?.registration?.no),
      department: code === null ? null : await departmentOnPaper(ctx, code, languages),
    },
    diagnosis: diagnosisOf(visit),
    allergies: patient.allergies.map(({ substance }) => substance),
    vitals: weight,
    items: row.items.map(printedItem),
    advice: adviceOf(visit),
    follow_up_on: visit?.follow_up_date ?? null,
  };
  return { patientId: patient.id, document };
}
