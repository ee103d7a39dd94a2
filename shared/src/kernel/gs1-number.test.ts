import { expect, test } from "vitest";
import { isGs1NumberValid } from "./gs1-number.ts";

test.each([
  ["8901234567890", 13, true],
  ["8901234567891", 13, false],
  ["890123456789012340", 18, true],
  ["890123456789012341", 18, false],
  ["96385074", 8, true],
  ["96385074", 13, false],
  ["89012345678x0", 13, false],
  ["", 0, false],
])("%s as a number of %d digits: %s", (text, digits, isValid) => {
  expect(isGs1NumberValid(text, digits)).toBe(isValid);
});

test("no other last digit than one is right", () => {
  const right = Array.from("0123456789").filter((digit) =>
    isGs1NumberValid(`89012345678901234${digit}`, 18),
  );
  expect(right).toEqual(["0"]);
});
