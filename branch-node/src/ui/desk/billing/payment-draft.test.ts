import { describe, expect, test } from "vitest";
import {
  patientsPart,
  cashSum,
  leftOfPayment,
  tenderedSum,
  tenderOf,
  tendersBody,
} from "./payment-draft.ts";

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

describe("what of a bill is asked of the patient", () => {
  const split = { patient_minor: 30_000, payer_minor: 70_000 };
  const bill = {
    id: "inv_1",
    payer_split: split,
    total_minor: 100_000,
    credited_minor: 0,
    due_minor: 100_000,
  };

  test.each([
    ["all where nobody else pays", { ...bill, payer_split: null }, [], 100_000],
    ["what the payer does not pay", bill, [], 30_000],
    ["the rest of that", { ...bill, due_minor: 80_000 }, [{ claim_id: null }], 10_000],
    ["nothing once that is paid", { ...bill, due_minor: 70_000 }, [{ claim_id: null }], 0],
    [
      "what is left where much was taken back",
      { ...bill, credited_minor: 60_000, due_minor: 40_000 },
      [],
      0,
    ],
    [
      "all that is due once the payer has settled",
      { ...bill, due_minor: 45_000 },
      [{ claim_id: "clm_1" }],
      45_000,
    ],
  ])("is %s", (_, of, payments, due) => {
    expect(patientsPart(of, payments, [])).toBe(due);
  });

  const claim = (status: "rejected" | "settled" | "appealed" | "submitted" | "cancelled") => {
    return { status, invoice_ids: ["inv_1"] };
  };
  test.each([
    ["all once the payer has refused its claim", [claim("rejected")], 80_000],
    ["all once it has settled and paid another bill of the claim", [claim("settled")], 80_000],
    ["their own part while the payer is asked", [claim("submitted")], 10_000],
    ["their own part while it is asked again", [claim("appealed")], 10_000],
    ["their own part once it is claimed anew", [claim("submitted"), claim("rejected")], 10_000],
    ["all again where that was called off", [claim("cancelled"), claim("rejected")], 80_000],
    ["their own part where all were called off", [claim("cancelled")], 10_000],
    [
      "their own part where another bill was refused",
      [{ ...claim("rejected"), invoice_ids: ["inv_2"] }],
      10_000,
    ],
  ])("is %s", (_, claims, due) => {
    expect(patientsPart({ ...bill, due_minor: 80_000 }, [{ claim_id: null }], claims)).toBe(due);
  });
});
