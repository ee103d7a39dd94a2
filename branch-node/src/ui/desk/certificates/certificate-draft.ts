import {
  certificateTypes,
  type CertificateType,
} from "@edgeward/shared/clinical/certificates/certificate-parts.contract.ts";
import type { CertificateBody } from "./certificate-queries.ts";

/** A certificate as it is typed. */
export interface CertificateDraft {
  readonly type: CertificateType;
  /** YYYY-MM-DD; null while none is given. */
  readonly restFrom: string | null;
  readonly restTo: string | null;
  readonly fitFrom: string | null;
  readonly fitFor: string;
  readonly referredTo: string;
  readonly referredPlace: string;
  readonly reason: string;
  readonly remarks: string;
  readonly showsDiagnosis: boolean;
}

/** A certificate of which nothing is typed. @param today at the branch, YYYY-MM-DD */
export function emptyCertificate(today: string): CertificateDraft {
  return {
    type: "sick_leave",
    restFrom: today,
    restTo: null,
    fitFrom: today,
    fitFor: "",
    referredTo: "",
    referredPlace: "",
    reason: "",
    remarks: "",
    showsDiagnosis: false,
  };
}

/** The type that a button stands for. */
export function typeOf(value: string): CertificateType {
  return certificateTypes.find((known) => known === value) ?? "sick_leave";
}

/** What can be missing of a certificate before it is sent, by the name of its field on the wire. */
export type CertificateGap = "rest_from" | "rest_to" | "fit_from" | "referred_to" | "reason";

/** What is missing of a certificate. */
export function gapsOf(draft: CertificateDraft): readonly CertificateGap[] {
  const missing: Readonly<
    Record<CertificateType, readonly (readonly [CertificateGap, boolean])[]>
  > = {
    sick_leave: [
      ["rest_from", draft.restFrom === null],
      ["rest_to", draft.restTo === null],
    ],
    fitness: [["fit_from", draft.fitFrom === null]],
    referral: [
      ["referred_to", draft.referredTo.trim() === ""],
      ["reason", draft.reason.trim() === ""],
    ],
  };
  return missing[draft.type].flatMap(([name, isMissing]) => (isMissing ? [name] : []));
}

/** What was typed, without the space around it; left out where nothing is left. */
function said(text: string | null): string | undefined {
  const words = (text ?? "").trim();
  return words === "" ? undefined : words;
}

/** What goes with the type of a certificate. */
function ofType(draft: CertificateDraft): Partial<CertificateBody> {
  switch (draft.type) {
    case "sick_leave":
      return { rest_from: draft.restFrom, rest_to: draft.restTo };
    case "fitness":
      return { fit_from: draft.fitFrom, fit_for: said(draft.fitFor) };
    case "referral":
      return {
        referred_to: said(draft.referredTo),
        referred_place: said(draft.referredPlace),
        reason: said(draft.reason),
      };
  }
}

/** In which visit, and by whom. */
interface IssuedIn {
  readonly patientId: string;
  readonly visitId: string;
  readonly doctorId: string;
}

/** What is sent of a certificate: only what goes with its type. */
export function bodyOf(
  draft: CertificateDraft,
  { patientId, visitId, doctorId }: IssuedIn,
): CertificateBody {
  return {
    patient_id: patientId,
    encounter_id: visitId,
    doctor_id: doctorId,
    certificate_type: draft.type,
    ...ofType(draft),
    remarks: said(draft.remarks),
    shows_diagnosis: draft.showsDiagnosis,
  };
}
