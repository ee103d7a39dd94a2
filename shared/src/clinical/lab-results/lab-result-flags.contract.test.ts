import { describe, expect, test } from "vitest";
import { referenceRanges } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { changeInPercent, flagOf, isCriticalFlag, rangeFor } from "./lab-result-flags.contract.ts";

const ranges = referenceRanges.parse([
  { sex: "female", age_from_days: 4380, low: 12, high: 15.5, critical_low: 7, critical_high: 20 },
  { sex: "any", age_from_days: 4380, low: 13, high: 17 },
  { age_below_days: 4380, low: 11, high: 14.5 },
]);

describe("the range for a person", () => {
  test.each([
    ["female", 10_000, 12],
    ["male", 10_000, 13],
    ["other", 10_000, 13],
    ["female", 4380, 12],
    ["female", 4379, 11],
    ["male", 0, 11],
  ])("who is %s and %i days old begins at %d", (gender, ageDays, low) => {
    expect(rangeFor(ranges, { gender, ageDays })?.low).toBe(low);
  });

  test("whose age nobody knows is one of every age, or none", () => {
    const person = { gender: "female", ageDays: null };
    expect(rangeFor(ranges, person)).toBeUndefined();
    expect(rangeFor(referenceRanges.parse([{ low: 5 }]), person)?.low).toBe(5);
  });
});

describe("the flag of a number", () => {
  const limits = { low: 12, high: 15.5, critical_low: 7, critical_high: 20 };
  test.each([
    [6.9, "LL"],
    [7, "LL"],
    [7.1, "L"],
    [11.9, "L"],
    [12, "N"],
    [15.5, "N"],
    [15.6, "H"],
    [19.9, "H"],
    [20, "HH"],
  ])("%d is %s", (value_num, flag) => {
    expect(flagOf({ value_num, comparator: null }, limits)).toBe(flag);
  });

  test.each([
    ["lt", 12, "L"],
    ["lt", 7, "LL"],
    ["lt", 13, null],
    ["le", 11, "L"],
    ["le", 12, null],
    ["gt", 15.5, "H"],
    ["gt", 20, "HH"],
    ["gt", 15, null],
    ["ge", 16, "H"],
  ] as const)("%s %d is %s, for it holds whatever the value is", (comparator, value_num, flag) => {
    expect(flagOf({ value_num, comparator }, limits)).toBe(flag);
  });

  test("below a limit is usual where nothing is too low", () => {
    expect(flagOf({ value_num: 5, comparator: "lt" }, { high: 40 })).toBe("N");
    expect(flagOf({ value_num: 50, comparator: "lt" }, { high: 40 })).toBeNull();
    expect(flagOf({ value_num: 60, comparator: "gt" }, { low: 50 })).toBe("N");
  });

  test("without a range is not known", () => {
    expect(flagOf({ value_num: 5, comparator: null }, undefined)).toBeNull();
    expect(flagOf({ value_num: 5, comparator: null }, {})).toBeNull();
  });

  test("asks for somebody to be told where it is critical", () => {
    const told = (["N", "L", "H", "LL", "HH", "A", "AA", null] as const).filter(isCriticalFlag);
    expect(told).toEqual(["LL", "HH", "AA"]);
  });
});

test.each([
  [10, 12, 20],
  [12, 10, -16.7],
  [-10, -5, 50],
  [0, 3, null],
])("from %d to %d is a change of %s percent", (before, now, percent) => {
  expect(changeInPercent(before, now)).toBe(percent);
});
