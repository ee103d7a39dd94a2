import { expect, test } from "vitest";
import { isSameSearch, listQuery, readFilters } from "./patient-filters.ts";

test("reads an address, and leaves out what it does not know there", () => {
  const search = { q: "Savitri", gender: "female", consent_status: "granted", sort: "name" };
  expect(readFilters(search)).toEqual(search);
  expect(readFilters({ q: "", gender: "x", sort: "phone", page: 3 })).toEqual({});
  // Digits alone are a number to whoever reads addresses.
  expect(readFilters({ q: 98220 })).toEqual({ q: "98220" });
});

test("asks for fifty, with digits of any script, and not by one letter", () => {
  expect(listQuery({ q: " ९८२२०  १ " }, null)).toEqual({ q: "98220 1", limit: "50" });
  expect(listQuery({ q: "s", sort: "name" }, "next")).toEqual({
    sort: "name",
    cursor: "next",
    limit: "50",
  });
});

test("knows a search again by all that it asks, in whatever order", () => {
  expect(isSameSearch({ q: "a", gender: "male" }, { gender: "male", q: "a" })).toBe(true);
  expect(isSameSearch({ q: "a" }, { q: "a", sort: "name" })).toBe(false);
  expect(isSameSearch({}, { consent_status: "granted" })).toBe(false);
});
