import * as fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  addDays,
  daysBetween,
  instantOf,
  isZone,
  localDate,
  slotInstants,
  weekday,
} from "./zones.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const hour = 3_600_000;

describe("instantOf", () => {
  test.each([
    ["2026-04-01", "09:30", "Asia/Kolkata", "2026-04-01T04:00:00.000Z"],
    ["2026-01-15", "09:00", "Europe/Berlin", "2026-01-15T08:00:00.000Z"],
    ["2026-07-15", "09:00", "Europe/Berlin", "2026-07-15T07:00:00.000Z"],
    ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-03-08", "02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  ])("%s %s in %s is %s", (date, time, zone, expected) => {
    expect(iso(instantOf(date, time, zone))).toBe(expected);
  });

  test.each([
    ["2026-02-30", "09:00", "Asia/Kolkata"],
    ["2026-02-03", "25:00", "Asia/Kolkata"],
    ["2026-02-03", "09:00", "Asia/Nowhere"],
  ])("refuses %s %s in %s", (date, time, zone) => {
    expect(() => instantOf(date, time, zone)).toThrow(RangeError);
  });
});

describe("localDate", () => {
  test("turns the day at the zone's own midnight", () => {
    const midnight = Date.parse("2026-03-31T18:30:00Z");
    expect(localDate(midnight - 1, "Asia/Kolkata")).toBe("2026-03-31");
    expect(localDate(midnight, "Asia/Kolkata")).toBe("2026-04-01");
    expect(localDate(midnight, "America/New_York")).toBe("2026-03-31");
  });

  test("an instant on a day's clock lies on that day, in every zone", () => {
    const days = fc
      .integer({ min: -20_000, max: 20_000 })
      .map((offset) => addDays("2026-01-01", offset));
    const zones = fc.constantFrom(
      "Asia/Kolkata",
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kathmandu",
    );
    const same = fc.property(
      days,
      zones,
      (day, zone) => localDate(instantOf(day, "12:00", zone), zone) === day,
    );
    expect(() => fc.assert(same)).not.toThrow();
  });
});

describe("days", () => {
  test("the week begins on Monday", () => {
    expect(weekday("2026-11-16")).toBe(1);
    expect(weekday("2026-11-22")).toBe(7);
  });

  test("counts over ends of months, leap days and years", () => {
    expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
    expect(daysBetween("2026-01-01", "2025-12-31")).toBe(-1);
  });

  test("are those of the calendar as Temporal counts it, from the year 0 to 9999 and beyond", () => {
    const first = Temporal.PlainDate.from("2026-01-01");
    const same = fc.property(
      fc.integer({ min: -739_000, max: 2_910_000 }),
      fc.integer({ min: -40_000, max: 40_000 }),
      (offset, days) => {
        const day = first.add({ days: offset });
        const later = day.add({ days });
        return (
          addDays(day.toString(), days) === later.toString() &&
          daysBetween(day.toString(), later.toString()) === days
        );
      },
    );
    expect(() => fc.assert(same)).not.toThrow();
    expect(addDays("9999-12-31", 1)).toBe("+010000-01-01");
  });

  test.each(["2026-02-30", "2026-13-01", "2025-02-29", "1 Jan 2020", "26-01-01", "", "2026-1-001"])(
    "refuses to count from %j, which is no day",
    (date) => {
      expect(() => addDays(date, 1)).toThrow(RangeError);
      expect(() => daysBetween(date, "2026-01-01")).toThrow(RangeError);
      expect(() => daysBetween("2026-01-01", date)).toThrow(RangeError);
    },
  );

  test("adding and counting undo each other", () => {
    const undone = fc.property(
      fc.integer({ min: -100_000, max: 100_000 }),
      (days) => daysBetween("2026-06-01", addDays("2026-06-01", days)) === days,
    );
    expect(() => fc.assert(undone)).not.toThrow();
  });
});

test("knows zones by name only", () => {
  expect(["Asia/Kolkata", "UTC", "Europe/Berlin"].every(isZone)).toBe(true);
  expect(["", "+05:30", "Asia/Nowhere", "Asia Kolkata"].some(isZone)).toBe(false);
});

describe("slotInstants", () => {
  const slots = (date: string, from: string, to: string, slotMinutes: number, zone: string) =>
    slotInstants({ date, from, to, slotMinutes, zone }).map(
      ({ start, end }) => `${iso(start).slice(11, 16)}-${iso(end).slice(11, 16)}`,
    );

  test("cuts opening hours into slots and leaves out a rest", () => {
    expect(slots("2026-04-01", "09:00", "10:10", 30, "Asia/Kolkata")).toEqual([
      "03:30-04:00",
      "04:00-04:30",
    ]);
  });

  test("gives none where the hours are empty or shorter than a slot", () => {
    expect(slots("2026-04-01", "09:00", "09:00", 30, "Asia/Kolkata")).toEqual([]);
    expect(slots("2026-04-01", "09:00", "09:29", 30, "Asia/Kolkata")).toEqual([]);
  });

  test("has an hour less on the night the clocks go forward", () => {
    expect(slots("2026-03-29", "01:00", "04:00", 60, "Europe/Berlin")).toEqual([
      "00:00-01:00",
      "01:00-02:00",
    ]);
    expect(slots("2026-03-08", "01:00", "04:00", 60, "America/New_York")).toHaveLength(2);
  });

  test("has an hour more on the night the clocks go back", () => {
    expect(slots("2026-10-25", "01:00", "04:00", 60, "Europe/Berlin")).toHaveLength(4);
    expect(slots("2026-11-01", "00:00", "03:00", 60, "America/New_York")).toHaveLength(4);
    expect(slots("2026-10-25", "01:00", "04:00", 60, "Asia/Kolkata")).toHaveLength(3);
  });

  test("goes on past midnight where the hours end before they begin", () => {
    expect(slots("2026-04-01", "23:00", "01:00", 60, "Asia/Kolkata")).toEqual([
      "17:30-18:30",
      "18:30-19:30",
    ]);
  });

  test("slots touch, never overlap, and each has its full length", () => {
    const cut = slotInstants({
      date: "2026-10-25",
      from: "00:00",
      to: "23:59",
      slotMinutes: 20,
      zone: "Europe/Berlin",
    });
    expect(cut).toHaveLength(74);
    expect(
      cut.every(
        ({ start, end }, index) =>
          end - start === hour / 3 && start === (cut[index - 1]?.end ?? start),
      ),
    ).toBe(true);
  });

  test.each([0, -5, 1.5, Number.NaN])("refuses slots of %d minutes", (slotMinutes) => {
    expect(() => slots("2026-04-01", "09:00", "10:00", slotMinutes, "Asia/Kolkata")).toThrow(
      RangeError,
    );
  });
});
