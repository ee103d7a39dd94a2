import { describe, expect, test } from "vitest";
import { faceText, moneyText, readAmount, typedAmount } from "./amounts.ts";

describe("money that is typed", () => {
  test.each([
    ["500", 50_000],
    ["1,250.5", 125_050],
    ["₹ 12,34,567.89", 123_456_789],
    ["१२०.५०", 12_050],
    ["۱۲۰", 12_000],
    ["0", 0],
  ])("%s is %d minor units", (typed, minor) => {
    expect(readAmount(typed)).toBe(minor);
  });

  test.each(["", "-5", "1.234", "12a", ".", "1e5", "10000000001"])("%j is none", (typed) => {
    expect(readAmount(typed)).toBeNull();
  });

  test.each([0, 1, 99, 100, 12_050, 123_456_789])("%d is typed again as it was", (minor) => {
    expect(readAmount(typedAmount(minor))).toBe(minor);
  });
});

test("money is read in lakhs, and with its sign", () => {
  expect(moneyText(123_456_789, "INR", "en-IN")).toBe("₹12,34,567.89");
  expect(moneyText(-5_000, "INR", "en-IN")).toBe("-₹50.00");
});

test("a note is called by its value, without a fraction", () => {
  expect([faceText(50_000, "INR", "en-IN"), faceText(50, "INR", "en-IN")]).toEqual([
    "₹500",
    "₹0.50",
  ]);
});
