import * as z from "zod";
import {
  alertsShape,
  doseUnits,
  drugForms,
  frequencies,
  routes,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { MedicineDraft } from "./rx-draft.ts";

/** What is typed of a prescription. */
export interface RxFields {
  /** The line in which a medicine is being typed. */
  readonly typed: string;
  readonly medicines: readonly MedicineDraft[];
  readonly weight: string;
  /** Whether somebody has asked for allergies. */
  readonly isAsked: boolean;
  /** What stands against the medicines, as the branch has said it. */
  readonly alerts: z.output<typeof alertsShape>;
  /** Why it is given in spite of what stands against it. */
  readonly reason: string;
}

/** In which visit and from what a prescription is written, as whoever writes it has seen it. */
export interface RxOrigin {
  readonly visitId: string;
  readonly patientVersion: number;
  /** What the patient weighed in that visit. */
  readonly measuredKg: number | null;
  /** An earlier prescription whose medicines it began with. */
  readonly earlierId: string | null;
  readonly earlierVersion: number | null;
  /** Whether that one is stopped with it. */
  readonly isReplaced: boolean;
}

// A medicine that is not understood whole is not shown at all: nobody may be given half of one.
const medicine: z.ZodType<MedicineDraft> = z.object({
  key: z.int(),
  itemId: z.string().nullable(),
  name: z.string(),
  generic: z.string(),
  strength: z.string(),
  form: z.enum(drugForms),
  route: z.enum([...routes, ""]),
  dose: z.string(),
  doseUnit: z.enum(doseUnits),
  frequency: z.enum([...frequencies, ""]),
  customText: z.string(),
  days: z.string(),
  quantity: z.string(),
  asNeeded: z.boolean(),
  instructions: z.string(),
});

const rxShape = z.object({
  fields: z.object({
    typed: z.string(),
    medicines: z.array(medicine),
    weight: z.string(),
    isAsked: z.boolean(),
    alerts: alertsShape,
    reason: z.string(),
  }),
  visit_id: z.string(),
  patient_version: z.int(),
  measured_kg: z.number().nullable(),
  earlier_id: z.string().nullable(),
  earlier_version: z.int().nullable(),
  is_replaced: z.boolean(),
});

/** A prescription that is not issued yet, as the branch keeps it. Its key goes with it: sent twice, it is issued once. */
export function rxState(fields: RxFields, origin: RxOrigin, intentKey: string): FormState {
  return {
    fields: { ...fields },
    visit_id: origin.visitId,
    patient_version: origin.patientVersion,
    measured_kg: origin.measuredKg,
    earlier_id: origin.earlierId,
    earlier_version: origin.earlierVersion,
    is_replaced: origin.isReplaced,
    intent_key: intentKey,
  };
}

/** Reads one back; null for what is none. */
export function readRx(
  formState: FormState,
): { readonly fields: RxFields; readonly origin: RxOrigin } | null {
  const { data } = rxShape.safeParse(formState);
  if (data === undefined) return null;
  return {
    fields: data.fields,
    origin: {
      visitId: data.visit_id,
      patientVersion: data.patient_version,
      measuredKg: data.measured_kg,
      earlierId: data.earlier_id,
      earlierVersion: data.earlier_version,
      isReplaced: data.is_replaced,
    },
  };
}

/** Whether what a prescription was written for has changed since: the visit, the patient and their weight, or what it replaces. */
export function isOvertaken(seen: RxOrigin, now: RxOrigin): boolean {
  return (
    seen.visitId !== now.visitId ||
    seen.patientVersion !== now.patientVersion ||
    seen.measuredKg !== now.measuredKg ||
    seen.earlierVersion !== now.earlierVersion
  );
}
