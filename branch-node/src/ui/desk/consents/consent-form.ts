import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { instantIn } from "#ui/desk/hours/closures.ts";
import { addDays, isMinor } from "#ui/desk/patients/birth.ts";
import { textIn } from "#ui/desk/registration/patient-draft.ts";
import type { TextId } from "#ui/i18n/text.ts";
import { speakers, type ConsentDraft } from "./consent-draft.ts";

type Speaker = Pick<Patient, "name" | "phone" | "dob" | "emergency_contact">;

/** Whether somebody else has to speak for a patient. @param today YYYY-MM-DD */
export function isSpokenFor({ dob }: Pick<Patient, "dob">, today: string): boolean {
  return dob !== null && isMinor(dob, today);
}

/** The form as it is opened: whoever answers for a child is there already. @param today YYYY-MM-DD */
export function emptyConsent(patient: Speaker, today: string): ConsentDraft {
  const isChild = isSpokenFor(patient, today);
  const kin = isChild ? patient.emergency_contact : null;
  const relation = speakers.find((known) => known === textIn(kin, "relationship")) ?? "parent";
  return {
    type: "",
    answer: "",
    method: "",
    witnessId: "",
    relation: isChild ? relation : "self",
    name: textIn(kin, "name"),
    phone: textIn(kin, "phone"),
    notice: "",
    language: "",
    purpose: "",
    until: "",
  };
}

/** Whether a consent is about the notice and consent that a law asks for. */
export function needsNotice({ type }: Pick<ConsentDraft, "type">): boolean {
  return type === "data_processing";
}

/** Whether a consent is about giving records away. */
export function needsPurpose({ type }: Pick<ConsentDraft, "type">): boolean {
  return type === "data_sharing";
}

/** Whether somebody has said yes or no. */
export function isDecided({ answer }: Pick<ConsentDraft, "answer">): boolean {
  return answer === "permit" || answer === "deny";
}

/** What is missing, by the name of the field that the API would refuse. */
export type ConsentGap =
  | "consent_type"
  | "decision"
  | "purpose_code"
  | "captured_method"
  | "witness_id"
  | "document_id"
  | "given_by.name"
  | "notice_version"
  | "language";

/** What is said of what is missing. */
export const gapTexts: Readonly<Record<ConsentGap, TextId>> = {
  consent_type: "consents.needsKind",
  decision: "consents.needsAnswer",
  purpose_code: "consents.needsPurpose",
  captured_method: "consents.needsMethod",
  witness_id: "consents.needsWitness",
  document_id: "consents.needsSignature",
  "given_by.name": "consents.needsName",
  notice_version: "consents.needsNotice",
  language: "consents.needsLanguage",
};

function gapsOfEvidence(draft: ConsentDraft): readonly ConsentGap[] {
  const isWitnessed = draft.method === "verbal_witnessed";
  const missing: readonly (readonly [ConsentGap, boolean])[] = [
    ["captured_method", draft.method === ""],
    ["witness_id", isWitnessed && draft.witnessId === ""],
    ["given_by.name", draft.relation !== "self" && draft.name.trim() === ""],
    ["notice_version", needsNotice(draft) && draft.notice.trim() === ""],
    ["language", needsNotice(draft) && draft.language === ""],
  ];
  return missing.flatMap(([gap, isMissing]) => (isMissing ? [gap] : []));
}

/** Whether somebody is to sign on the screen. */
export function needsSignature(draft: Pick<ConsentDraft, "answer" | "method">): boolean {
  return isDecided(draft) && draft.method === "signature_pad";
}

/** What is missing of the form, in the order of its fields. */
export function gapsOf(draft: ConsentDraft): readonly ConsentGap[] {
  return [
    ...(draft.type === "" ? (["consent_type"] as const) : []),
    ...(draft.answer === "" ? (["decision"] as const) : []),
    ...(needsPurpose(draft) && draft.purpose === "" ? (["purpose_code"] as const) : []),
    ...(isDecided(draft) ? gapsOfEvidence(draft) : []),
  ];
}

function giverOf({ relation, name, phone }: ConsentDraft, patient: Speaker) {
  const spoken = relation === "self" ? { name: patient.name, phone: patient.phone ?? "" } : null;
  const said = spoken ?? { name: name.trim(), phone: phone.trim() };
  return { relation, name: said.name, ...(said.phone === "" ? {} : { phone: said.phone }) };
}

function evidenceOf(draft: ConsentDraft, patient: Speaker) {
  const { method, witnessId, notice, language } = draft;
  return {
    ...(method === "" ? {} : { captured_method: method }),
    given_by: giverOf(draft, patient),
    ...(method === "verbal_witnessed" ? { witness_id: witnessId } : {}),
    ...(needsNotice(draft) ? { notice_version: notice.trim(), language } : {}),
  };
}

/** What is sent of another consent; null while something is missing. @param zone the branch's */
export function newConsentBody(
  draft: ConsentDraft,
  patient: Speaker & Pick<Patient, "id">,
  zone: string,
) {
  const { type, answer, purpose, until } = draft;
  if (type === "" || gapsOf(draft).length > 0) return null;
  return {
    patient_id: patient.id,
    consent_type: type,
    ...(answer === "permit" || answer === "deny"
      ? { decision: answer, ...evidenceOf(draft, patient) }
      : {}),
    ...(needsPurpose(draft) && purpose !== "" ? { purpose_code: purpose } : {}),
    // It holds to the end of the day.
    ...(until === "" || answer === "deny"
      ? {}
      : { valid_until: instantIn(zone, addDays(until, 1), "00:00") }),
  };
}

/** What is sent once somebody has answered what was asked; null while something is missing. */
export function answerBody(draft: ConsentDraft, patient: Speaker) {
  if (!isDecided(draft) || gapsOfEvidence(draft).length > 0) return null;
  const status = draft.answer === "permit" ? ("granted" as const) : ("denied" as const);
  return { status, ...evidenceOf(draft, patient) };
}
