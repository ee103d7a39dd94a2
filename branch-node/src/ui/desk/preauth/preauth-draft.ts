import * as z from "zod";
import { requestTypes } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import {
  emptyInsured,
  insuredBody,
  insuredFields,
  insuredGaps,
  typedPolicy,
  type InsuredGap,
} from "#ui/desk/payers/policy-draft.ts";
import type { Preauth } from "./preauth-list.ts";
import type { PreauthBody } from "./preauth-queries.ts";

const text = z.string().catch("");

/** The parts of an estimate. */
export const estimateParts = [
  "room_minor",
  "surgeon_minor",
  "investigations_minor",
  "medicines_minor",
  "implants_minor",
  "other_minor",
] as const;

/** One of them. */
export type EstimatePart = (typeof estimateParts)[number];

const noParts = {
  room_minor: "",
  surgeon_minor: "",
  investigations_minor: "",
  medicines_minor: "",
  implants_minor: "",
  other_minor: "",
};

const preauthFields = insuredFields.extend({
  payerId: text,
  requestType: z.enum(requestTypes).catch("initial"),
  /** The authorisation that it goes on from. */
  parentId: text,
  visit: text,
  doctorId: text,
  days: text,
  estimate: z
    .object({
      room_minor: text,
      surgeon_minor: text,
      investigations_minor: text,
      medicines_minor: text,
      implants_minor: text,
      other_minor: text,
    })
    .catch(noParts),
  remarks: text,
});

const shape = z.object({ fields: preauthFields, patient_id: z.string().nullable().catch(null) });

/** A request as it is typed, and of whom. */
export type PreauthDraft = Readonly<z.output<typeof preauthFields>> & {
  readonly patientId: string | null;
};

/** A request in which nothing is typed. */
export const emptyPreauth: PreauthDraft = {
  ...emptyInsured,
  patientId: null,
  payerId: "",
  requestType: "initial",
  parentId: "",
  visit: "",
  doctorId: "",
  days: "",
  estimate: noParts,
  remarks: "",
};

/** A request for more, or for the discharge: of the same patient and payer, under the same policy. */
export function goingOn(parent: Preauth): PreauthDraft {
  return {
    ...emptyPreauth,
    ...typedPolicy(parent.policy),
    patientId: parent.patient_id,
    payerId: parent.payer_id,
    requestType: "enhancement",
    parentId: parent.id,
    visit: parent.admission_id ?? parent.encounter_id ?? "",
    doctorId: parent.doctor_id,
    diagnoses: parent.diagnosis_codes.map((code) => ({
      code,
      system: "icd10" as const,
      use: "provisional" as const,
    })),
    procedures: parent.procedure_codes.join(", "),
  };
}

/** A request as the branch keeps its form. Its key goes with it: sent twice, it is made once. */
export function preauthState({ patientId, ...fields }: PreauthDraft, intentKey: string): FormState {
  return { fields, patient_id: patientId, intent_key: intentKey };
}

/** Reads a request's form back; null for what is none. */
export function readPreauth(formState: FormState): PreauthDraft | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { ...data.fields, patientId: data.patient_id };
}

function partOf(typed: string): number | null {
  return typed.trim() === "" ? 0 : readAmount(typed);
}

/** What the parts of the estimate come to, as far as they are understood. */
export function estimated({ estimate }: Pick<PreauthDraft, "estimate">): number {
  return estimateParts.reduce((sum, part) => sum + (partOf(estimate[part]) ?? 0), 0);
}

/** The parts of the estimate in which something is typed that is no amount. */
export function wrongParts({ estimate }: Pick<PreauthDraft, "estimate">): readonly EstimatePart[] {
  return estimateParts.filter((part) => partOf(estimate[part]) === null);
}

const mostDays = 180;

function daysOf({ days }: Pick<PreauthDraft, "days">): number | null {
  const count = /^\d{1,3}$/u.test(days.trim()) ? Number(days.trim()) : null;
  return count !== null && count <= mostDays ? count : null;
}

/** What of a request is lacking. */
export type PreauthGap =
  | InsuredGap
  | "patient"
  | "payer"
  | "parent"
  | "doctor"
  | "days"
  | "estimate";

/** What of a request cannot be sent as it is. */
export function preauthGaps(draft: PreauthDraft): readonly PreauthGap[] {
  const hasNone = wrongParts(draft).length > 0 || estimated(draft) === 0;
  return [
    ...(draft.patientId === null ? ["patient" as const] : []),
    ...(draft.payerId === "" ? ["payer" as const] : []),
    ...(draft.requestType !== "initial" && draft.parentId === "" ? ["parent" as const] : []),
    ...(draft.doctorId === "" ? ["doctor" as const] : []),
    ...(draft.days.trim() !== "" && daysOf(draft) === null ? ["days" as const] : []),
    ...(hasNone ? ["estimate" as const] : []),
    ...insuredGaps(draft),
  ];
}

function ofVisit(visit: string) {
  if (visit === "") return {};
  return visit.startsWith("adm_") ? { admission_id: visit } : { encounter_id: visit };
}

/** What is sent of a request that lacks nothing. */
export function preauthBody(draft: PreauthDraft, isDrawnUp: boolean): PreauthBody {
  const days = daysOf(draft);
  const part = (name: EstimatePart) => partOf(draft.estimate[name]) ?? 0;
  return {
    patient_id: draft.patientId ?? "",
    payer_id: draft.payerId,
    ...ofVisit(draft.visit),
    request_type: draft.requestType,
    ...(draft.requestType === "initial" ? {} : { parent_id: draft.parentId }),
    doctor_id: draft.doctorId,
    ...(days === null ? {} : { expected_days: days }),
    ...insuredBody(draft),
    estimate: {
      room_minor: part("room_minor"),
      surgeon_minor: part("surgeon_minor"),
      investigations_minor: part("investigations_minor"),
      medicines_minor: part("medicines_minor"),
      implants_minor: part("implants_minor"),
      other_minor: part("other_minor"),
    },
    ...(draft.remarks.trim() === "" ? {} : { remarks: draft.remarks.trim() }),
    ...(isDrawnUp ? { draft: true } : {}),
  };
}
