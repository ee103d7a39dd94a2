import type * as z from "zod";
import {
  relativeRelations,
  type createPatientBody,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import type { TextId } from "#ui/i18n/text.ts";
import {
  ageOn,
  birthDateFault,
  hasWholeYear,
  isMinor,
  parseAge,
  parseBirthDate,
} from "#ui/desk/patients/birth.ts";
import { textOfFieldCode, type FieldFault } from "#ui/desk/data/faults.ts";

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

/** Who may pay for a patient, by the number that they gave the patient. */
export const payerChoices = ["pmjay", "cghs", "esic", "insurance_member", "employee"] as const;

/** The registration form as it stands: what was typed, not yet understood. */
export interface RegistrationDraft {
  readonly name: string;
  readonly phone: string;
  readonly dob: string;
  readonly age: string;
  readonly gender: string;
  readonly abhaId: string;
  readonly hasConsent: boolean;
  readonly relativeName: string;
  readonly relativeRelation: string;
  readonly line1: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly postalCode: string;
  readonly guardianName: string;
  readonly guardianRelationship: string;
  readonly guardianPhone: string;
  readonly payer: string;
  readonly payerNumber: string;
  /** Why they come and who sent them: said of the token that is given with the registration. */
  readonly visitReason: string;
  readonly referredBy: string;
  /** How they look, as an address that a page shows; "" where nobody has taken a photo. */
  readonly photo: string;
}

/** A field of the form. */
export type DraftField = keyof RegistrationDraft;

/** What is wrong with a field, in a sentence of ours. */
export interface DraftFault {
  readonly id: TextId;
}

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
  relativeName: "",
  relativeRelation: "father",
  line1: "",
  city: "",
  district: "",
  state: "",
  postalCode: "",
  guardianName: "",
  guardianRelationship: "parent",
  guardianPhone: "",
  payer: "",
  payerNumber: "",
  visitReason: "",
  referredBy: "",
  photo: "",
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

const birthFaultTexts = {
  none: "register.fault.dob",
  toCome: "register.fault.dobToCome",
  tooOld: "register.fault.dobTooOld",
} as const;

/** What is wrong with a birth date that has been typed to its end; said at once, not only when the form is saved. */
export function typedBirthFault(dob: string, today: string): TextId | null {
  if (!hasWholeYear(dob)) return null;
  const fault = birthDateFault(dob, today);
  return fault === null ? null : birthFaultTexts[fault];
}

function birthFault({ dob, age }: RegistrationDraft, today: string): DraftFaults {
  if (dob.trim() !== "") {
    const fault = birthDateFault(dob, today);
    return fault === null ? {} : { dob: { id: birthFaultTexts[fault] } };
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
    ...(draft.payer !== "" && draft.payerNumber.trim() === ""
      ? { payerNumber: { id: "register.fault.payerNumber" } as const }
      : {}),
  };
}

function relativeOf({ relativeName, relativeRelation }: RegistrationDraft) {
  const name = relativeName.trim();
  const relation = relativeRelations.find((each) => each === relativeRelation) ?? "guardian";
  return name === "" ? {} : { relative: { relation, name } };
}

function payerNumberOf({ payerNumber }: Pick<RegistrationDraft, "payerNumber">): string {
  return foldDigits(payerNumber).trim();
}

function payerOf({ payer, payerNumber }: RegistrationDraft) {
  const type = payerChoices.find((each) => each === payer);
  const value = payerNumberOf({ payerNumber });
  return type === undefined || value === "" ? {} : { identifiers: [{ type, value }] };
}

function addressOf({ line1, city, district, state, postalCode }: RegistrationDraft) {
  const given = Object.entries({ line1, city, district, state, postal_code: postalCode })
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
    ...relativeOf(draft),
    ...addressOf(draft),
    ...guardianOf(draft),
    ...payerOf(draft),
  };
}

// Of a shorter one it is too early to say.
const shortestNumber = 6;

/** What alone says nothing, and tells apart those who have the rest in common. */
function besidesOf({ gender, city, line1, postalCode, guardianName }: RegistrationDraft) {
  const known = Object.entries({
    village: city,
    line1,
    postal_code: postalCode,
    guardian: guardianName,
  });
  const said = known.map(([name, value]) => [name, value.trim()] as const);
  return {
    ...(gender === "" ? {} : { gender }),
    ...Object.fromEntries(said.filter(([, value]) => value !== "")),
  };
}

/** What to look for duplicates by, or null while too little is known. */
export function duplicateTerms(draft: RegistrationDraft, today: string) {
  const name = draft.name.trim();
  const dob = wholeBirth(draft, today);
  const phone = foldDigits(draft.phone).trim();
  const abhaId = foldDigits(draft.abhaId).replaceAll(/[\s-]/gu, "");
  const number = payerNumberOf(draft);
  const terms = {
    ...(name.length >= 3 ? { name } : {}),
    ...(dob === null ? {} : { dob }),
    ...(phone.replaceAll(/\D/gu, "").length >= 10 ? { phone } : {}),
    ...(/^\d{14}$/u.test(abhaId) ? { abha_id: abhaId } : {}),
    ...(number.length >= shortestNumber ? { number } : {}),
  };
  const isEnough =
    "phone" in terms ||
    "abha_id" in terms ||
    "number" in terms ||
    ("name" in terms && "dob" in terms);
  return isEnough ? { ...terms, ...besidesOf(draft) } : null;
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
  relative: "relativeName",
  "relative.name": "relativeName",
  "relative.relation": "relativeRelation",
  "identifiers.0.value": "payerNumber",
  "identifiers.0.type": "payer",
  "address.line1": "line1",
  "address.city": "city",
  "address.district": "district",
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

function serverFault(field: DraftField, { code }: FieldFault): DraftFault {
  const known = code === "validation_error" ? textOfField[field] : undefined;
  return { id: known ?? textOfFieldCode(code) };
}

/** The server's findings at the fields of the form, and whether there are some that belong to none of them. */
export function faultsFromServer(found: readonly FieldFault[]): {
  readonly fields: DraftFaults;
  readonly hasOthers: boolean;
} {
  const fields: Partial<Record<DraftField, DraftFault>> = {};
  let hasOthers = false;
  for (const fault of found) {
    const field = fieldOfPath[fault.path];
    if (field === undefined) hasOthers = true;
    else fields[field] ??= serverFault(field, fault);
  }
  return { fields, hasOthers };
}

/** The age that a typed birth date stands for, so that a slip shows at once. */
export function ageHint(draft: RegistrationDraft, today: string) {
  const birth = wholeBirth(draft, today);
  return birth === null ? null : ageOn(birth, today);
}
