import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  takenFields,
  type TakenField,
} from "@edgeward/shared/clinical/patients/patients.merging.contract.ts";
import { fieldLabel, valueText, type PageTexts } from "#ui/desk/attention/conflict-values.ts";
import { conditionsOf } from "./known-problems.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { phoneText } from "#ui/desk/patients/phone-text.ts";

/** A field of two records side by side. */
export interface ComparedField {
  readonly name: string;
  readonly label: string;
  readonly survivor: string;
  readonly merged: string;
  /** The field that the survivor may take over; null where there is nothing to choose. */
  readonly choice: TakenField | null;
  /** Whether the survivor has no value of its own. */
  readonly isMissing: boolean;
}

// In the order in which people tell each other apart.
const comparedNames = [
  "name",
  "gender",
  "dob",
  "phone",
  "alternate_phone",
  "relative",
  "emergency_contact",
  "address",
  "abha_id",
  "abha_address",
  "email",
  "blood_group",
  "marital_status",
  "preferred_language",
  "is_vip",
  "photo_document_id",
  "consent_status",
  "identifiers",
  "allergies",
  "no_known_allergies",
  "conditions",
] as const satisfies readonly (keyof Patient)[];

function shownText(name: (typeof comparedNames)[number], patient: Patient, texts: PageTexts) {
  const { [name]: value } = patient;
  if (name === "dob" && patient.dob !== null) {
    return `${patient.dob_estimated ? "~" : ""}${writtenDay(patient.dob)}`;
  }
  const isPhone = name === "phone" || name === "alternate_phone";
  if (isPhone && typeof value === "string") return phoneText(value);
  if (name === "allergies") {
    const names = patient.allergies.flatMap(({ substance }) => substance ?? []);
    return valueText(name, names, texts);
  }
  if (name === "conditions") {
    const names = conditionsOf(patient).map(({ code, display }) => display ?? code);
    return valueText(name, names, texts);
  }
  if (name === "identifiers") {
    return valueText(
      name,
      patient.identifiers.map((each) => each.value),
      texts,
    );
  }
  return valueText(name, value, texts);
}

function isEmpty(patient: Patient, name: (typeof comparedNames)[number]): boolean {
  const { [name]: value } = patient;
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

/** What two records of one person say, field by field; what neither says anything of is left out. */
export function comparedFields(
  survivor: Patient,
  merged: Patient,
  texts: PageTexts,
): readonly ComparedField[] {
  return comparedNames
    .filter((name) => !isEmpty(survivor, name) || !isEmpty(merged, name))
    .map((name) => {
      const [own, other] = [shownText(name, survivor, texts), shownText(name, merged, texts)];
      const taken = takenFields.find((each) => each === name) ?? null;
      const isChoice = taken !== null && own !== other && !isEmpty(merged, name);
      return {
        name,
        label: fieldLabel(name, texts.say),
        survivor: own,
        merged: other,
        choice: isChoice ? taken : null,
        isMissing: isEmpty(survivor, name),
      };
    });
}

/** What is taken over unless somebody says otherwise: what the survivor has nothing of. */
export function proposedFields(compared: readonly ComparedField[]): ReadonlySet<TakenField> {
  return new Set(
    compared.flatMap(({ choice, isMissing }) => (choice !== null && isMissing ? [choice] : [])),
  );
}
