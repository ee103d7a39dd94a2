import type { ReferenceRange, ResultFlag } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import type { Observation } from "./lab-result-parts.contract.ts";

/** Who was tested, as far as ranges depend on it. */
export interface TestedPerson {
  readonly gender: string;
  /** Null where nobody knows when they were born. */
  readonly ageDays: number | null;
}

const oldest = Number.POSITIVE_INFINITY;

/** The range for a person, that of the sex before that of any; undefined where there is none. */
export function rangeFor(
  ranges: readonly ReferenceRange[],
  { gender, ageDays }: TestedPerson,
): ReferenceRange | undefined {
  const ofAge = ranges.filter(({ age_from_days: from, age_below_days: below }) =>
    ageDays === null
      ? from === 0 && (below ?? null) === null
      : from <= ageDays && ageDays < (below ?? oldest),
  );
  return ofAge.find(({ sex }) => sex === gender) ?? ofAge.find(({ sex }) => sex === "any");
}

type Limits = Pick<ReferenceRange, "low" | "high" | "critical_low" | "critical_high">;
type Measured = Pick<Observation, "comparator"> & { readonly value_num: number };

/** Whether all that a value may be is below a limit; `at` counts the limit itself. */
function isBelow({ value_num: value, comparator }: Measured, limit: number, at: boolean): boolean {
  if (comparator === "ge" || comparator === "gt") return false;
  if (comparator === "lt") return value <= limit;
  return at ? value <= limit : value < limit;
}

function isAbove({ value_num: value, comparator }: Measured, limit: number, at: boolean): boolean {
  if (comparator === "lt" || comparator === "le") return false;
  if (comparator === "gt") return value >= limit;
  return at ? value >= limit : value > limit;
}

/** Whether a value with a comparator lies wholly within what is usual: "below 5" does where nothing is too low. */
function isWithin({ comparator, value_num: value }: Measured, { low, high }: Limits): boolean {
  if (comparator === null) return true;
  if (comparator === "lt" || comparator === "le")
    return typeof low !== "number" && (typeof high !== "number" || value <= high);
  return typeof high !== "number" && (typeof low !== "number" || value >= low);
}

/** How a number stands to a range; null without one, and where it may be usual or not. Critical limits are critical themselves. */
export function flagOf(measured: Measured, limits: Limits | undefined): ResultFlag | null {
  if (limits === undefined) return null;
  const { low, high, critical_low: lowest, critical_high: highest } = limits;
  if (typeof lowest === "number" && isBelow(measured, lowest, true)) return "LL";
  if (typeof highest === "number" && isAbove(measured, highest, true)) return "HH";
  if (typeof low === "number" && isBelow(measured, low, false)) return "L";
  if (typeof high === "number" && isAbove(measured, high, false)) return "H";
  const isRanged = typeof low === "number" || typeof high === "number";
  return isRanged && isWithin(measured, limits) ? "N" : null;
}

/** The flags of which somebody has to be told at once. */
export function isCriticalFlag(flag: ResultFlag | null): boolean {
  return flag === "LL" || flag === "HH" || flag === "AA";
}

/** By how much of a hundred a value has changed; null where it was nothing. */
export function changeInPercent(before: number, now: number): number | null {
  if (before === 0) return null;
  return Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
}
