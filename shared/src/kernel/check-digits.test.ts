import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  containsAadhaarNumber,
  containsCardNumber,
  isLuhnValid,
  isVerhoeffValid,
} from "./check-digits.ts";

const tenDigits = Array.from("0123456789");
const digits = fc.string({ unit: fc.constantFrom(...tenDigits), minLength: 1, maxLength: 20 });

/** The valid numbers among the ten that a body and one more digit make. */
function validEndings(body: string, isValid: (text: string) => boolean): string[] {
  return tenDigits.map((last) => body + last).filter(isValid);
}

describe.each([
  ["Luhn", isLuhnValid],
  ["Verhoeff", isVerhoeffValid],
])("%s", (_, isValid) => {
  test("gives every body exactly one check digit", () => {
    const one = fc.property(digits, (body) => validEndings(body, isValid).length === 1);
    expect(() => fc.assert(one)).not.toThrow();
  });

  test("catches every single wrong digit", () => {
    const caught = fc.property(
      digits,
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (body, at, shift) => {
        const [whole = ""] = validEndings(body, isValid);
        const index = at % whole.length;
        const wrong = (Number(whole[index]) + shift) % 10;
        return !isValid(whole.slice(0, index) + wrong + whole.slice(index + 1));
      },
    );
    expect(() => fc.assert(caught)).not.toThrow();
  });

  test("refuses an empty text", () => {
    expect(isValid("")).toBe(false);
  });
});

test("Verhoeff catches every exchange of two neighbours", () => {
  const caught = fc.property(digits, fc.nat(), (body, at) => {
    const [whole = ""] = validEndings(body, isVerhoeffValid);
    const index = at % (whole.length - 1);
    const pair = whole.slice(index, index + 2);
    const swapped =
      whole.slice(0, index) + pair.charAt(1) + pair.charAt(0) + whole.slice(index + 2);
    return pair[0] === pair[1] || !isVerhoeffValid(swapped);
  });
  expect(() => fc.assert(caught)).not.toThrow();
});

test("knows published examples", () => {
  expect(["4111111111111111", "378282246310005", "79927398713"].every(isLuhnValid)).toBe(true);
  expect(["2363", "234123412346", "999941057058"].every(isVerhoeffValid)).toBe(true);
});

test("finds a card number between other numbers, but not across lines", () => {
  expect(containsCardNumber("paid with 4111 1111 1111 1111 valid 12/26")).toBe(true);
  expect(containsCardNumber("7 4111-1111-1111-1111")).toBe(true);
  expect(containsCardNumber("41111111\n11111111")).toBe(false);
});

test("does not take part of a longer number for an Aadhaar number", () => {
  expect(containsAadhaarNumber("UID: 2341 2341 2346.")).toBe(true);
  expect(containsAadhaarNumber("91-2341-2341-2346")).toBe(false);
  expect(containsAadhaarNumber("12341234123461")).toBe(false);
});

test("looks through a long hostile text quickly", () => {
  const before = process.cpuUsage();
  expect(containsCardNumber("1 ".repeat(100_000))).toBe(false);
  expect(containsAadhaarNumber("1 ".repeat(100_000))).toBe(false);
  // Processor time: on a machine with other work the clock says nothing.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
