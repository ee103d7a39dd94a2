import type { Vitals } from "./encounter-parts.contract.ts";

type Range = readonly [low: number, high: number];

type Ranges = Readonly<Partial<Record<keyof Vitals, Range>>>;

/** What does not change with the age. */
const atAnyAge: Ranges = {
  temp_c: [35.5, 38],
  spo2_pct: [94, 100],
  glucose_mgdl: [70, 200],
  pain: [0, 6],
  gcs: [15, 15],
};

const adult: Ranges = {
  ...atAnyAge,
  pulse_bpm: [50, 110],
  resp_rate: [10, 24],
  sbp: [90, 160],
  dbp: [50, 100],
};

/** Up to which age, in months, which ranges are usual: hearts and lungs of children are quicker, their pressures lower. */
const ofChildren: readonly (readonly [belowMonths: number, ranges: Ranges])[] = [
  [
    1,
    {
      ...atAnyAge,
      glucose_mgdl: [45, 180],
      pulse_bpm: [100, 190],
      resp_rate: [30, 60],
      sbp: [55, 95],
      dbp: [25, 60],
    },
  ],
  [12, { ...atAnyAge, pulse_bpm: [90, 180], resp_rate: [25, 55], sbp: [65, 110], dbp: [30, 70] }],
  [36, { ...atAnyAge, pulse_bpm: [80, 150], resp_rate: [20, 40], sbp: [75, 115], dbp: [35, 75] }],
  [72, { ...atAnyAge, pulse_bpm: [70, 135], resp_rate: [18, 34], sbp: [80, 120], dbp: [40, 80] }],
  [144, { ...atAnyAge, pulse_bpm: [60, 125], resp_rate: [15, 30], sbp: [85, 125], dbp: [45, 85] }],
  [216, { ...atAnyAge, pulse_bpm: [55, 115], resp_rate: [12, 26], sbp: [90, 140], dbp: [50, 90] }],
];

/**
 * What is usual at rest at an age in months; anything else deserves a second look, not a refusal. Of somebody whose age is
 * not known, what is usual for an adult.
 */
export function usualVitalsAt(ageMonths: number | null): Ranges {
  if (ageMonths === null) return adult;
  return ofChildren.find(([below]) => ageMonths < below)?.[1] ?? adult;
}

/** How a value stands to what is usual; null where it is usual, or nothing is known of it. */
export function unusualSide(
  name: keyof Vitals,
  value: number | null | undefined,
  ageMonths: number | null,
): "low" | "high" | null {
  const range = usualVitalsAt(ageMonths)[name];
  if (range === undefined || value === null || value === undefined) return null;
  if (value < range[0]) return "low";
  return value > range[1] ? "high" : null;
}

/** Whole months between two days, YYYY-MM-DD. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}
