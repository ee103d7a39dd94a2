import * as z from "zod";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { readDocument } from "#ui/desk/documents/document-draft.ts";
import { draftKinds } from "./draft-wire.ts";
import {
  readConsent,
  readEncounter,
  readRegistration,
  type KeptRegistration,
} from "./form-state.ts";

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
  /** Results of a laboratory order, and who is told of a critical one. */
  | {
      readonly kind: "labResults" | "labCritical";
      readonly orderId: string;
      readonly patientId: string;
    }
  /** What the images of a study show, and who is told of what is critical in them. */
  | {
      readonly kind: "studyReport" | "finding";
      readonly studyId: string;
      readonly patientId: string;
    }
  /** An emergency that is judged again. */
  | { readonly kind: "retriage"; readonly triageId: string; readonly patientId: string }
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
  /** The count of what stands at a place. */
  | { readonly kind: "stockCount"; readonly placeId: string }
  /** The count of a drawer: nobody's record. */
  | { readonly kind: "cashCount" }
  /** Kept at a bedside; it is looked at with its patient. */
  | { readonly kind: "vitals"; readonly patientId: string }
  | { readonly kind: "unknown" };

const ofOrder = z.object({ order_id: z.string(), patient_id: z.string() });
const labForms: Readonly<Record<string, "labResults" | "labCritical">> = {
  [draftKinds.labResult]: "labResults",
  [draftKinds.labResults]: "labResults",
  [draftKinds.labCritical]: "labCritical",
};

/** What of a draft says what it is about. */
type Begun = Pick<Draft, "kind" | "entity_id" | "form_state">;

/** What a form of a laboratory order is about. */
function subjectInLab({ kind, form_state: state }: Begun): DraftSubject | null {
  const { data } = ofOrder.safeParse(state);
  const form = labForms[kind];
  if (data === undefined || form === undefined) return null;
  return { kind: form, orderId: data.order_id, patientId: data.patient_id };
}

const ofPatient = z.object({ patient_id: z.string().nullable().catch(null) });

/** What a form of a ward, of the emergency, of radiology or of a payer is about. */
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
  if (kind === draftKinds.retriage) return { kind: "retriage", triageId: entityId, patientId };
  if (kind === draftKinds.report) return { kind: "studyReport", studyId: entityId, patientId };
  if (kind === draftKinds.finding) return { kind: "finding", studyId: entityId, patientId };
  return { kind: "unknown" };
}

const itemForms: readonly string[] = [draftKinds.newItem, draftKinds.item];
const supplierForms: readonly string[] = [draftKinds.newSupplier, draftKinds.supplier];

/** What a form of the stores is about. */
function subjectInStores({ kind, entity_id: entityId }: Begun): DraftSubject | null {
  if (kind === draftKinds.order) return { kind: "order" };
  if (kind === draftKinds.receipt && entityId !== null)
    return { kind: "receipt", orderId: entityId };
  if (kind === draftKinds.stockCount && entityId !== null)
    return { kind: "stockCount", placeId: entityId };
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
