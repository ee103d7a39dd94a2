import { expect, test } from "vitest";
import { foundToday } from "./found-today.ts";

const entry = (patient_id: string, token_code: string | null, former: readonly string[] = []) => ({
  patient_id,
  token_code,
  former_tokens: former.length === 0 ? null : former.map((code) => ({ token_code: code })),
  status: "checked_in" as const,
});
const day = [
  entry("pat_a", "GEN-012"),
  entry("pat_b", "GEN-112"),
  entry("pat_c", "ORT-003", ["GEN-013"]),
  entry("pat_d", null),
];
const found = (typed: string, patients: readonly string[] = []) =>
  foundToday(typed, patients, day).map((each) => each.patient_id);

test.each([
  ["GEN-012", ["pat_a"]],
  ["gen 12", ["pat_a"]],
  ["gen१२", ["pat_a"]],
  ["GEN-013", ["pat_c"]],
  ["GEN-01", []],
  ["12", []],
])("%s leads to those who have or had that token today", (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

test("what was looked for by a token stands before what its patients have besides", () => {
  expect(found("ORT-3", ["pat_d", "pat_a"])).toEqual(["pat_c", "pat_a", "pat_d"]);
});

test("of patients who were found, nothing that was cancelled is shown", () => {
  const cancelled = { ...entry("pat_a", null), status: "cancelled" as const };
  expect(foundToday("savitri", ["pat_a"], [cancelled])).toEqual([]);
});
