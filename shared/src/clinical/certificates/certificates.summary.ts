import type { EncounterRow } from "#clinical/encounters/encounters.table.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { ordersAndMedicines } from "#clinical/print-jobs/print-jobs.discharge.ts";
import { findingsOnPaper } from "#clinical/print-jobs/print-jobs.lab-order.ts";
import { said } from "#clinical/print-jobs/print-jobs.people.ts";
import { diagnosisOf } from "#clinical/print-jobs/print-jobs.prescription.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  longestOfSummary,
  mostOfSummary,
  type CertificateSummary,
} from "./certificate-parts.contract.ts";
import { measuredOnPaper } from "./certificates.measured.ts";

/** The first characters of a text, as people count them. */
function shortened(text: string | null, most: number): string | null {
  return text === null ? null : Array.from(text).slice(0, most).join("");
}

function lines(texts: readonly (string | null)[], most: number): string[] {
  return texts.flatMap((text) => shortened(said(text), longestOfSummary.line) ?? []).slice(0, most);
}

/** What a visit says of a patient now: what was complained of, measured, found and given. */
export async function summaryOf(
  ctx: WriteContext,
  visit: EncounterRow,
  patient: Pick<PatientRow, "allergies">,
): Promise<CertificateSummary> {
  const { orderIds, medicines } = await ordersAndMedicines(ctx, visit.id);
  const substances = patient.allergies.map(({ substance }) =>
    typeof substance === "string" ? substance : null,
  );
  return {
    complaint: shortened(said(visit.chief_complaint), longestOfSummary.complaint),
    vitals: shortened(said(measuredOnPaper(visit.vitals ?? {})), longestOfSummary.vitals),
    notes: shortened(said(visit.notes), longestOfSummary.notes),
    allergies: lines(substances, mostOfSummary.allergies),
    findings: lines(await findingsOnPaper(ctx, orderIds), mostOfSummary.findings),
    medicines: medicines.slice(0, mostOfSummary.medicines),
  };
}

/** What a certificate says of the diagnosis: nothing unless the doctor wants it to. @throws AppError validation_error */
export function diagnosisIn(isShown: boolean, visit: EncounterRow): string | null {
  if (!isShown) return null;
  const diagnosis = diagnosisOf(visit);
  if (diagnosis !== null) return diagnosis;
  const message = "goes with a diagnosis: the visit says none yet";
  throw fieldError({ path: "shows_diagnosis", code: "validation_error", message });
}
