import { describe, expect, test } from "vitest";
import { backoff } from "./backoff.ts";

describe("backoff", () => {
  test("returns quickly after the first failure", () => {
    expect(backoff(1, 0)).toBe(125);
    expect(backoff(1, 1)).toBe(250);
  });

  test("waits longer with each failure", () => {
    expect([1, 2, 3, 4, 5].map((failures) => backoff(failures, 1))).toEqual([
      250, 500, 1000, 2000, 4000,
    ]);
  });

  test("never waits longer than five seconds, however often it failed", () => {
    expect([6, 60, 6000].map((failures) => backoff(failures, 1))).toEqual([5000, 5000, 5000]);
  });

  test("spreads the screens of a site over half of the wait", () => {
    expect(backoff(5, 0)).toBe(2000);
    expect(backoff(5, 0.5)).toBe(3000);
  });
});
