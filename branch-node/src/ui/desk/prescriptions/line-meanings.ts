import type {
  DoseUnit,
  DrugForm,
  Frequency,
  Route,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { namedMedicine } from "./known-medicines.ts";

/** What has been read of a line so far. */
export interface Found {
  readonly names: readonly string[];
  /** Whether the name is over: what follows says something about it. */
  readonly isPastName: boolean;
  readonly form: DrugForm | null;
  readonly route: Route | null;
  readonly strength: string;
  readonly dose: number | null;
  readonly doseUnit: DoseUnit | null;
  readonly frequency: Frequency | null;
  readonly customText: string;
  readonly days: number | null;
  readonly quantity: number | null;
  readonly isAsNeeded: boolean;
  readonly notes: readonly string[];
}

/** Before anything has been read. */
export const nothingFound: Found = {
  names: [],
  isPastName: false,
  form: null,
  route: null,
  strength: "",
  dose: null,
  doseUnit: null,
  frequency: null,
  customText: "",
  days: null,
  quantity: null,
  isAsNeeded: false,
  notes: [],
};

const mostDays = 365;
// A number that is no larger is how much of a syrup is given, and not how strong it is.
const largestMeasure = 30;
// More tablets at once are how many are dispensed.
const mostAtOnce = 4;
const measured: ReadonlySet<DrugForm> = new Set(["syrup", "drops", "inhaler"]);
const fractions: Readonly<Record<string, number>> = {
  "½": 0.5,
  "1/2": 0.5,
  half: 0.5,
  "¼": 0.25,
  "1/4": 0.25,
  quarter: 0.25,
  "¾": 0.75,
  "3/4": 0.75,
  "1½": 1.5,
  "1-1/2": 1.5,
};

/** A number as it is typed, halves and quarters among them; NaN for none. */
export function amountIn(text: string): number {
  return fractions[text.toLowerCase()] ?? Number(text);
}

/** A number with a zero before its point and none behind: nobody reads ten times as much. */
export function plainNumber(text: string): string {
  return String(Number(text));
}

/** For how many days; null where that is not possible. */
export function withDays(found: Found, days: number): Partial<Found> | null {
  if (found.days !== null || days < 1 || days > mostDays) return null;
  return { days };
}

function formOf(found: Found): DrugForm | null {
  return found.form ?? namedMedicine(found.names.join(" ")).known?.form ?? null;
}

/** What a number after how often it is taken says: for how many days; of what is taken when it is needed, how many. */
function afterFrequency(found: Found, count: number): Partial<Found> | null {
  if (!Number.isInteger(count)) return null;
  if (found.frequency === null)
    return found.quantity === null && count > 0 ? { quantity: count } : null;
  return withDays(found, count);
}

/** What a number without a unit says, by what has been said before. */
export function withNumber(found: Found, text: string): Partial<Found> | null {
  const count = amountIn(text);
  if (text.toLowerCase() in fractions) return found.dose === null ? { dose: count } : null;
  if (found.frequency !== null || found.isAsNeeded) return afterFrequency(found, count);
  const form = formOf(found);
  const isMeasured = form !== null && measured.has(form) && count <= largestMeasure;
  if (isMeasured && found.dose === null) return { dose: count };
  if (found.strength === "") {
    const unit = namedMedicine(found.names.join(" ")).known?.unit ?? "mg";
    return { strength: `${plainNumber(text)} ${unit}` };
  }
  return found.dose === null ? { dose: count } : null;
}

/** What a number with the unit of a dose says: how much is given, or how many are dispensed. */
export function withDose(found: Found, dose: number, unit: DoseUnit): Partial<Found> | null {
  const isCounted = unit === "tablet" || unit === "capsule";
  const isDispensed = found.frequency !== null && isCounted && dose > mostAtOnce;
  if (isDispensed || found.dose !== null)
    return found.quantity === null && Number.isInteger(dose) ? { quantity: dose } : null;
  return { dose, doseUnit: unit };
}

/** What a mass says: how strong it is; a second one how much of it is given. */
export function withMass(found: Found, count: string, unit: string): Partial<Found> | null {
  if (found.strength === "") return { strength: `${plainNumber(count)} ${unit}` };
  const dosed = (["mcg", "mg", "g"] as const).find((known) => known === unit);
  if (dosed === undefined || found.dose !== null) return null;
  return { dose: Number(count), doseUnit: dosed };
}

const evenPatterns: Readonly<Record<string, Frequency>> = {
  "1-0-1": "bd",
  "1-1-1": "tds",
  "1-1-1-1": "qid",
  "0-0-1": "hs",
  "0-0-0-1": "hs",
};
const byTimes: readonly (Frequency | undefined)[] = [undefined, "od", "bd", "tds", "qid"];

/**
 * What morning, noon and evening as numbers say. Where the doses are alike, how much and how often; where they are not,
 * the numbers stay, each a dose of one.
 */
export function withPattern(found: Found, parts: readonly string[]): Partial<Found> | null {
  if (found.frequency !== null) return null;
  const doses = parts.map(amountIn);
  const taken = doses.filter((dose) => dose > 0);
  const [first = 0] = taken;
  const pattern = parts.join("-");
  if (taken.length === 0 || doses.some(Number.isNaN)) return null;
  if (taken.some((dose) => dose !== first))
    return { frequency: "custom", customText: pattern, dose: 1 };
  const shape = doses.map((dose) => (dose > 0 ? 1 : 0)).join("-");
  const even = evenPatterns[shape];
  const frequency = even ?? byTimes[taken.length] ?? null;
  // Which of the times it is, is said by the numbers alone.
  const notes = even === undefined ? [...found.notes, pattern] : found.notes;
  return frequency === null ? null : { frequency, dose: first, notes };
}
