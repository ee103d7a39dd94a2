import { describe, expect, test } from "vitest";
import { amountText, ledgerText } from "./balance-texts.ts";

const english = { locale: "en-IN" };

describe("what a ledger counts", () => {
  test("is said with its unit, and with a sign where it was moved", () => {
    const tablets = { unit: "tablets", currency: null };
    expect(amountText(-3, tablets, english, "auto")).toBe("-3 tablets");
    expect(amountText(1_200_000, tablets, english, "always")).toBe("+12,00,000 tablets");
    expect(amountText(4, { unit: null, currency: null }, english, "auto")).toBe("4");
  });

  test("is said as money in the currency's own minor unit", () => {
    const rupees = { unit: null, currency: "INR" };
    expect(amountText(-270_050, rupees, english, "auto")).toBe("-₹2,700.50");
    expect(amountText(-270_050, rupees, { locale: "hi-IN" }, "auto")).toContain("2,700.50");
    expect(amountText(500, { unit: null, currency: "JPY" }, english, "always")).toContain("500");
    expect(amountText(1_500, { unit: null, currency: "KWD" }, english, "auto")).toContain("1.500");
  });

  test("is named by what distinguishes it, without the branch", () => {
    expect(ledgerText({ of: { branch_id: "brn_1", item: "Paracetamol 500", batch: null } })).toBe(
      "Paracetamol 500",
    );
  });
});
