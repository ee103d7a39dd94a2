import { describe, expect, test } from "vitest";
import {
  addDays,
  ageOn,
  dayIn,
  daysOfMonth,
  hasWholeYear,
  isMinor,
  parseAge,
  parseBirthDate,
  writtenDay,
} from "./birth.ts";

const today = "2026-11-21";

describe("reading a birth date", () => {
  test.each([
    ["12/03/1988", "1988-03-12"],
    ["12031988", "1988-03-12"],
    ["12.3.1988", "1988-03-12"],
    ["1-1-2001", "2001-01-01"],
    ["1988-03-12", "1988-03-12"],
    ["१२/०३/१९८८", "1988-03-12"],
    ["29/02/2024", "2024-02-29"],
  ])("understands %s", (typed, iso) => {
    expect(parseBirthDate(typed, today)).toBe(iso);
  });

  test("takes a year of two digits for the latest that is not in the future", () => {
    expect(parseBirthDate("12/03/88", today)).toBe("1988-03-12");
    expect(parseBirthDate("120326", today)).toBe("2026-03-12");
    expect(parseBirthDate("12/03/27", today)).toBe("1927-03-12");
  });

  test.each([
    "",
    "12/03",
    "31/02/2020",
    "29/02/2023",
    "00/01/2000",
    "12/13/1988",
    "abc",
    "12/03/1899",
  ])("refuses %j", (typed) => {
    expect(parseBirthDate(typed, today)).toBeNull();
  });

  test("knows a year that is still being typed from a whole one", () => {
    expect(["170819", "17/08/19", "17/08/197"].map(hasWholeYear)).toEqual([false, false, false]);
    expect(["17081971", "17/08/1971", "1-1-2001"].map(hasWholeYear)).toEqual([true, true, true]);
  });

  test("refuses tomorrow and takes today", () => {
    expect(parseBirthDate("22/11/2026", today)).toBeNull();
    expect(parseBirthDate("21/11/2026", today)).toBe(today);
  });

  test("writes a day the way it is read", () => {
    expect(parseBirthDate(writtenDay("1988-03-12"), today)).toBe("1988-03-12");
  });
});

describe("age", () => {
  test.each([
    ["1988-11-21", { count: 38, unit: "year" }],
    ["1988-11-22", { count: 37, unit: "year" }],
    ["2025-01-20", { count: 22, unit: "month" }],
    ["2026-10-21", { count: 1, unit: "month" }],
    ["2026-10-22", { count: 30, unit: "day" }],
    ["2026-11-21", { count: 0, unit: "day" }],
  ])("of somebody born on %s is said in the unit that people use", (birth, age) => {
    expect(ageOn(birth, today)).toEqual(age);
  });

  test("is typed as a whole number up to 130", () => {
    expect(["0", "42", "१२", "130"].map(parseAge)).toEqual([0, 42, 12, 130]);
    expect(["", "4.5", "-1", "131", "x"].map(parseAge)).toEqual([null, null, null, null, null]);
  });

  test("needs a guardian until the eighteenth birthday", () => {
    expect(isMinor("2008-11-22", today)).toBe(true);
    expect(isMinor("2008-11-21", today)).toBe(false);
  });
});

describe("calendar days", () => {
  test("are the branch's, not the screen's", () => {
    const instant = Date.parse("2026-11-20T20:00:00Z");
    expect(dayIn("Asia/Kolkata", instant)).toBe("2026-11-21");
    expect(dayIn("America/New_York", instant)).toBe("2026-11-20");
  });

  test("go on over the ends of months", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });
});

describe("the days of a month", () => {
  test.each([
    ["2028-02-17", 29, "2028-02-29"],
    ["2026-02-01", 28, "2026-02-28"],
    ["2026-12-31", 31, "2026-12-31"],
    ["2026-11-30", 30, "2026-11-30"],
  ])("are all of %s's", (day, count, last) => {
    const days = daysOfMonth(day);
    expect([days.length, days[0], days.at(-1)]).toEqual([count, `${day.slice(0, 7)}-01`, last]);
  });
});
