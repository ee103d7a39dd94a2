import {
  asksPregnancy,
  isPaired,
  type AskedPerson,
} from "@edgeward/shared/clinical/radiology-studies/radiology-safety.contract.ts";
import { procedureOf } from "@edgeward/shared/clinical/radiology-studies/radiology-procedures.contract.ts";
import type {
  lateralities,
  Modality,
  PregnancyStatus,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import type { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { StudyBody } from "./radiology-queries.ts";

/** An order of a study, as it is typed. */
export interface StudyDraft {
  readonly patientId: string | null;
  /** Of the catalogue; "" for another study. */
  readonly code: string;
  readonly modality: Modality;
  readonly part: string;
  readonly side: (typeof lateralities)[number] | "";
  readonly hasContrast: boolean;
  readonly pregnancy: PregnancyStatus | "";
  readonly priority: (typeof labPriorities)[number];
  readonly notes: string;
}

/** A form in which nothing has been typed. */
export const emptyStudy: StudyDraft = {
  patientId: null,
  code: "xr-chest",
  modality: "DX",
  part: "",
  side: "",
  hasContrast: false,
  pregnancy: "",
  priority: "routine",
  notes: "",
};

/** What a form orders: of the catalogue, or as it was typed. */
function lookedAt({ code, modality, part }: StudyDraft) {
  const known = procedureOf(code);
  return {
    modality: known?.modality ?? modality,
    body_site: known?.body_site ?? part.trim(),
    procedure_code: known?.code ?? null,
  };
}

/** The questions of a form. @param day at the branch, YYYY-MM-DD */
export function questionsOf(draft: StudyDraft, person: AskedPerson | undefined, day: string) {
  const study = lookedAt(draft);
  return {
    isSideAsked: isPaired(study),
    isPregnancyAsked: person !== undefined && asksPregnancy(study.modality, person, day),
  };
}

/** What is still missing before it can be sent. */
export type StudyGap = "patient" | "part" | "side" | "pregnancy";

/** What of a form is missing, in the order of its fields. */
export function gapsOf(
  draft: StudyDraft,
  asked: ReturnType<typeof questionsOf>,
): readonly StudyGap[] {
  const missing: readonly (readonly [StudyGap, boolean])[] = [
    ["patient", draft.patientId === null],
    ["part", lookedAt(draft).body_site === ""],
    ["side", asked.isSideAsked && draft.side === ""],
    ["pregnancy", asked.isPregnancyAsked && draft.pregnancy === ""],
  ];
  return missing.flatMap(([gap, isMissing]) => (isMissing ? [gap] : []));
}

/** For whom a study is ordered, in which visit, and by which doctor. */
interface OrderedFor {
  readonly patientId: string;
  /** The visit that is under way; null where there is none. */
  readonly visitId: string | null;
  readonly orderedBy: string;
}

/** What is sent of a form that lacks nothing. */
export function bodyOfDraft(
  draft: StudyDraft,
  asked: ReturnType<typeof questionsOf>,
  { patientId, visitId, orderedBy }: OrderedFor,
): StudyBody {
  const { procedure_code: code, ...study } = lookedAt(draft);
  const notes = draft.notes.trim();
  return {
    patient_id: patientId,
    ...(visitId === null ? {} : { encounter_id: visitId }),
    ordered_by: orderedBy,
    ...study,
    ...(code === null ? {} : { procedure_code: code }),
    ...(asked.isSideAsked && draft.side !== "" ? { laterality: draft.side } : {}),
    contrast: procedureOf(draft.code)?.contrast ?? draft.hasContrast,
    ...(asked.isPregnancyAsked && draft.pregnancy !== ""
      ? { pregnancy_status: draft.pregnancy }
      : {}),
    priority: draft.priority,
    ...(notes === "" ? {} : { clinical_notes: notes }),
  };
}
