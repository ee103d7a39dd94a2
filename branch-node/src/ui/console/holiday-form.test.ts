import { expect, test } from "vitest";
import { gapsOf, type HolidayDraft } from "./holiday-form.ts";

const whole: HolidayDraft = {
  date: "2026-12-25",
  name: "Christmas",
  kind: "public",
  closes: true,
  branches: null,
  note: "",
};

test("a holiday lacks its day, its name, or a branch that keeps it", () => {
  expect(gapsOf(whole)).toEqual([]);
  expect(gapsOf({ ...whole, branches: ["brn_1"] })).toEqual([]);
  expect(gapsOf({ ...whole, date: null })).toEqual(["date"]);
  expect(gapsOf({ ...whole, name: "  " })).toEqual(["name"]);
  expect(gapsOf({ ...whole, branches: [] })).toEqual(["branches"]);
  expect(gapsOf({ ...whole, date: null, name: "", branches: [] })).toEqual([
    "date",
    "name",
    "branches",
  ]);
});
