import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";

/** How a page says values: in its language, and instants on the branch's clock. */
export interface PageTexts {
  readonly say: Say;
  readonly moment: (iso: string) => string;
  /** A country by its code of ISO 3166. */
  readonly country: (code: string) => string;
}

const fieldTexts: Readonly<Record<string, TextId>> = {
  name: "register.name",
  phone: "patient.phone",
  alternate_phone: "field.alternatePhone",
  email: "field.email",
  dob: "register.dob",
  gender: "register.gender",
  address: "register.address",
  abha_id: "register.abha",
  abha_address: "register.abha",
  emergency_contact: "register.guardian",
  relative: "patients.kin",
  relation: "register.relationship",
  identifiers: "register.payerNumber",
  district: "register.district",
  referred_by: "register.referredBy",
  priority_reason: "appointment.reason",
  consent_status: "field.consent",
  preferred_language: "language.label",
  blood_group: "field.bloodGroup",
  marital_status: "field.maritalStatus",
  allergies: "field.allergies",
  no_known_allergies: "allergy.noneKnown",
  conditions: "field.conditions",
  is_vip: "patient.vip",
  photo_document_id: "photo.title",
  is_deceased: "patient.deceased",
  deceased_at: "field.deceasedAt",
  merged_into_id: "field.mergedInto",
  status: "field.status",
  visit_status: "field.visitStatus",
  slot_time: "field.slotTime",
  due_at: "field.dueAt",
  amends_id: "field.amendedDose",
  provider_id: "queue.provider",
  doctor_id: "queue.provider",
  reason: "field.reason",
  priority: "field.priority",
  vitals: "bedside.vitals",
  follow_up_date: "field.followUp",
  chief_complaint: "encounter.complaint",
  diagnosis_code: "encounter.diagnosis",
  diagnoses: "encounter.diagnosis",
  disposition: "encounter.disposition",
  notes: "encounter.notes",
  claimed_minor: "claims.claimed",
  approved_minor: "claims.approved_minor",
  deducted_minor: "claims.deducted_minor",
  deductions: "claims.deductions",
  settled_minor: "claims.settled_minor",
  tds_minor: "claims.tds_minor",
  settlement: "claims.settlement",
  queries: "claims.questions",
  documents: "claims.papers",
  advice: "encounter.advice",
  form_state: "conflict.form",
  resolution: "conflict.decision",
  resolved_value: "conflict.decision",
  line1: "register.line1",
  line2: "register.line1",
  city: "register.city",
  state: "register.state",
  postal_code: "register.postalCode",
  country: "field.country",
  relationship: "register.relationship",
};

/** What people call a field; its own name, spelt out, where the page has none. */
export function fieldLabel(field: string, say: Say): string {
  const text = fieldTexts[field];
  return text === undefined ? field.replaceAll(/[_:]/gu, " ") : say(text);
}

/** Whether people have a name for a field. */
export function isNamedField(field: string): boolean {
  return fieldTexts[field] !== undefined;
}

const codeTexts: Readonly<Record<string, Readonly<Record<string, TextId>>>> = {
  gender: {
    female: "gender.female",
    male: "gender.male",
    other: "gender.other",
    unknown: "gender.unknown",
  },
  status: {
    active: "state.active",
    inactive: "state.inactive",
    merged: "state.merged",
    booked: "appointment.booked",
    confirmed: "appointment.confirmed",
    checked_in: "appointment.checkedIn",
    in_consultation: "appointment.inConsultation",
    completed: "appointment.completed",
    cancelled: "appointment.cancelled",
    no_show: "appointment.noShow",
  },
  visit_status: {
    planned: "visit.planned",
    arrived: "visit.arrived",
    triaged: "visit.triaged",
    in_progress: "visit.in_progress",
    on_leave: "visit.on_leave",
    discharge_ready: "visit.discharge_ready",
    completed: "visit.completed",
    cancelled: "visit.cancelled",
    no_show: "visit.no_show",
    entered_in_error: "visit.entered_in_error",
  },
  disposition: {
    home: "disposition.home",
    admitted: "disposition.admitted",
    observation: "disposition.observation",
    referred: "disposition.referred",
    transferred: "disposition.transferred",
    follow_up: "disposition.follow_up",
    lama: "disposition.lama",
    absconded: "disposition.absconded",
    expired: "disposition.expired",
    other: "disposition.other",
  },
  priority: {
    urgent: "priority.urgent",
    emergency: "priority.emergency",
    routine: "state.routine",
  },
  consent_status: {
    pending: "consent.pending",
    granted: "consent.granted",
    denied: "consent.denied",
    revoked: "consent.revoked",
    expired: "consent.expired",
  },
  resolution: {
    keep: "conflict.decidedKeep",
    take_other: "conflict.decidedOther",
    merge: "conflict.write",
    dismiss: "conflict.dismiss",
  },
  relationship: {
    parent: "relationship.parent",
    guardian: "relationship.guardian",
    sibling: "relationship.sibling",
    spouse: "relationship.spouse",
    friend: "relationship.friend",
    other: "relationship.other",
  },
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/u;

const phoneFields: ReadonlySet<string> = new Set(["phone", "alternate_phone"]);

function codeText(field: string, value: string, { say, moment, country }: PageTexts): string {
  const text = codeTexts[field]?.[value];
  if (text !== undefined) return say(text);
  if (phoneFields.has(field)) return phoneText(value);
  if (field === "photo_document_id") return say("photo.some");
  if (field === "country") return country(value);
  return instant.test(value) ? moment(value) : value;
}

/** A field's value as a person reads it: nothing, yes or no, a word for a code, its parts, or itself. */
export function valueText(field: string, value: unknown, texts: PageTexts): string {
  const { say } = texts;
  if (value === null || value === undefined || value === "") return say("conflict.nothing");
  if (typeof value === "boolean") return say(value ? "conflict.yes" : "conflict.no");
  if (typeof value === "string") return codeText(field, value, texts);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    return value.length === 0
      ? say("conflict.nothing")
      : value.map((one) => valueText(field, one, texts)).join("; ");
  }
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== "");
  if (members.length === 0) return say("conflict.nothing");
  return members
    .map(([name, one]) => `${fieldLabel(name, say)}: ${valueText(name, one, texts)}`)
    .join(", ");
}

/** Where a value was made, by the node whose clock has stamped it. @param hereId this branch's node */
export function placeText(nodeId: string | null, hereId: string, say: Say): string {
  if (nodeId === null) return say("conflict.elsewhere");
  if (nodeId === hereId) return say("conflict.here");
  if (nodeId.startsWith("nod_")) return say("conflict.otherBranch");
  return say(nodeId.startsWith("dev_") ? "conflict.tablet" : "conflict.hub");
}

/** What a conflict is called in the list. */
export function conflictTitle({ kind, field, entity }: Conflict, say: Say): string {
  if (kind === "balance")
    return say(entity === "dispenses" ? "balance.prescribedTitle" : "balance.title");
  if (kind === "alike") return say("conflict.alikeTitle");
  if (kind === "duplicate")
    return say("conflict.duplicateTitle", { field: fieldLabel(field, say) });
  return fieldLabel(field, say);
}
