import type * as z from "zod";
import type {
  Patient,
  updatePatientBody,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { writtenDay } from "./birth.ts";
import { emptyDraft, registrationBody, type RegistrationDraft } from "./registration-draft.ts";

/** A text within a part of a record whose form is not fixed; empty where there is none. */
export function textIn(part: Readonly<Record<string, unknown>> | null, name: string): string {
  const value = part?.[name];
  return typeof value === "string" ? value : "";
}

/** A patient as the form shows them. A birth date that was guessed from an age is shown as the day it was guessed to be. */
export function draftOfPatient(patient: Patient): RegistrationDraft {
  const { address, emergency_contact: guardian } = patient;
  return {
    ...emptyDraft,
    name: patient.name,
    phone: patient.phone ?? "",
    dob: patient.dob === null ? "" : writtenDay(patient.dob),
    gender: patient.gender,
    abhaId: patient.abha_id ?? "",
    hasConsent: patient.consent_status === "granted",
    line1: textIn(address, "line1"),
    city: textIn(address, "city"),
    state: textIn(address, "state"),
    postalCode: textIn(address, "postal_code"),
    guardianName: textIn(guardian, "name"),
    guardianRelationship: textIn(guardian, "relationship") || emptyDraft.guardianRelationship,
    guardianPhone: textIn(guardian, "phone"),
  };
}

const addressFields = ["line1", "city", "state", "postalCode"] as const;
const guardianFields = ["guardianName", "guardianRelationship", "guardianPhone"] as const;

/**
 * The request that changes of a patient what the form changed, and nothing else, so that two desks can correct two
 * fields. What was emptied is taken away.
 */
export function patientChange(
  patient: Patient,
  draft: RegistrationDraft,
  today: string,
): z.input<typeof updatePatientBody> {
  const before = draftOfPatient(patient);
  const isChanged = (...fields: readonly (keyof RegistrationDraft)[]) =>
    fields.some((field) => draft[field] !== before[field]);
  const body = registrationBody(draft, today);
  return {
    ...(isChanged("name") ? { name: body.name } : {}),
    ...(isChanged("gender") ? { gender: body.gender } : {}),
    ...(isChanged("dob") && body.dob !== undefined ? { dob: body.dob } : {}),
    ...(isChanged("age") && body.age_years !== undefined ? { age_years: body.age_years } : {}),
    ...(isChanged("phone") ? { phone: body.phone ?? null } : {}),
    ...(isChanged("abhaId") ? { abha_id: body.abha_id ?? null } : {}),
    ...(isChanged("hasConsent")
      ? { consent_status: draft.hasConsent ? "granted" : "revoked" }
      : {}),
    ...(isChanged(...addressFields)
      ? { address: body.address === undefined ? null : { ...patient.address, ...body.address } }
      : {}),
    ...(isChanged(...guardianFields) ? { emergency_contact: body.emergency_contact ?? null } : {}),
  };
}
