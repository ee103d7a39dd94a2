import { possibleVitals } from "@edgeward/shared/clinical/encounters/encounter-parts.contract.ts";
import { unusualSide } from "@edgeward/shared/clinical/encounters/vital-ranges.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";

/** What is measured, in the order in which it is taken. */
export const vitalNames = [
  "sbp",
  "dbp",
  "pulse_bpm",
  "temp_c",
  "spo2_pct",
  "resp_rate",
  "glucose_mgdl",
  "weight_kg",
  "height_cm",
  "pain",
] as const;

/** One of them. */
export type VitalName = (typeof vitalNames)[number];

/** A form of them as it is typed. */
export type VitalsDraft = Readonly<Record<VitalName, string>>;

/** A form in which nothing has been typed. */
export const emptyVitals: VitalsDraft = {
  sbp: "",
  dbp: "",
  pulse_bpm: "",
  temp_c: "",
  spo2_pct: "",
  resp_rate: "",
  glucose_mgdl: "",
  weight_kg: "",
  height_cm: "",
  pain: "",
};

/** Why a value cannot be taken, and between which values it could be. */
export interface VitalFault {
  readonly text:
    | "vitals.notANumber"
    | "vitals.notWhole"
    | "vitals.impossible"
    | "vitals.aboveUpper";
  readonly low: number;
  readonly high: number;
}

/** A form that was read: what was measured, what cannot be so, and what should be looked at twice. */
export interface ReadVitals {
  readonly values: Readonly<Partial<Record<VitalName, number>>>;
  readonly faults: Readonly<Partial<Record<VitalName, VitalFault>>>;
  readonly unusual: readonly VitalName[];
}

const tenths: ReadonlySet<VitalName> = new Set(["temp_c", "weight_kg", "height_cm"]);

function readOne(name: VitalName, typed: string): number | VitalFault | null {
  const text = foldDigits(typed).trim().replace(",", ".");
  if (text === "") return null;
  const [low, high] = possibleVitals[name];
  if (!/^\d{1,4}(?:\.\d{1,4})?$/u.test(text)) return { text: "vitals.notANumber", low, high };
  const value = Number(text);
  if (value < low || value > high) return { text: "vitals.impossible", low, high };
  if (tenths.has(name)) return Math.round(value * 10) / 10;
  return Number.isInteger(value) ? value : { text: "vitals.notWhole", low, high };
}

/**
 * Reads a form of vital signs: numbers with digits of any script, a comma for a point.
 * @param ageMonths by which it is judged what is unusual; null where it is not known
 */
export function readVitals(draft: VitalsDraft, ageMonths: number | null = null): ReadVitals {
  const values: Partial<Record<VitalName, number>> = {};
  const faults: Partial<Record<VitalName, VitalFault>> = {};
  for (const name of vitalNames) {
    const read = readOne(name, draft[name]);
    if (typeof read === "number") values[name] = read;
    else if (read !== null) faults[name] = read;
  }
  const { sbp, dbp } = values;
  if (sbp !== undefined && dbp !== undefined && dbp >= sbp) {
    const [low] = possibleVitals.dbp;
    faults.dbp = { text: "vitals.aboveUpper", low, high: sbp - 1 };
  }
  const unusual = vitalNames.filter((name) => {
    const value = values[name];
    return faults[name] === undefined && unusualSide(name, value, ageMonths) !== null;
  });
  return { values, faults, unusual };
}
