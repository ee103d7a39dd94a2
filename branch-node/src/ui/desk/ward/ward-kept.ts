import * as z from "zod";
import {
  attendantRelationships,
  dischargeConditions,
  dischargeTypes,
} from "@edgeward/shared/clinical/admissions/admission-parts.contract.ts";
import {
  admissionTypes,
  admitSources,
  diets,
  payerTypes,
  type Admission,
} from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { bedClasses } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { admitKinds, type AdmitDraft } from "./admit-form.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");
const day = z.iso.date().nullable().catch(null);

const admitFields = z.object({
  kind: z.enum(admitKinds).catch("requested"),
  patientId: z.string().nullable().catch(null),
  bedId: text,
  wardId: text,
  bedClass: z.enum(bedClasses).catch("general"),
  doctorId: text,
  type: z.enum(admissionTypes).catch("elective"),
  source: z.enum([...admitSources, ""]).catch(""),
  payer: z.enum(payerTypes).catch("self"),
  diet: z.enum([...diets, ""]).catch(""),
  until: day,
  isMlc: z.boolean().catch(false),
  mlcNo: text,
  attendantName: text,
  attendantPhone: text,
  relationship: z.enum([...attendantRelationships, ""]).catch(""),
});

const moveFields = z.object({ bedId: text, reason: text });

const dischargeFields = z.object({
  type: z.enum(dischargeTypes).catch("routine"),
  condition: z.enum(dischargeConditions).catch("improved"),
  summary: text,
  followUp: day,
  cause: text,
});

/** A move to another bed, as it is typed. */
export type MoveDraft = Readonly<z.output<typeof moveFields>>;

/** How a stay ends, as it is typed; `cause` is an ICD-10 code, or what is typed to find one. */
export type DischargeDraft = Readonly<z.output<typeof dischargeFields>>;

/** What was typed of a stay, and the version of the stay that its writer had seen. */
export interface KeptOfStay<Fields> {
  readonly fields: Fields;
  readonly seen: number | null;
}

/** A new stay as the branch keeps its form. */
export function admitState(fields: AdmitDraft, intentKey: string): FormState {
  return { fields: { ...fields }, patient_id: fields.patientId, intent_key: intentKey };
}

/** Reads a new stay back; null for what is none. */
export function readAdmit(formState: FormState): AdmitDraft | null {
  return z.object({ fields: admitFields }).safeParse(formState).data?.fields ?? null;
}

/** A form about a stay as the branch keeps it. */
export function stayState(
  fields: MoveDraft | DischargeDraft,
  stay: Pick<Admission, "patient_id" | "version">,
  intentKey: string,
): FormState {
  const { patient_id: patientId, version } = stay;
  return {
    fields: { ...fields },
    patient_id: patientId,
    stay_version: version,
    intent_key: intentKey,
  };
}

function readerOf<Fields>(fields: z.ZodType<Fields>) {
  const shape = z.object({ fields, stay_version: z.int().nullable().catch(null) });
  return (formState: FormState): KeptOfStay<Fields> | null => {
    const { data } = shape.safeParse(formState);
    return data === undefined ? null : { fields: data.fields, seen: data.stay_version };
  };
}

/** Reads a move back; null for what is none. */
export const readMove = readerOf<MoveDraft>(moveFields);

/** Reads a discharge back; null for what is none. */
export const readDischarge = readerOf<DischargeDraft>(dischargeFields);
