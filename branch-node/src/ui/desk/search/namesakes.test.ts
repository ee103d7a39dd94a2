import { expect, test } from "vitest";
import { expectedFirst, haveNamesakes } from "./namesakes.ts";

const person = (id: string, name: string) => ({ id, name });
const elder = person("pat_elder", "Mahesh Shinde");
const younger = person("pat_younger", "mahesh  shinde");
const other = person("pat_other", "Mahesh Shinde");
const near = person("pat_near", "Mahesh Shindhe");
const comes = (...times: readonly (readonly [string, string])[]) =>
  new Map(times.map(([id, at]) => [id, { slot_time: at }]));

test("of one name stands first who comes soonest, then who comes later, then the others as they were found", () => {
  const next = comes(
    ["pat_other", "2026-11-28T03:30:00Z"],
    ["pat_younger", "2026-11-30T13:00:00Z"],
  );
  expect(expectedFirst([elder, younger, other], next)).toEqual([other, younger, elder]);
  expect(expectedFirst([elder, other], comes())).toEqual([elder, other]);
});

test("a name that fits less stays behind, whoever comes", () => {
  const next = comes(["pat_near", "2026-11-28T03:30:00Z"], ["pat_other", "2026-11-30T13:00:00Z"]);
  expect(expectedFirst([elder, near, other], next)).toEqual([other, near, elder]);
  expect(haveNamesakes([elder, near])).toBe(false);
  expect(haveNamesakes([elder, near, younger])).toBe(true);
});
