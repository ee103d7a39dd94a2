import { describe, expect, test } from "vitest";
import type { GivenItem } from "./prescription-parts.contract.ts";
import { quantityOf, strengthOf } from "./prescriptions.quantity.ts";

type Dosed = Parameters<typeof quantityOf>[0];

function item(more: Partial<GivenItem>): Dosed {
  return {
    form: "tablet",
    dose: 1,
    dose_unit: "tablet",
    frequency: "bd",
    duration_days: 5,
    ...more,
  };
}

describe("the quantity of a medicine", () => {
  test.each([
    ["doses a day for some days", {}, 10, "tablet"],
    ["half tablets, rounded up", { dose: 0.5, frequency: "tds", duration_days: 3 }, 5, "tablet"],
    ["every four hours", { frequency: "q4h", duration_days: 2 }, 12, "tablet"],
    ["once a week", { frequency: "weekly", duration_days: 30 }, 5, "tablet"],
    ["every other day", { frequency: "alternate_days", duration_days: 7 }, 4, "tablet"],
    ["once, at once", { frequency: "stat", duration_days: null }, 1, "tablet"],
    [
      "milligrams of a known strength",
      { dose: 1, dose_unit: "g", strength: "500 mg" },
      20,
      "tablet",
    ],
    ["a syrup", { form: "syrup", dose: 5, dose_unit: "ml", frequency: "tds" }, 75, "ml"],
    [
      "a syrup by its strength",
      { form: "syrup", dose: 250, dose_unit: "mg", strength: "125 mg/5 ml", frequency: "tds" },
      150,
      "ml",
    ],
    [
      "ampoules, each used up",
      { form: "injection", dose: 750, dose_unit: "mg", strength: "500 mg", frequency: "od" },
      10,
      "ampoule",
    ],
    ["a cream", { form: "cream", dose_unit: "application" }, 1, "pack"],
    ["sachets", { form: "powder", dose_unit: "sachet", frequency: "od" }, 5, "sachet"],
  ] as const)("follows for %s", (_what, more, quantity, unit) => {
    expect(quantityOf(item(more), null)).toEqual({ quantity, quantity_unit: unit });
  });

  test("by weight follows from the weight, and from nothing else", () => {
    const syrup = item({
      form: "syrup",
      dose: 15,
      dose_unit: "mg_per_kg",
      strength: "120 mg/5ml",
      frequency: "qid",
      duration_days: 3,
    });
    expect(quantityOf(syrup, 16)).toEqual({ quantity: 120, quantity_unit: "ml" });
    expect(quantityOf(syrup, null)).toBeNull();
  });

  test.each([
    ["as needed", { frequency: "sos" }],
    ["in words", { frequency: "custom" }],
    ["without days", { duration_days: null }],
    ["in milligrams without a strength", { dose_unit: "mg" }],
    ["in milligrams of a mixture", { dose_unit: "mg", strength: "500 mg + 125 mg" }],
    ["in tablets of a liquid's strength", { dose_unit: "mg", strength: "125 mg/5 ml" }],
    ["in an unusual unit", { form: "other", dose_unit: "puff" }],
  ] as const)("is not guessed %s", (_what, more) => {
    expect(quantityOf(item(more), null)).toBeNull();
  });
});

test.each([
  ["500 mg", { mg: 500, ml: null }],
  ["0.5g", { mg: 500, ml: null }],
  ["100 mcg", { mg: 0.1, ml: null }],
  ["125 mg/5 ml", { mg: 125, ml: 5 }],
  ["40 mg/ml", { mg: 40, ml: 1 }],
  ["0 mg", null],
  ["five", null],
  [null, null],
])("reads the strength %s", (text, strength) => {
  expect(strengthOf(text)).toEqual(strength);
});
