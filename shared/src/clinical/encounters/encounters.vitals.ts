import { fieldError } from "#kernel/errors.ts";
import type { Vitals } from "./encounter-parts.contract.ts";
import { unusualSide, usualVitalsAt } from "./vital-ranges.contract.ts";

type VitalName = keyof Vitals;

const vitalNames: readonly VitalName[] = [
  "temp_c",
  "pulse_bpm",
  "resp_rate",
  "sbp",
  "dbp",
  "spo2_pct",
  "glucose_mgdl",
  "weight_kg",
  "height_cm",
  "pain",
  "gcs",
];

/** Something to look at twice. */
export interface VitalWarning {
  readonly code: "unusual_value";
  readonly field: string;
  readonly message: string;
}

/** A warning for each measured value that is not usual at an age in months; null where that is not known. */
export function vitalWarnings(values: Vitals, ageMonths: number | null): readonly VitalWarning[] {
  const usual = usualVitalsAt(ageMonths);
  return vitalNames.flatMap((name) => {
    const range = usual[name];
    if (range === undefined || unusualSide(name, values[name], ageMonths) === null) return [];
    const [low, high] = range;
    const message = `is outside ${low} to ${high}, which is usual at this age`;
    return [{ code: "unusual_value", field: `vitals.${name}`, message }];
  });
}

function refuseImpossiblePressure(values: Vitals): void {
  const { sbp, dbp } = values;
  if (typeof sbp !== "number" || typeof dbp !== "number" || dbp < sbp) return;
  throw fieldError({
    path: "vitals.dbp",
    code: "validation_error",
    message: "must be below the systolic pressure",
  });
}

/** The newest value of each kind, after one more set; null takes a value back. @throws AppError validation_error */
export function newestVitals(current: Vitals | null, given: Vitals): Vitals | null {
  const both = { ...current, ...given };
  const held = vitalNames.filter((name) => typeof both[name] === "number");
  if (held.length === 0) return null;
  // In one order, so that the same values are the same JSON.
  const values: Vitals = Object.fromEntries(held.map((name) => [name, both[name]]));
  refuseImpossiblePressure(values);
  return values;
}

/** Whether two sets hold the same values. */
export function areSameVitals(one: Vitals | null, other: Vitals | null): boolean {
  return vitalNames.every((name) => (one?.[name] ?? null) === (other?.[name] ?? null));
}

/** A set as a line of text: temp_c 37.2, pulse_bpm 80. */
export function vitalsLine(values: Vitals): string {
  return vitalNames
    .filter((name) => typeof values[name] === "number")
    .map((name) => `${name} ${values[name]}`)
    .join(", ");
}
