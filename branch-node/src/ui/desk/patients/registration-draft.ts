import type * as z from "zod";
import type { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import type { TextId } from "#ui/i18n/text.ts";
import { ageOn, hasWholeYear, isMinor, parseAge, parseBirthDate } from "./birth.ts";
import type { FieldFault } from "#ui/desk/data/faults.ts";

/** The genders a patient can be registered with, in the order in which the form offers them. */
export const genderChoices = ["female", "male", "other", "unknown"] as const;

/** How a guardian stands to a child. */
export const guardianChoices = [
  "parent",
  "guardian",
  "sibling",
  "spouse",
  "friend",
  "other",
] as const;

/** The registration form as it stands: what was typed, not yet understood. */
export interface RegistrationDraft {
  readonly name: string;
  readonly phone: string;
  readonly dob: string;
  readonly age: string;
  readonly gender: string;
  readonly abhaId: string;
  readonly hasConsent: boolean;
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly guardianName: string;
  readonly guardianRelationship: string;
  readonly guardianPhone: string;
}

/** A field of the form. */
export type DraftField = keyof RegistrationDraft;

/** What is wrong with a field: a sentence of ours, or the server's own. */
export type DraftFault = { readonly id: TextId } | { readonly text: string };

/** What is wrong with the form, field by field. */
export type DraftFaults = Readonly<Partial<Record<DraftField, DraftFault>>>;

/** An empty form. */
export const emptyDraft: RegistrationDraft = {
  name: "",
  phone: "",
  dob: "",
  age: "",
  gender: "",
  abhaId: "",
  hasConsent: false,
  line1: "",
  city: "",
  state: "",
  postalCode: "",
  guardianName: "",
  guardianRelationship: "parent",
  guardianPhone: "",
};

/** Whether the person described is under 18, as far as the form says. */
export function isChild(draft: RegistrationDraft, today: string): boolean {
  const birth = parseBirthDate(draft.dob, today);
  if (birth !== null) return isMinor(birth, today);
  const age = parseAge(draft.age);
  return age !== null && age < 18;
}

/** The birth date, once it has been typed to its end. */
function wholeBirth({ dob }: RegistrationDraft, today: string): string | null {
  return hasWholeYear(dob) ? parseBirthDate(dob, today) : null;
}

/** Whether the form should ask for a guardian while it is being filled in. */
export function asksForGuardian(draft: RegistrationDraft, today: string): boolean {
  const isWhole = draft.dob === "" || hasWholeYear(draft.dob);
  return isWhole && isChild(draft, today);
}

function birthFault({ dob, age }: RegistrationDraft, today: string): DraftFaults {
  if (dob.trim() !== "") {
    return parseBirthDate(dob, today) === null ? { dob: { id: "register.fault.dob" } } : {};
  }
  if (age.trim() === "") return { dob: { id: "register.fault.birth" } };
  return parseAge(age) === null ? { age: { id: "register.fault.age" } } : {};
}

function abhaFault({ abhaId }: RegistrationDraft): DraftFaults {
  const digits = foldDigits(abhaId).replaceAll(/[\s-]/gu, "");
  return digits === "" || /^\d{14}$/u.test(digits) ? {} : { abhaId: { id: "register.fault.abha" } };
}

/** What can be seen to be wrong without asking the server, in the order of the fields. */
export function draftFaults(draft: RegistrationDraft, today: string): DraftFaults {
  const needsGuardian = isChild(draft, today) || draft.guardianName.trim() !== "";
  return {
    ...(draft.name.trim() === "" ? { name: { id: "register.fault.name" } as const } : {}),
    ...birthFault(draft, today),
    ...(draft.gender === "" ? { gender: { id: "register.fault.gender" } as const } : {}),
    ...abhaFault(draft),
    ...(needsGuardian && draft.guardianName.trim() === ""
      ? { guardianName: { id: "register.fault.guardian" } as const }
      : {}),
    ...(needsGuardian && draft.guardianPhone.trim() === ""
      ? { guardianPhone: { id: "register.fault.guardianPhone" } as const }
      : {}),
  };
}

function addressOf({ line1, city, state, postalCode }: RegistrationDraft) {
  const given = Object.entries({ line1, city, state, postal_code: postalCode })
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== "");
  return given.length === 0 ? {} : { address: Object.fromEntries(given) };
}

function guardianOf(draft: RegistrationDraft) {
  const name = draft.guardianName.trim();
  if (name === "") return {};
  const relationship = guardianChoices.find((each) => each === draft.guardianRelationship);
  return {
    emergency_contact: {
      name,
      relationship: relationship ?? "guardian",
      phone: foldDigits(draft.guardianPhone).trim(),
    },
  };
}

function birthOf({ dob, age }: RegistrationDraft, today: string) {
  const birth = parseBirthDate(dob, today);
  if (birth !== null) return { dob: birth };
  const years = parseAge(age);
  return years === null ? {} : { age_years: years };
}

/** The request that registers the person described. Call it when the form has no faults. */
export function registrationBody(
  draft: RegistrationDraft,
  today: string,
): z.input<typeof createPatientBody> {
  const phone = foldDigits(draft.phone).trim();
  const abhaId = foldDigits(draft.abhaId).replaceAll(/[\s-]/gu, "");
  return {
    name: draft.name.trim(),
    gender: draft.gender,
    ...birthOf(draft, today),
    ...(phone === "" ? {} : { phone }),
    ...(abhaId === "" ? {} : { abha_id: abhaId }),
    ...(draft.hasConsent ? { consent_status: "granted" } : {}),
    ...addressOf(draft),
    ...guardianOf(draft),
  };
}

/** What to look for duplicates by, or null while too little is known. */
export function duplicateTerms(draft: RegistrationDraft, today: string) {
  const name = draft.name.trim();
  const dob = wholeBirth(draft, today);
  const phone = foldDigits(draft.phone).trim();
  const abhaId = foldDigits(draft.abhaId).replaceAll(/[\s-]/gu, "");
  const terms = {
    ...(name.length >= 3 ? { name } : {}),
    ...(dob === null ? {} : { dob }),
    ...(phone.replaceAll(/\D/gu, "").length >= 10 ? { phone } : {}),
    ...(/^\d{14}$/u.test(abhaId) ? { abha_id: abhaId } : {}),
  };
  const isEnough = "phone" in terms || "abha_id" in terms || ("name" in terms && "dob" in terms);
  return isEnough ? terms : null;
}

const fieldOfPath: Readonly<Record<string, DraftField>> = {
  name: "name",
  phone: "phone",
  mobile: "phone",
  dob: "dob",
  age_years: "age",
  gender: "gender",
  abha_id: "abhaId",
  consent_status: "hasConsent",
  "address.line1": "line1",
  "address.city": "city",
  "address.state": "state",
  "address.postal_code": "postalCode",
  emergency_contact: "guardianName",
  "emergency_contact.name": "guardianName",
  "emergency_contact.relationship": "guardianRelationship",
  "emergency_contact.phone": "guardianPhone",
};

const textOfField: Readonly<Partial<Record<DraftField, TextId>>> = {
  name: "register.fault.name",
  phone: "register.fault.phone",
  dob: "register.fault.dob",
  age: "register.fault.age",
  gender: "register.fault.gender",
  abhaId: "register.fault.abha",
  postalCode: "register.fault.postalCode",
  guardianName: "register.fault.guardian",
  guardianPhone: "register.fault.guardianPhone",
};

function serverFault(field: DraftField, { code, message }: FieldFault): DraftFault {
  if (code === "duplicate_abha_id") return { id: "fault.duplicateAbha" };
  const id = code === "validation_error" ? textOfField[field] : undefined;
  return id === undefined ? { text: message } : { id };
}

/** The server's findings at the fields of the form, and the sentences that belong to none of them. */
export function faultsFromServer(found: readonly FieldFault[]): {
  readonly fields: DraftFaults;
  readonly others: readonly string[];
} {
  const fields: Partial<Record<DraftField, DraftFault>> = {};
  const others: string[] = [];
  for (const fault of found) {
    const field = fieldOfPath[fault.path];
    if (field === undefined) others.push(`${fault.path}: ${fault.message}`);
    else fields[field] ??= serverFault(field, fault);
  }
  return { fields, others };
}

/** The age that a typed birth date stands for, so that a slip shows at once. */
export function ageHint(draft: RegistrationDraft, today: string) {
  const birth = wholeBirth(draft, today);
  return birth === null ? null : ageOn(birth, today);
}
