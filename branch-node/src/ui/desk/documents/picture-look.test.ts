import { describe, expect, test } from "vitest";
import { firstLook, larger, smaller, turned } from "./picture-look.ts";

describe("a picture that is looked at", () => {
  test("grows and shrinks by steps, and no further than it goes", () => {
    const twice = larger(firstLook);
    expect(twice).toEqual({ size: 2, turn: 0 });
    const largest = larger(larger(larger(twice)));
    expect(largest.size).toBe(4);
    expect(smaller(twice)).toEqual(firstLook);
    expect(smaller(firstLook)).toEqual(firstLook);
  });

  test("turns by quarters, and stays as large as it is", () => {
    const quarters = [1, 2, 3, 4].reduce(
      (soFar) => [...soFar, turned(soFar.at(-1) ?? firstLook)],
      [larger(firstLook)],
    );
    expect(quarters.map(({ turn }) => turn)).toEqual([0, 90, 180, 270, 0]);
    expect(new Set(quarters.map(({ size }) => size))).toEqual(new Set([2]));
  });
});
