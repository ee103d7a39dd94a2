import { describe, expect, test } from "vitest";
import { cashSum, leftOfPayment, tenderedSum, tenderOf, tendersBody } from "./payment-draft.ts";

const cash = tenderOf(0, "cash", 20_000);
const upi = { ...tenderOf(1, "upi", 30_050), reference: " 400000000001 " };

describe("what is paid with", () => {
  test("comes to the sum of its means, and is sent with what finds them again", () => {
    expect(tenderedSum([cash, upi])).toBe(50_050);
    expect(cashSum([cash, upi])).toBe(20_000);
    expect(tendersBody([cash, upi])).toEqual([
      { method: "cash", amount_minor: 20_000 },
      { method: "upi", amount_minor: 30_050, reference: "400000000001" },
    ]);
  });

  test("is not whole while one has no amount", () => {
    expect(tendersBody([cash, { ...upi, amount: "x" }])).toBeNull();
    expect(tendersBody([])).toBeNull();
  });
});

test("what is left of a payment is what was not paid back, used or voided, and what was voided counts again", () => {
  const of = (
    id: string,
    kind: "payment" | "refund" | "void" | "adjustment",
    by: string | null,
  ) => ({
    id,
    kind,
    amount_minor: kind === "payment" ? 1_000 : 300,
    payment_of_id: by,
  });
  const paid = of("p", "payment", null);
  const used = of("a", "adjustment", "p");
  expect(leftOfPayment(paid, [paid, of("r", "refund", "p"), used])).toBe(400);
  expect(leftOfPayment(paid, [paid, used, of("v", "void", "a")])).toBe(1_000);
  expect(leftOfPayment(paid, [paid, of("v", "void", "p")])).toBe(0);
});
