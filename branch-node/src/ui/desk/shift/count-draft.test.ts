import { describe, expect, test } from "vitest";
import { countBody, countState, emptyCount, piecesSum, readCount } from "./count-draft.ts";

const values = [50_000, 10_000, 100];

describe("the count of a drawer", () => {
  test("by notes and coins is their sum, and what is left empty is none of them", () => {
    const pieces = { 50_000: "2", 100: " 7 " };
    expect(piecesSum(values, pieces)).toBe(100_700);
    expect(countBody({ ...emptyCount, pieces }, values)).toEqual({
      denominations: [
        { value_minor: 50_000, pieces: 2 },
        { value_minor: 10_000, pieces: 0 },
        { value_minor: 100, pieces: 7 },
      ],
    });
  });

  test.each(["1.5", "-1", "x"])("with %j pieces is not whole", (typed) => {
    expect(countBody({ ...emptyCount, pieces: { 100: typed } }, values)).toBeNull();
  });

  test("as a sum is what was typed, and nothing without it", () => {
    expect(countBody({ ...emptyCount, by: "sum", sum: "1,234.50" }, values)).toEqual({
      sum_minor: 123_450,
    });
    expect(countBody({ ...emptyCount, by: "sum" }, values)).toBeNull();
  });

  test("is read back as it was kept, as far as it is understood", () => {
    const draft = { ...emptyCount, pieces: { 100: "7" } };
    expect(readCount(countState(draft, "key"))).toEqual(draft);
    expect(readCount({ fields: { by: "weight" } })).toEqual({ ...emptyCount, by: "sum" });
    expect(readCount({})).toBeNull();
  });
});
