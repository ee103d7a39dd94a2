import { expect, test } from "vitest";
import { coresOfOthers, disturbance } from "./neighbours.ts";

test("a run is disturbed by a load before it and by others' work beside it, and by nothing less", () => {
  expect(disturbance({ loadBefore: 1, cores: 0.1 })).toBeNull();
  expect(disturbance({ loadBefore: 1, cores: null })).toBeNull();
  expect(disturbance({ loadBefore: 3.1, cores: 0 })).toContain("a load of 3.1");
  expect(disturbance({ loadBefore: 0, cores: 0.5 })).toContain("0.50 of its processors");
});

test("what the run itself and its children took is not others' work", () => {
  const begun = { at: 1_000, busyMs: 50_000, ownMs: 4_000 };
  expect(coresOfOthers(begun, { at: 3_000, busyMs: 54_000, ownMs: 7_000 })).toBe(0.5);
  // The kernel counts both in pieces: less than nothing is nothing.
  expect(coresOfOthers(begun, { at: 3_000, busyMs: 53_990, ownMs: 8_000 })).toBe(0);
  expect(coresOfOthers(begun, { at: 3_000, busyMs: 54_000, ownMs: null })).toBeNull();
});
