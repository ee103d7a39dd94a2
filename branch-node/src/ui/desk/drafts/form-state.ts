import * as z from "zod";
import { purposeCodes } from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
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
import { readDocument } from "#ui/desk/documents/document-draft.ts";
import type { EncounterDraft } from "#ui/desk/visits/encounter-draft.ts";
import { pictureAddress } from "#ui/desk/registration/photo-picture.ts";
import { emptyDraft, type RegistrationDraft } from "#ui/desk/registration/registration-draft.ts";
import type { FormState } from "./draft-keeper.ts";
import { draftKinds } from "./draft-wire.ts";

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

const vitalsKind = "vitals";

/** What is written in a patient's chart. */
type ChartForm =
  | "details"
  | "medicines"
  | "dose"
  | "results"
  | "study"
  | "documents"
  | "letters"
  | "bills";

/** A form of a patient's chart, and the part of the chart in which it is written. */
interface PlaceInChart {
  readonly form: ChartForm;
  readonly tab: "details" | "medicines" | "results" | "documents" | "letters" | "bills";
}

const chartForms: Readonly<Record<string, PlaceInChart>> = {
  [draftKinds.details]: { form: "details", tab: "details" },
  [draftKinds.prescription]: { form: "medicines", tab: "medicines" },
  [draftKinds.dose]: { form: "dose", tab: "medicines" },
  [draftKinds.labOrder]: { form: "results", tab: "results" },
  [draftKinds.certificate]: { form: "letters", tab: "letters" },
  [draftKinds.study]: { form: "study", tab: "results" },
  [draftKinds.bill]: { form: "bills", tab: "bills" },
};

/** What a draft is about, as far as the desk knows such forms. */
export type DraftSubject =
  | { readonly kind: "registration"; readonly name: string; readonly kept: KeptRegistration }
  | { readonly kind: "encounter"; readonly encounterId: string; readonly patientId: string }
  | { readonly kind: "consent"; readonly patientId: string }
  /** Written in a part of a patient's chart. */
  | (PlaceInChart & { readonly kind: "chart"; readonly patientId: string })
  /** A new stay, a triage, a study ordered at radiology, or what a payer is asked; of nobody so far where the patient is not chosen. */
  | {
      readonly kind: "admission" | "triage" | "study" | "claim" | "preauth";
      readonly patientId: string | null;
    }
  /** Written of a stay. */
  | { readonly kind: "move" | "discharge"; readonly stayId: string; readonly patientId: string }
  /** Results of a laboratory order. */
  | { readonly kind: "labResults"; readonly orderId: string; readonly patientId: string }
  /** Medicines that are given out; without a prescription over the counter. */
  | {
      readonly kind: "dispense";
      readonly prescriptionId: string | null;
      readonly patientId: string | null;
    }
  /** An order of goods, and what has come for one: nobody's record. */
  | { readonly kind: "order" }
  | { readonly kind: "receipt"; readonly orderId: string }
  /** An item or a supplier of the lists, a new one where there is no id; and a batch that is put on record. */
  | { readonly kind: "item"; readonly itemId: string | null }
  | { readonly kind: "supplier"; readonly supplierId: string | null }
  | { readonly kind: "opening" }
  /** The count of a drawer: nobody's record. */
  | { readonly kind: "cashCount" }
  /** Kept at a bedside; it is looked at with its patient. */
  | { readonly kind: "vitals"; readonly patientId: string }
  | { readonly kind: "unknown" };

const ofOrder = z.object({ order_id: z.string(), patient_id: z.string() });
const resultKinds: readonly string[] = [draftKinds.labResult, draftKinds.labResults];

/** What of a draft says what it is about. */
type Begun = Pick<Draft, "kind" | "entity_id" | "form_state">;

/** What a form in which results are entered is about. */
function subjectInLab({ kind, form_state: state }: Begun): DraftSubject | null {
  const { data } = ofOrder.safeParse(state);
  if (data === undefined || !resultKinds.includes(kind)) return null;
  return { kind: "labResults", orderId: data.order_id, patientId: data.patient_id };
}

const ofPatient = z.object({ patient_id: z.string().nullable().catch(null) });

/** What a form of a ward, of radiology or of a payer is about. */
function subjectOnWard({ kind, entity_id: entityId, form_state: state }: Begun): DraftSubject {
  const patientId = ofPatient.safeParse(state).data?.patient_id ?? null;
  if (kind === draftKinds.admission) return { kind: "admission", patientId };
  if (kind === draftKinds.triage) return { kind: "triage", patientId };
  if (kind === draftKinds.study) return { kind: "study", patientId };
  if (kind === draftKinds.claim) return { kind: "claim", patientId };
  if (kind === draftKinds.preauth) return { kind: "preauth", patientId };
  if (entityId === null || patientId === null) return { kind: "unknown" };
  if (kind === draftKinds.move) return { kind: "move", stayId: entityId, patientId };
  if (kind === draftKinds.discharge) return { kind: "discharge", stayId: entityId, patientId };
  return { kind: "unknown" };
}

const itemForms: readonly string[] = [draftKinds.newItem, draftKinds.item];
const supplierForms: readonly string[] = [draftKinds.newSupplier, draftKinds.supplier];

/** What a form of the stores is about. */
function subjectInStores({ kind, entity_id: entityId }: Begun): DraftSubject | null {
  if (kind === draftKinds.order) return { kind: "order" };
  if (kind === draftKinds.receipt && entityId !== null)
    return { kind: "receipt", orderId: entityId };
  if (itemForms.includes(kind)) return { kind: "item", itemId: entityId };
  if (supplierForms.includes(kind)) return { kind: "supplier", supplierId: entityId };
  return kind === draftKinds.opening ? { kind: "opening" } : null;
}

/** What a draft is about. */
export function subjectOf(draft: Begun): DraftSubject {
  const { kind, entity_id: entityId, form_state: state } = draft;
  if (kind === draftKinds.registration) {
    const kept = readRegistration(state);
    if (kept !== null) return { kind: "registration", name: kept.fields.name.trim(), kept };
  }
  if (kind === draftKinds.encounter && entityId !== null) {
    const patientId = readEncounter(state)?.patientId ?? null;
    if (patientId !== null) return { kind: "encounter", encounterId: entityId, patientId };
  }
  if (kind === draftKinds.consent) {
    const patientId = readConsent(state)?.patientId;
    if (patientId !== undefined) return { kind: "consent", patientId };
  }
  if (kind === draftKinds.document) {
    const patientId = readDocument(state)?.patientId;
    if (patientId !== undefined)
      return { kind: "chart", form: "documents", tab: "documents", patientId };
  }
  if (kind === draftKinds.cashCount) return { kind: "cashCount" };
  if (kind === draftKinds.dispense)
    return {
      kind: "dispense",
      prescriptionId: entityId,
      patientId: ofPatient.safeParse(state).data?.patient_id ?? null,
    };
  if (kind === vitalsKind && entityId !== null) return { kind: "vitals", patientId: entityId };
  const place = chartForms[kind];
  if (place !== undefined && entityId !== null)
    return { kind: "chart", ...place, patientId: entityId };
  return subjectInStores(draft) ?? subjectInLab(draft) ?? subjectOnWard(draft);
}
