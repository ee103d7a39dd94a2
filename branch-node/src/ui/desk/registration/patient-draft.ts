import type * as z from "zod";
import {
  identifierTypes,
  relationships,
  type Patient,
  type updatePatientBody,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import {
  draftFaults,
  emptyDraft,
  payerChoices,
  registrationBody,
  type DraftFaults,
  type DraftField,
  type RegistrationDraft,
} from "./registration-draft.ts";

/** A text within a part of a record whose form is not fixed; empty where there is none. */
export function textIn(part: Readonly<Record<string, unknown>> | null, name: string): string {
  const value = part?.[name];
  return typeof value === "string" ? value : "";
}

type KeptIdentifier = Patient["identifiers"][number];

function isPayer({ type }: KeptIdentifier): boolean {
  return payerChoices.some((each) => each === type);
}

/** A patient as the form shows them. A birth date that was guessed from an age is shown as the day it was guessed to be. */
export function draftOfPatient(patient: Patient): RegistrationDraft {
  const { address, emergency_contact: guardian } = patient;
  const payer = patient.identifiers.find(isPayer);
  return {
    ...emptyDraft,
    name: patient.name,
    phone: patient.phone === null ? "" : phoneText(patient.phone),
    dob: patient.dob === null ? "" : writtenDay(patient.dob),
    gender: patient.gender,
    abhaId: patient.abha_id ?? "",
    relativeName: textIn(patient.relative, "name"),
    relativeRelation: textIn(patient.relative, "relation") || emptyDraft.relativeRelation,
    line1: textIn(address, "line1"),
    city: textIn(address, "city"),
    district: textIn(address, "district"),
    state: textIn(address, "state"),
    postalCode: textIn(address, "postal_code"),
    guardianName: textIn(guardian, "name"),
    guardianRelationship: textIn(guardian, "relationship") || emptyDraft.guardianRelationship,
    guardianPhone: textIn(guardian, "phone"),
    payer: payer?.type ?? "",
    payerNumber: payer?.value ?? "",
  };
}

const relativeFields = ["relativeName", "relativeRelation"] as const;
const payerFields = ["payer", "payerNumber"] as const;
const guardianFields = ["guardianName", "guardianRelationship", "guardianPhone"] as const;
const addressParts = [
  ["line1", "line1"],
  ["city", "city"],
  ["district", "district"],
  ["state", "state"],
  ["postalCode", "postal_code"],
] as const;
const fields: readonly DraftField[] = [
  ...(["name", "phone", "dob", "age", "gender", "abhaId"] as const),
  ...addressParts.map(([field]) => field),
  ...relativeFields,
  ...guardianFields,
  ...payerFields,
];

/** The fields in which two states of a form differ. */
export function changedFields(
  before: RegistrationDraft,
  after: RegistrationDraft,
): ReadonlySet<DraftField> {
  return new Set(fields.filter((field) => before[field] !== after[field]));
}

/**
 * A form whose record was changed elsewhere while somebody typed: what was not touched follows the record, what was typed
 * stays. @param before the form as it began @param after the form as the record would begin it now
 */
export function rebasedDraft(
  draft: RegistrationDraft,
  before: RegistrationDraft,
  after: RegistrationDraft,
): RegistrationDraft {
  const typed = changedFields(before, draft);
  return fields.reduce(
    (merged, field) => (typed.has(field) ? merged : { ...merged, [field]: after[field] }),
    draft,
  );
}

// What the form does not show of an address stays; a part that was emptied goes.
function changedAddress(
  { address }: Patient,
  draft: RegistrationDraft,
  changed: ReadonlySet<DraftField>,
) {
  const parts = addressParts.filter(([field]) => changed.has(field));
  const replaced = new Set<string>(parts.map(([, name]) => name));
  const kept = Object.entries(address ?? {}).filter(([name]) => !replaced.has(name));
  const given = parts.flatMap(([field, name]) => {
    const text = draft[field].trim();
    return text === "" ? [] : [[name, text] as const];
  });
  const whole = [...kept, ...given];
  const isEmpty = whole.every(([name, value]) => name === "country" || value === null);
  return isEmpty ? null : Object.fromEntries(whole);
}

// The form shows the first payer: another number takes its place, and whatever else is kept stays.
function changedIdentifiers(patient: Patient, body: ReturnType<typeof registrationBody>) {
  const shown = patient.identifiers.find(isPayer);
  const kept = patient.identifiers.flatMap((each) => {
    const type = identifierTypes.find((known) => known === each.type);
    return each === shown || type === undefined ? [] : [{ ...each, type }];
  });
  return [...kept, ...(body.identifiers ?? [])];
}

/** What is wrong with what was typed; what was kept without it, such as no birth date, is no fault of this change. */
export function changeFaults(
  before: RegistrationDraft,
  draft: RegistrationDraft,
  today: string,
): DraftFaults {
  const kept = draftFaults(before, today);
  const changed = changedFields(before, draft);
  const found = Object.entries(draftFaults(draft, today)).filter(([name]) =>
    fields.some((field) => field === name && (changed.has(field) || !kept[field])),
  );
  return Object.fromEntries(found);
}

/**
 * The request that changes of a patient what was typed, and nothing else, so that two desks can correct two fields. What was
 * emptied is taken away. @param before the form as it began
 */
export function patientChange(
  patient: Patient,
  before: RegistrationDraft,
  draft: RegistrationDraft,
  today: string,
): z.input<typeof updatePatientBody> {
  const changed = changedFields(before, draft);
  const body = registrationBody(draft, today);
  // The form offers fewer relationships than there are: one that was kept stays.
  const relationship = relationships.find((each) => each === draft.guardianRelationship);
  const guardian = body.emergency_contact && {
    ...body.emergency_contact,
    ...(relationship && { relationship }),
  };
  return {
    ...(changed.has("name") ? { name: body.name } : {}),
    ...(changed.has("gender") ? { gender: body.gender } : {}),
    ...(changed.has("dob") && body.dob !== undefined ? { dob: body.dob } : {}),
    ...(changed.has("age") && body.age_years !== undefined ? { age_years: body.age_years } : {}),
    ...(changed.has("phone") ? { phone: body.phone ?? null } : {}),
    ...(changed.has("abhaId") ? { abha_id: body.abha_id ?? null } : {}),
    ...(addressParts.some(([field]) => changed.has(field))
      ? { address: changedAddress(patient, draft, changed) }
      : {}),
    ...(relativeFields.some((field) => changed.has(field))
      ? { relative: body.relative ?? null }
      : {}),
    ...(payerFields.some((field) => changed.has(field))
      ? { identifiers: changedIdentifiers(patient, body) }
      : {}),
    ...(guardianFields.some((field) => changed.has(field))
      ? { emergency_contact: guardian ?? null }
      : {}),
  };
}
