import * as z from "zod";
import { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import {
  lateralities,
  modalities,
  pregnancyStatuses,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { StudyDraft } from "./study-form.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");

const shape = z.object({
  fields: z.object({
    code: text,
    modality: z.enum(modalities).catch("DX"),
    part: text,
    side: z.enum(["", ...lateralities]).catch(""),
    hasContrast: z.boolean().catch(false),
    pregnancy: z.enum(["", ...pregnancyStatuses]).catch(""),
    priority: z.enum(labPriorities).catch("routine"),
    notes: text,
  }),
  patient_id: z.string().nullable().catch(null),
  visit_id: z.string().nullable().catch(null),
});

/** A study that is not ordered yet, as the branch keeps it. Its key goes with it: sent twice, it is ordered once. */
export function studyState(
  { patientId, ...fields }: StudyDraft,
  visitId: string | null,
  intentKey: string,
): FormState {
  return { fields, patient_id: patientId, visit_id: visitId, intent_key: intentKey };
}

/** Reads one back, with the visit in which it was written; null for what is none. */
export function readStudy(
  formState: FormState,
): { readonly fields: StudyDraft; readonly visitId: string | null } | null {
  const { data } = shape.safeParse(formState);
  if (data === undefined) return null;
  return { fields: { ...data.fields, patientId: data.patient_id }, visitId: data.visit_id };
}
