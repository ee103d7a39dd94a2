import { describe, expect, test } from "vitest";
import { dateOrderOf, readDay } from "./import-dates.ts";

const today = "2026-11-21";

describe("a day is read in the forms that registers use", () => {
  test.each([
    ["1990-04-03", "1990-04-03"],
    ["1990/4/3", "1990-04-03"],
    ["19900403", "1990-04-03"],
    ["1990-04-03T23:10:00-05:00", "1990-04-03"],
    ["1990-04-03 00:00:00", "1990-04-03"],
    ["03/04/1990", "1990-04-03"],
    ["3-4-1990", "1990-04-03"],
    ["03.04.1990", "1990-04-03"],
    ["3 Apr 1990", "1990-04-03"],
    ["3rd April, 1990", "1990-04-03"],
    ["03-Apr-90", "1990-04-03"],
    ["April 3, 1990", "1990-04-03"],
    ["०३/०४/१९९०", "1990-04-03"],
    ["29/02/2024", "2024-02-29"],
  ])("%s day first is %s", (text, day) => {
    expect(readDay(text, "day-first", today).day).toBe(day);
  });

  test("the same numbers are another day where the month comes first", () => {
    expect(readDay("03/04/1990", "month-first", today).day).toBe("1990-03-04");
    expect(readDay("12/31/1990", "month-first", today).day).toBe("1990-12-31");
  });

  test("a year of two digits is the latest that is not in the future, and is pointed out", () => {
    expect(readDay("03/04/26", "day-first", today)).toMatchObject({
      day: "2026-04-03",
      hasShortYear: true,
    });
    expect(readDay("03/04/27", "day-first", today)).toMatchObject({
      day: "1927-04-03",
      hasShortYear: true,
    });
    expect(readDay("03/04/1927", "day-first", today)).toMatchObject({ hasShortYear: false });
  });
});

describe("what is no day is refused with its reason", () => {
  test.each([
    ["31/02/1990", "is no day of the calendar"],
    ["29/02/2023", "is no day of the calendar"],
    ["1990-13-01", "is no day of the calendar"],
    ["3 Foo 1990", "is no day of the calendar"],
    ["12/25/1990", "is no date when read day-first; --dates sets the other order"],
    ["29221", "is a spreadsheet's day number; format the column as a date and export again"],
    ["about 1960", "is not a date in a form that is understood"],
  ])("%s %s", (text, reason) => {
    expect(readDay(text, "day-first", today)).toEqual({ day: null, reason });
  });
});

test("India writes the day first, the United States the month", () => {
  expect(dateOrderOf("IN")).toBe("day-first");
  expect(dateOrderOf("GB")).toBe("day-first");
  expect(dateOrderOf("US")).toBe("month-first");
});
