import { expect, test } from "vitest";
import { calendarSearch, isDay, listSearch } from "./calendar-address.ts";

test("knows the days of the calendar from what only looks like one", () => {
  expect(["2026-11-23", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "23/11/2026", "today", ""].some(isDay)).toBe(false);
});

test("reads of an address what it can mean, and nothing else", () => {
  const asked = { doctor: "stf_1", state: "no_show", from: "2026-11-23", to: "2026-11-31" };
  expect(listSearch(asked)).toEqual({
    doctor: "stf_1",
    patient: undefined,
    state: "no_show",
    from: "2026-11-23",
    to: undefined,
  });
  expect(calendarSearch({ doctor: 7, patient: "" })).toEqual({
    doctor: undefined,
    patient: undefined,
  });
  expect(listSearch({ state: "gone", doctor: "pat_1" }).state).toBeUndefined();
});
