import * as z from "zod";
import { certificateTypes } from "@edgeward/shared/clinical/certificates/certificate-parts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { CertificateDraft } from "./certificate-draft.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");
const day = z.iso.date().nullable().catch(null);

const shape = z.object({
  fields: z.object({
    type: z.enum(certificateTypes).catch("sick_leave"),
    restFrom: day,
    restTo: day,
    fitFrom: day,
    fitFor: text,
    referredTo: text,
    referredPlace: text,
    reason: text,
    remarks: text,
    showsDiagnosis: z.boolean().catch(false),
  }),
  visit_id: z.string().nullable().catch(null),
});

/** A certificate that is not issued yet, as the branch keeps it. Its key goes with it: sent twice, it is issued once. */
export function certificateState(
  fields: CertificateDraft,
  visitId: string,
  intentKey: string,
): FormState {
  return { fields: { ...fields }, visit_id: visitId, intent_key: intentKey };
}

/** Reads one back, with the visit in which it was written; null for what is none. */
export function readCertificate(
  formState: FormState,
): { readonly fields: CertificateDraft; readonly visitId: string | null } | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { fields: data.fields, visitId: data.visit_id };
}
