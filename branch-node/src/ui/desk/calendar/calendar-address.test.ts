import { expect, test } from "vitest";
import { calendarSearch, isDay, listDays, listSearch } from "./calendar-address.ts";

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

test("lets the last day of a list follow the first, where it would stand before it", () => {
  const [first, last] = ["2026-11-27", "2026-12-01"];
  expect(listDays({ from: last, to: first })).toEqual({ from: last, to: last });
  expect(listDays({ from: first, to: last })).toEqual({ from: first, to: last });
  expect(listDays({ from: undefined, to: first })).toEqual({ from: undefined, to: first });
  expect(listSearch({ from: last, to: first })).toMatchObject({ from: last, to: last });
});

test("reads the time that is booked at once, where there is one", () => {
  const asked = { patient: "pat_1", at: "2026-12-01T05:00:00.000Z", by: "stf_1" };
  expect(calendarSearch(asked)).toMatchObject(asked);
  expect(calendarSearch({ ...asked, at: "soon" })).toEqual({
    doctor: undefined,
    patient: "pat_1",
  });
});
