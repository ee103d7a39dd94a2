import type {
  DoseUnit,
  DrugForm,
  Frequency,
  GivenItem,
  QuantityUnit,
} from "./prescription-parts.contract.ts";

/** In what each form is counted; null where that depends on the dose. */
const unitOfForm: Readonly<Record<DrugForm, QuantityUnit | null>> = {
  tablet: "tablet",
  capsule: "capsule",
  suppository: "suppository",
  patch: "patch",
  injection: "ampoule",
  syrup: "ml",
  drops: "pack",
  ointment: "pack",
  cream: "pack",
  inhaler: "pack",
  powder: "pack",
  other: null,
};

/** How many doses a day; null where that is not said. */
const dosesPerDay: Readonly<Record<Frequency, number | null>> = {
  od: 1,
  bd: 2,
  tds: 3,
  qid: 4,
  q4h: 6,
  q6h: 4,
  q8h: 3,
  q12h: 2,
  hs: 1,
  weekly: 1 / 7,
  alternate_days: 1 / 2,
  stat: null,
  sos: null,
  custom: null,
};

const milligrams: Readonly<Record<string, number>> = { mcg: 0.001, mg: 1, g: 1000 };

/** Frequencies that may go without a duration. */
export const withoutDuration: readonly Frequency[] = ["stat", "sos"];

/** Whether a dose is for every kilogram of the patient. */
export function isByWeight(unit: DoseUnit): boolean {
  return unit.endsWith("_per_kg");
}

type Dosed = Pick<
  GivenItem,
  "form" | "dose" | "dose_unit" | "frequency" | "duration_days" | "strength"
>;

function doses({ frequency, duration_days: days }: Dosed): number | null {
  if (frequency === "stat") return 1;
  const perDay = dosesPerDay[frequency];
  return perDay === null || !days ? null : Math.ceil(perDay * days - 1e-9);
}

interface Strength {
  readonly mg: number;
  /** In so many millilitres; null in one tablet, capsule or ampoule. */
  readonly ml: number | null;
}

/** What is in one of them: `500 mg`, `125 mg/5 ml`; null for what says no one mass. */
export function strengthOf(text: string | null | undefined): Strength | null {
  const form = /^(\d+(?:\.\d+)?)\s*(mcg|mg|g)(?:\s*\/\s*(\d+(?:\.\d+)?)?\s*ml)?$/iu;
  const [whole, count, unit = "", volume] = form.exec((text ?? "").trim()) ?? [];
  const factor = milligrams[unit.toLowerCase()];
  if (whole === undefined || factor === undefined || Number(count) === 0) return null;
  const isLiquid = whole.includes("/");
  return { mg: Number(count) * factor, ml: isLiquid ? Number(volume ?? 1) : null };
}

/** How much of a form one dose is, in the form's unit; null where that cannot be worked out. */
function perDose(item: Dosed, unit: QuantityUnit, weightKg: number | null): number | null {
  const { dose_unit: doseUnit, strength } = item;
  if (isByWeight(doseUnit) && weightKg === null) return null;
  const dose = isByWeight(doseUnit) ? item.dose * (weightKg ?? 0) : item.dose;
  const plainUnit = doseUnit.replace(/_per_kg$/, "");
  if (plainUnit === unit) return dose;
  const [factor, inOne] = [milligrams[plainUnit], strengthOf(strength)];
  if (factor === undefined || inOne === null) return null;
  const share = (dose * factor) / inOne.mg;
  if (unit === "ml") return inOne.ml === null ? null : share * inOne.ml;
  if (inOne.ml !== null) return null;
  // An ampoule that is opened is used up; of tablets, halves are kept.
  return unit === "ampoule" ? Math.ceil(share) : share;
}

/** How much is dispensed of one medicine. */
interface Quantity {
  readonly quantity: number;
  readonly quantity_unit: QuantityUnit;
}

/** In what the quantity of a medicine is counted. */
export function quantityUnitOf({ form, dose_unit: unit }: Dosed): QuantityUnit {
  if (unit === "sachet") return "sachet";
  return unitOfForm[form] ?? "unit";
}

/**
 * How much a medicine needs: doses by their number and days, rounded up, in the unit of its form; of what comes in packs
 * one. Null where dose, strength and form do not say it.
 */
export function quantityOf(item: Dosed, weightKg: number | null): Quantity | null {
  const unit = quantityUnitOf(item);
  if (unit === "pack") return { quantity: 1, quantity_unit: unit };
  const [count, each] = [doses(item), perDose(item, unit, weightKg)];
  if (count === null || each === null || each === 0) return null;
  return { quantity: Math.ceil(count * each - 1e-9), quantity_unit: unit };
}
