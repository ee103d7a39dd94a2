import type {
  DoseUnit,
  DrugForm,
  Frequency,
  Route,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import type { RxBody } from "./rx-queries.ts";
import type { MedicineLine } from "./medicine-line.ts";
import type { Medicine } from "./rx-texts.ts";

/** A medicine as its fields show it. */
export interface MedicineDraft {
  /** Tells it from the others of the form. */
  readonly key: number;
  readonly itemId: string | null;
  readonly name: string;
  readonly generic: string;
  readonly strength: string;
  readonly form: DrugForm;
  readonly route: Route | "";
  readonly dose: string;
  readonly doseUnit: DoseUnit;
  readonly frequency: Frequency | "";
  readonly customText: string;
  readonly days: string;
  /** Empty where the branch works it out. */
  readonly quantity: string;
  readonly asNeeded: boolean;
  readonly instructions: string;
}

function numberText(value: number | null): string {
  return value === null ? "" : String(value);
}

/** The fields of a medicine that was typed in one line. */
export function draftOfLine(key: number, line: MedicineLine): MedicineDraft {
  return {
    ...line,
    key,
    itemId: null,
    dose: numberText(line.dose),
    days: numberText(line.days),
    quantity: numberText(line.quantity),
  };
}

/** The fields of a medicine as it was prescribed before: how much is dispensed is worked out anew where it can be. */
export function draftOfMedicine(key: number, medicine: Medicine): MedicineDraft {
  const { frequency } = medicine;
  const isCounted = frequency !== "sos" && frequency !== "custom";
  return {
    key,
    itemId: medicine.item_id,
    name: medicine.drug_name,
    generic: medicine.generic_name,
    strength: medicine.strength ?? "",
    form: medicine.form,
    route: medicine.route,
    dose: String(medicine.dose),
    doseUnit: medicine.dose_unit,
    frequency,
    customText: medicine.custom_text ?? "",
    days: numberText(medicine.duration_days),
    quantity: isCounted && medicine.form !== "other" ? "" : String(medicine.quantity),
    asNeeded: medicine.as_needed,
    instructions: medicine.instructions ?? "",
  };
}

const withoutDays: readonly string[] = ["stat", "sos"];

/** A number as people type it; NaN for what is none. */
export function typedNumber(text: string): number {
  const written = text.trim().replace(",", ".");
  return /^\d+(?:\.\d+)?$/u.test(written) ? Number(written) : Number.NaN;
}

/** What can be missing or wrong of a medicine before it is sent, by the name of its field on the wire. */
export type MedicineGap =
  | "drug_name"
  | "generic_name"
  | "route"
  | "dose"
  | "frequency"
  | "custom_text"
  | "duration_days"
  | "quantity";

/** What is missing or wrong of a medicine. */
export function gapsOfMedicine(draft: MedicineDraft): readonly MedicineGap[] {
  const { frequency, days, quantity } = draft;
  const isWrong: Readonly<Record<MedicineGap, boolean>> = {
    drug_name: draft.name.trim() === "",
    generic_name: draft.generic.trim() === "",
    route: draft.route === "",
    dose: !(typedNumber(draft.dose) > 0),
    frequency: frequency === "",
    custom_text: frequency === "custom" && draft.customText.trim() === "",
    duration_days:
      days.trim() === ""
        ? frequency !== "" && !withoutDays.includes(frequency)
        : !(Number.isInteger(typedNumber(days)) && typedNumber(days) > 0),
    quantity: quantity.trim() !== "" && !(typedNumber(quantity) > 0),
  };
  const names: readonly MedicineGap[] = [
    "drug_name",
    "generic_name",
    "route",
    "dose",
    "frequency",
    "custom_text",
    "duration_days",
    "quantity",
  ];
  return names.filter((name) => isWrong[name]);
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** A medicine as it is sent; null while something that nobody may guess is missing. */
function bodyOfMedicine(draft: MedicineDraft): RxBody["items"][number] | null {
  const { frequency, route } = draft;
  if (frequency === "" || route === "") return null;
  const quantity = orNull(draft.quantity);
  return {
    item_id: draft.itemId,
    drug_name: draft.name.trim(),
    generic_name: draft.generic.trim(),
    strength: orNull(draft.strength),
    form: draft.form,
    route,
    dose: typedNumber(draft.dose),
    dose_unit: draft.doseUnit,
    frequency,
    custom_text: frequency === "custom" ? draft.customText.trim() : null,
    duration_days: orNull(draft.days) === null ? null : typedNumber(draft.days),
    ...(quantity === null ? {} : { quantity: typedNumber(quantity) }),
    as_needed: draft.asNeeded || frequency === "sos",
    instructions: orNull(draft.instructions),
  };
}

/** The medicines as they are sent; null while something is missing of one. */
export function bodyOfMedicines(drafts: readonly MedicineDraft[]): RxBody["items"] | null {
  if (drafts.some((draft) => gapsOfMedicine(draft).length > 0)) return null;
  return drafts.flatMap((draft) => bodyOfMedicine(draft) ?? []);
}

const childBelowMonths = 12 * 12;

/** Whether nothing is prescribed without the weight: of a child, and where a dose is for every kilogram. */
export function needsWeight(months: number | null, drafts: readonly MedicineDraft[]): boolean {
  const isChild = months !== null && months < childBelowMonths;
  return isChild || drafts.some(({ doseUnit }) => doseUnit.endsWith("_per_kg"));
}
