import type { attendantRelationships } from "@edgeward/shared/clinical/admissions/admission-parts.contract.ts";
import type {
  admissionTypes,
  admitSources,
  diets,
  payerTypes,
} from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import type { Bed, bedClasses } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import type { AdmissionBody } from "./ward-queries.ts";

/** As what a stay begins: in the bed, with a bed kept, or with a bed asked for. */
export const admitKinds = ["admitted", "bed_assigned", "requested"] as const;

/** The form of a new stay, as it is typed. */
export interface AdmitDraft {
  readonly kind: (typeof admitKinds)[number];
  readonly patientId: string | null;
  readonly bedId: string;
  /** The ward that is wished for where no bed is chosen. */
  readonly wardId: string;
  readonly bedClass: (typeof bedClasses)[number];
  readonly doctorId: string;
  readonly type: (typeof admissionTypes)[number];
  readonly source: (typeof admitSources)[number] | "";
  readonly payer: (typeof payerTypes)[number];
  readonly diet: (typeof diets)[number] | "";
  readonly until: string | null;
  readonly isMlc: boolean;
  readonly mlcNo: string;
  readonly attendantName: string;
  readonly attendantPhone: string;
  readonly relationship: (typeof attendantRelationships)[number] | "";
}

/** What is still missing before it can be sent. */
export type AdmitGap = "patient" | "bed" | "doctor" | "mlcNo" | "attendant";

/** What of a form is missing, in the order of its fields. */
export function gapsOf(draft: AdmitDraft): readonly AdmitGap[] {
  const hasAttendant = draft.attendantPhone.trim() !== "" || draft.relationship !== "";
  const missing: readonly (readonly [AdmitGap, boolean])[] = [
    ["patient", draft.patientId === null],
    ["bed", draft.kind !== "requested" && draft.bedId === ""],
    ["doctor", draft.doctorId === ""],
    ["mlcNo", draft.isMlc && draft.mlcNo.trim() === ""],
    ["attendant", hasAttendant && draft.attendantName.trim() === ""],
  ];
  return missing.flatMap(([gap, isMissing]) => (isMissing ? [gap] : []));
}

function attendantOf({ attendantName, attendantPhone, relationship }: AdmitDraft) {
  const name = attendantName.trim();
  const phone = attendantPhone.trim();
  if (name === "") return {};
  return {
    attendant: {
      name,
      ...(phone === "" ? {} : { phone }),
      ...(relationship === "" ? {} : { relationship }),
    },
  };
}

function placeOf(draft: AdmitDraft, bed: Bed | undefined) {
  if (draft.kind !== "requested" && bed !== undefined)
    return { bed_id: bed.id, bed_class: bed.bed_class };
  return {
    bed_class: draft.bedClass,
    ...(draft.wardId === "" ? {} : { ward_id: draft.wardId }),
  };
}

/** What is sent of a form; null while something is missing. @param bed the one that is chosen */
export function bodyOfDraft(draft: AdmitDraft, bed: Bed | undefined): AdmissionBody | null {
  const { patientId, source, diet, until } = draft;
  if (patientId === null || gapsOf(draft).length > 0) return null;
  return {
    patient_id: patientId,
    status: draft.kind,
    admitting_doctor_id: draft.doctorId,
    admission_type: draft.type,
    payer_type: draft.payer,
    ...placeOf(draft, bed),
    ...(source === "" ? {} : { admit_source: source }),
    ...(diet === "" ? {} : { diet }),
    ...(until === null ? {} : { expected_discharge_date: until }),
    ...(draft.isMlc ? { mlc: true, mlc_no: draft.mlcNo.trim() } : {}),
    ...attendantOf(draft),
  };
}
