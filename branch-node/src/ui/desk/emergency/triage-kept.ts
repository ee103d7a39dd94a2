import * as z from "zod";
import {
  arrivalModes,
  consciousness,
  triageScales,
} from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { vitalNames, type VitalsDraft } from "#ui/desk/vitals/vitals-form.ts";
import { emptyTriage, type TriageDraft } from "./triage-form.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");
const mark = z.boolean().catch(false);

const shape = z.object({
  fields: z.object({
    scale: z.enum(triageScales).catch(emptyTriage.scale),
    level: text,
    complaint: text,
    arrival: z.enum(arrivalModes).catch(emptyTriage.arrival),
    avpu: z.enum(["", ...consciousness]).catch(""),
    gcs: z.object({ e: text, v: text, m: text }).catch(emptyTriage.gcs),
    isPregnant: mark,
    isInfectious: mark,
    isMlc: mark,
    isAsked: mark,
    isDying: mark,
    isHighRisk: mark,
    isDangerous: mark,
    resources: z.int().catch(0),
    overrideReason: text,
    discriminators: text,
  }),
  vitals: z.record(z.enum(vitalNames), text),
  patient_id: z.string().nullable().catch(null),
  visit_id: z.string().nullable().catch(null),
});

/** A triage that is not recorded yet. */
export interface KeptTriage {
  readonly draft: TriageDraft;
  readonly vitals: VitalsDraft;
  /** The visit that is triaged; null while it is not opened. */
  readonly visitId: string | null;
}

/** A triage as the branch keeps it. Its key goes with it: sent twice, it is recorded once. */
export function triageState(
  { draft: { patientId, ...fields }, vitals, visitId }: KeptTriage,
  intentKey: string,
): FormState {
  return {
    fields,
    vitals: { ...vitals },
    patient_id: patientId,
    visit_id: visitId,
    intent_key: intentKey,
  };
}

/** Reads one back; null for what is none. */
export function readTriage(formState: FormState): KeptTriage | null {
  const { data } = shape.safeParse(formState);
  if (data === undefined) return null;
  const { fields, vitals, patient_id: patientId, visit_id: visitId } = data;
  return { draft: { ...fields, patientId }, vitals, visitId };
}
