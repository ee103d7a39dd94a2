import { certificateTypes } from "#clinical/certificates/certificate-parts.contract.ts";
import {
  certificatesTable,
  type CertificateRow,
} from "#clinical/certificates/certificates.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { recordFinder } from "#db/read.ts";
import {
  doctorOnPaper,
  patientOnPaper,
  personOnPaper,
  refuseSource,
  said,
  type PaperPlace,
} from "./print-jobs.people.ts";

const findCertificate = recordFinder(certificatesTable);

/** What a certificate of a type says besides what all of them say. */
function ofType(row: CertificateRow) {
  const kind = enumValueOf(certificateTypes, row.certificate_type);
  switch (kind) {
    case "sick_leave":
      return { kind, rest_from: row.rest_from, rest_to: row.rest_to };
    case "fitness":
      return { kind, fit_from: row.fit_from, fit_for: said(row.fit_for) };
    case "referral":
      return {
        kind,
        referred_to: row.referred_to,
        referred_place: said(row.referred_place),
        reason: said(row.reason),
        complaints: row.summary?.complaint ?? null,
        vitals: row.summary?.vitals ?? null,
        allergies: row.summary?.allergies ?? [],
        findings: row.summary?.notes ?? null,
        investigations: said((row.summary?.findings ?? []).join("\n")),
        medicines: row.summary?.medicines ?? [],
      };
  }
}

/**
 * What the paper of a certificate says, and of whom it is.
 * @param languages those of the paper
 * @throws AppError invalid_reference for one of another branch, or one that was called off
 */
export async function certificateDocument(
  ctx: PaperPlace,
  id: string,
  languages: readonly string[],
) {
  const row = await findCertificate(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id) refuseSource("names no certificate of this branch");
  if (row.status !== "issued") refuseSource("names a certificate that holds no more");
  const patient = await patientOnPaper(ctx, row.patient_id, "a certificate");
  const document = {
    ...ofType(row),
    certificate_no: row.certificate_no,
    issued_at: row.issued_at,
    patient: personOnPaper(patient),
    doctor: await doctorOnPaper(ctx, row.doctor_id, languages),
    diagnosis: row.diagnosis,
    remarks: said(row.remarks),
  };
  return { patientId: patient.id, document };
}
