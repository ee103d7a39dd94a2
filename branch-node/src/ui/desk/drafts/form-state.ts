import * as z from "zod";
import { purposeCodes } from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import {
  diagnosisSystems,
  diagnosisUses,
} from "@edgeward/shared/clinical/encounters/encounter-parts.contract.ts";
import {
  answers,
  deskMethods,
  deskTypes,
  speakers,
  type ConsentDraft,
} from "#ui/desk/consents/consent-draft.ts";
import type { EncounterDraft } from "#ui/desk/visits/encounter-draft.ts";
import { pictureAddress } from "#ui/desk/registration/photo-picture.ts";
import { emptyDraft, type RegistrationDraft } from "#ui/desk/registration/registration-draft.ts";
import type { FormState } from "./draft-keeper.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");

const registrationFields = z.object({
  name: text,
  phone: text,
  dob: text,
  age: text,
  gender: text,
  abhaId: text,
  hasConsent: z.boolean().catch(false),
  relativeName: text,
  relativeRelation: z.string().catch(emptyDraft.relativeRelation),
  line1: text,
  city: text,
  district: text,
  state: text,
  postalCode: text,
  guardianName: text,
  guardianRelationship: z.string().catch(emptyDraft.guardianRelationship),
  guardianPhone: text,
  payer: text,
  payerNumber: text,
  visitReason: text,
  referredBy: text,
  photo: z.string().regex(pictureAddress).catch(""),
});

const registrationShape = z.object({
  fields: registrationFields,
  intent_key: z.string().min(1).optional().catch(undefined),
});

const detailsShape = z.object({
  fields: registrationFields,
  before: registrationFields,
  patient_version: z.int(),
});

/** A diagnosis in a form, as the branch keeps it. */
export const draftDiagnosis = z.object({
  code: z.string().min(1),
  system: z.enum(diagnosisSystems),
  display: z.string().nullable().optional(),
  use: z.enum(diagnosisUses),
  onset: z.string().nullable().optional(),
});

const visitFields = z.object({
  complaint: text,
  diagnosis: text,
  diagnoses: z.array(draftDiagnosis).catch([]),
  notes: text,
  advice: text,
  disposition: text,
  followUp: z.iso.date().catch(""),
  isFollowUpBooked: z.boolean().catch(true),
  addendum: text,
});

const encounterShape = z.object({
  fields: visitFields,
  patient_id: z.string().nullable().catch(null),
  encounter_version: z.int().nullable().catch(null),
});

const consentShape = z.object({
  fields: z.object({
    type: z.enum(["", ...deskTypes]).catch(""),
    answer: z.enum(["", ...answers]).catch(""),
    method: z.enum(["", ...deskMethods]).catch(""),
    witnessId: text,
    relation: z.enum(speakers).catch("guardian"),
    name: text,
    phone: text,
    notice: text,
    language: text,
    purpose: z.enum(["", ...purposeCodes]).catch(""),
    until: z.iso.date().catch(""),
  }),
  patient_id: z.string(),
});

/** A registration that was begun, with the key under which it may have been sent already. */
export interface KeptRegistration {
  readonly fields: RegistrationDraft;
  readonly intentKey: string | undefined;
}

/** What was being corrected of a patient, and the record as the form began on it. */
export interface KeptDetails {
  readonly fields: RegistrationDraft;
  readonly before: RegistrationDraft;
  readonly version: number;
}

/** What was being written into a visit, and the visit's version that the writer had seen. */
export interface KeptEncounter {
  readonly fields: EncounterDraft;
  readonly patientId: string | null;
  readonly encounterVersion: number | null;
}

/** What was being noted of a consent, and of whose. */
interface KeptConsent {
  readonly fields: ConsentDraft;
  readonly patientId: string;
}

/** What is being noted of a consent, as the branch keeps it. Its key goes with it: sent twice, it is noted once. */
export function consentState(
  fields: ConsentDraft,
  patientId: string,
  intentKey: string,
): FormState {
  return { fields: { ...fields }, patient_id: patientId, intent_key: intentKey };
}

/** Reads what was being noted of a consent back; null for what is none. */
export function readConsent(formState: FormState): KeptConsent | null {
  const { data } = consentShape.safeParse(formState);
  return data === undefined ? null : { fields: data.fields, patientId: data.patient_id };
}

/** A registration as the branch keeps it. Its key goes with it: sent twice from two desks, it is saved once. */
export function registrationState(fields: RegistrationDraft, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

/** A patient's details that are being corrected, as the branch keeps them. */
export function detailsState({ fields, before, version }: KeptDetails): FormState {
  return { fields: { ...fields }, before: { ...before }, patient_version: version };
}

/** Reads back what was being corrected of a patient; null for what is none. */
export function readDetails(formState: FormState): KeptDetails | null {
  const { data } = detailsShape.safeParse(formState);
  if (data === undefined) return null;
  return { fields: data.fields, before: data.before, version: data.patient_version };
}

/** A visit's form as the branch keeps it. */
export function encounterState(
  fields: EncounterDraft,
  encounter: { readonly patient_id: string; readonly version: number },
): FormState {
  const { patient_id: patientId, version } = encounter;
  return { fields: { ...fields }, patient_id: patientId, encounter_version: version };
}

/** Reads a registration back; null for what is none. */
export function readRegistration(formState: FormState): KeptRegistration | null {
  const { data } = registrationShape.safeParse(formState);
  return data === undefined ? null : { fields: data.fields, intentKey: data.intent_key };
}

/** Reads a visit's form back; null for what is none. */
export function readEncounter(formState: FormState): KeptEncounter | null {
  const { data } = encounterShape.safeParse(formState);
  if (data === undefined) return null;
  const { fields, patient_id: patientId, encounter_version: encounterVersion } = data;
  return { fields, patientId, encounterVersion };
}
