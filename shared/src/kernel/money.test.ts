import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMoney, formatMinor, halfUpDivide, splitTax } from "./money.ts";

const largest = Number.MAX_SAFE_INTEGER;

describe("addMoney", () => {
  test("adds whole minor units", () => {
    expect(addMoney()).toBe(0);
    expect(addMoney(10, 20, -5)).toBe(25);
    expect(addMoney(largest, 1, -1)).toBe(largest);
  });

  test("refuses fractions and sums that a number cannot hold exactly", () => {
    expect(() => addMoney(0.1, 0.2)).toThrow(RangeError);
    expect(() => addMoney(largest, 1)).toThrow(RangeError);
    expect(() => addMoney(Number.NaN)).toThrow(RangeError);
  });
});

describe("halfUpDivide", () => {
  test.each([
    [5n, 2n, 3n],
    [4n, 3n, 1n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-4n, -3n, 1n],
    [0n, 7n, 0n],
  ])("%s / %s is %s", (dividend, divisor, quotient) => {
    expect(halfUpDivide(dividend, divisor)).toBe(quotient);
  });

  test("is never further than half a unit from the exact quotient, and a half goes away from zero", () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 6n });
    const nearest = fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), divisor, (top, bottom) => {
      const twiceError = 2n * (halfUpDivide(top, bottom) * bottom - top);
      return (
        -bottom < twiceError &&
        twiceError <= bottom &&
        halfUpDivide(-top, bottom) === -halfUpDivide(top, bottom)
      );
    });
    expect(() => fc.assert(nearest)).not.toThrow();
  });

  test("refuses to divide by zero", () => {
    expect(() => halfUpDivide(1n, 0n)).toThrow(RangeError);
  });
});

describe("splitTax", () => {
  test("takes 309 + 309 paise within a state and 617 between states on 12,345 paise at 5 %", () => {
    const line = { taxableMinor: 12_345, rateBp: 500 };
    expect(splitTax({ ...line, isIntraState: true })).toEqual({
      cgstMinor: 309,
      sgstMinor: 309,
      igstMinor: 0,
    });
    expect(splitTax({ ...line, isIntraState: false })).toEqual({
      cgstMinor: 0,
      sgstMinor: 0,
      igstMinor: 617,
    });
  });

  test("takes nothing at a rate of zero", () => {
    expect(splitTax({ taxableMinor: 99, rateBp: 0, isIntraState: true })).toEqual({
      cgstMinor: 0,
      sgstMinor: 0,
      igstMinor: 0,
    });
  });

  test("gives back on a reversal exactly what it took", () => {
    const reversed = fc.property(
      fc.nat(),
      fc.nat(10_000),
      fc.boolean(),
      (taxableMinor, rateBp, isIntraState) => {
        const taken = splitTax({ taxableMinor, rateBp, isIntraState });
        const back = splitTax({ taxableMinor: -taxableMinor, rateBp, isIntraState });
        return taken.cgstMinor + back.cgstMinor === 0 && taken.igstMinor + back.igstMinor === 0;
      },
    );
    expect(() => fc.assert(reversed)).not.toThrow();
  });

  test("stays exact where a float would not", () => {
    expect(splitTax({ taxableMinor: largest, rateBp: 10_000, isIntraState: false }).igstMinor).toBe(
      largest,
    );
  });
});

describe("formatMinor", () => {
  test("groups rupees in lakhs and crores", () => {
    expect(formatMinor(1_234_567_89, "INR", "en-IN")).toBe("₹12,34,567.89");
    expect(formatMinor(5, "INR", "en-IN")).toBe("₹0.05");
    expect(formatMinor(-150, "INR", "en-IN")).toBe("-₹1.50");
  });

  test("writes as many decimals as the currency has", () => {
    expect(formatMinor(1234, "JPY", "en-US")).toBe("¥1,234");
    expect(formatMinor(1234, "BHD", "en-US")).toBe("BHD\u00a01.234");
  });

  test("loses no paisa of the largest amount", () => {
    expect(formatMinor(largest, "USD", "en-US")).toBe("$90,071,992,547,409.91");
  });
});
