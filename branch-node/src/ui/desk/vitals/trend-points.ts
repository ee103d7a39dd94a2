import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { vitalNames, type VitalName } from "./vitals-form.ts";

/** What was measured of one vital sign, the newest last. */
export interface Trend {
  readonly name: VitalName;
  readonly points: readonly { readonly at: string; readonly value: number }[];
}

// As many as a line a few letters wide can show one beside the other.
const mostPoints = 12;

/** How each vital sign has gone through some visits; none of those that nobody has measured. */
export function trendsOf(visits: readonly Pick<Encounter, "vitals_history">[]): readonly Trend[] {
  const sets = visits
    .flatMap((visit) => visit.vitals_history)
    .toSorted((one, other) => one.at.localeCompare(other.at));
  return vitalNames.flatMap((name) => {
    const points = sets.flatMap(({ at, values: { [name]: value } }) =>
      typeof value === "number" ? [{ at, value }] : [],
    );
    return points.length === 0 ? [] : [{ name, points: points.slice(-mostPoints) }];
  });
}

/** Such a line within a box of that size, as the points of a polyline: time from left to right, the greatest value on top. */
export function lineOf(
  values: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = values.length < 2 ? 0 : width / (values.length - 1);
  const heightOf = (value: number) =>
    most === least ? height / 2 : height - ((value - least) / (most - least)) * height;
  return values
    .map(
      (value, place) =>
        `${Math.round(place * step * 10) / 10},${Math.round(heightOf(value) * 10) / 10}`,
    )
    .join(" ");
}
