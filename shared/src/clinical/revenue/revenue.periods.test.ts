import { describe, expect, test } from "vitest";
import { ageBand, daysOf, mondayOf, periodBefore } from "./revenue.periods.ts";

describe("the times of a summary", () => {
  test.each([
    ["2026-11-23", "2026-11-23"],
    ["2026-11-29", "2026-11-23"],
    ["2027-01-01", "2026-12-28"],
  ])("%s is in the week that begins on %s", (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  test.each([
    ["2026-11-01", "2026-11-30", "previous_period", "2026-10-02", "2026-10-31"],
    ["2026-11-26", "2026-11-26", "previous_period", "2026-11-25", "2026-11-25"],
    ["2026-11-01", "2026-11-30", "previous_year", "2025-11-01", "2025-11-30"],
    ["2028-02-29", "2028-02-29", "previous_year", "2027-02-28", "2027-02-28"],
  ] as const)("%s to %s is compared with the %s: %s to %s", (from, to, kind, before, until) => {
    const period = { date_from: from, date_to: to };
    expect(periodBefore(period, kind)).toEqual({ date_from: before, date_to: until });
  });

  test.each([
    ["2026-11-26", "2026-11-26", 1],
    ["2028-01-01", "2028-12-31", 366],
    ["2026-11-26", "2026-11-25", 0],
  ])("%s to %s are %i days", (from, to, days) => {
    expect(daysOf({ date_from: from, date_to: to })).toBe(days);
  });

  test("what is due is told apart at 30, 60 and 90 days", () => {
    const bands = [0, 30, 31, 60, 61, 90, 91].map(ageBand);
    expect(bands.map((band) => band.slice(0, 3))).toEqual([
      "d0_",
      "d0_",
      "d31",
      "d31",
      "d61",
      "d61",
      "d90",
    ]);
  });
});
