import { describe, expect, test } from "vitest";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { frequencies } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { dueTimes, isAsNeeded, type Scheduled } from "./medication-schedule.ts";

const zone = "Asia/Kolkata";
/** Half past nine in the morning there. */
const issued_at = "2026-07-01T04:00:00.000Z";
const year = { from: "2026-07-01T00:00:00.000Z", to: "2027-07-01T00:00:00.000Z" };

function medicine(
  frequency: PrescribedItem["frequency"],
  more: Partial<Scheduled> = {},
): Scheduled {
  return { frequency, as_needed: false, duration_days: 2, start_date: null, ...more };
}

/** An instant as the clock on the ward's wall shows it. */
function onWall(instant: string): string {
  const there = new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString();
  return `${there.slice(5, 10)} ${there.slice(11, 16)}`;
}

function times(item: Scheduled, more: object = {}, stretch = year): readonly string[] {
  return dueTimes(item, { issued_at, ended_at: null, zone, ...more }, stretch).map(onWall);
}

describe("doses are due", () => {
  test.each([
    ["od", ["07-02 08:00", "07-03 08:00"]],
    ["bd", ["07-01 20:00", "07-02 08:00", "07-02 20:00", "07-03 08:00"]],
    [
      "tds",
      ["07-01 14:00", "07-01 20:00", "07-02 08:00", "07-02 14:00", "07-02 20:00", "07-03 08:00"],
    ],
    ["hs", ["07-01 22:00", "07-02 22:00"]],
    ["q12h", ["07-01 20:00", "07-02 08:00", "07-02 20:00", "07-03 08:00"]],
    [
      "q8h",
      ["07-01 14:00", "07-01 22:00", "07-02 06:00", "07-02 14:00", "07-02 22:00", "07-03 06:00"],
    ],
  ] as const)(
    "%s at the ward's rounds, as many as are prescribed, from the first after it was",
    (frequency, wanted) => {
      expect(times(medicine(frequency))).toEqual(wanted);
    },
  );

  test.each([
    ["qid", 8],
    ["q4h", 12],
    ["q6h", 8],
  ] as const)("%s as often in two days as it says", (frequency, count) => {
    expect(times(medicine(frequency))).toHaveLength(count);
  });

  test("every other day, and once a week, from the day it begins", () => {
    const start_date = "2026-07-03";
    expect(times(medicine("alternate_days", { start_date, duration_days: 5 }))).toEqual([
      "07-03 08:00",
      "07-05 08:00",
      "07-07 08:00",
    ]);
    expect(times(medicine("weekly", { start_date, duration_days: 14 }))).toEqual([
      "07-03 08:00",
      "07-10 08:00",
    ]);
  });

  test("at once where they are wanted at once, however long it takes", () => {
    expect(times(medicine("stat", { duration_days: null }))).toEqual(["07-01 09:30"]);
  });

  test("never where they are given as they are needed", () => {
    for (const frequency of ["sos", "custom"] as const) {
      expect(isAsNeeded(medicine(frequency))).toBe(true);
      expect(times(medicine(frequency))).toEqual([]);
    }
    expect(times(medicine("tds", { as_needed: true }))).toEqual([]);
  });

  test("until the prescription ends, and not at that instant", () => {
    const ended_at = "2026-07-01T14:30:00.000Z";
    expect(onWall(ended_at)).toBe("07-01 20:00");
    expect(times(medicine("tds"), { ended_at })).toEqual(["07-01 14:00"]);
  });

  test.each(frequencies)("%s the same, whatever stretch of time is asked for", (frequency) => {
    const item = medicine(frequency, { duration_days: 9 });
    const course = { issued_at, ended_at: null, zone };
    const all = dueTimes(item, course, year);
    for (const time of all)
      expect(dueTimes(item, course, { from: time, to: time })).toEqual([time]);
    const [from = year.from, to = year.to] = [all[1], all.at(-2)];
    expect(dueTimes(item, course, { from, to })).toEqual(
      all.filter((time) => time >= from && time <= to),
    );
  });
});
