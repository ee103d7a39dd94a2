import { describe, expect, test } from "vitest";
import { percentile, ratioOf, spreadOf } from "./figures.ts";

describe("figures", () => {
  test("takes the median of an odd and of an even number of rounds", () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  });

  test("compares each round with its neighbour, not the medians of both sides", () => {
    expect(ratioOf([10, 40, 30], [20, 40, 10])).toEqual({ median: 1, min: 0.5, max: 3 });
  });

  test("reads percentiles from what was measured, without inventing values between", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.5, 0.95, 0.99, 1].map((part) => percentile(values, part))).toEqual([50, 95, 99, 100]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
