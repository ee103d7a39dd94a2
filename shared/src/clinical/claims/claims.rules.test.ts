import { describe, expect, test } from "vitest";
import {
  allotted,
  claimDecisionFault,
  decideBy,
  missingOfClaim,
  settlementFault,
  settlingTenders,
} from "./claims.rules.ts";

test("a cashless claim is decided within three hours, and no clock runs for another", () => {
  const began = Date.UTC(2026, 10, 26, 10);
  expect(decideBy("cashless", began)).toBe("2026-11-26T13:00:00.000Z");
  expect(decideBy("reimbursement", began)).toBeNull();
});

test("the papers that lack are those that every claim wants", () => {
  expect(missingOfClaim([{ type: "final_bill" }, { type: "other" }])).toEqual([
    "discharge_summary",
    "id_proof",
  ]);
});

describe("a decision", () => {
  const cut = { reason_code: "co_payment", amount_minor: 30 } as const;
  const row = { status: "approved", claimed_minor: 100, approved_minor: 100, deductions: [] };

  test.each([
    [{}, null],
    [{ approved_minor: null }, "approved_minor"],
    [{ approved_minor: 101 }, "approved_minor"],
    [{ approved_minor: 70, deductions: [cut] }, "approved_minor"],
    [{ deductions: [cut] }, "deductions"],
    [{ status: "partially_approved", approved_minor: 70, deductions: [cut] }, null],
    [{ status: "partially_approved", approved_minor: 70 }, "deductions"],
    [{ status: "partially_approved", approved_minor: 71, deductions: [cut] }, "deductions"],
    [{ status: "partially_approved", approved_minor: 0, deductions: [cut] }, "approved_minor"],
    [{ status: "partially_approved" }, "approved_minor"],
    [{ status: "rejected" }, "approved_minor"],
    [{ status: "rejected", approved_minor: null, deductions: [cut] }, "deductions"],
    [{ status: "rejected", approved_minor: null }, null],
    [{ status: "under_review", approved_minor: null }, null],
  ])("with %o is wrong about %s", (more, path) => {
    expect(claimDecisionFault({ ...row, ...more })?.[0] ?? null).toBe(path);
  });
});

test.each([
  [100, 90, 10, null],
  [100, 90, 11, "settlement.amount_minor"],
  [null, 1, 0, "settlement"],
  [100, null, 0, "settlement"],
])("of %s approved, %s paid with %s held back is wrong about %s", (approved, paid, tax, path) => {
  const settlement =
    paid === null ? null : { utr: "SBIN00001234", date: "2026-11-26", amount_minor: paid };
  expect(settlementFault(approved, settlement, tax)?.[0] ?? null).toBe(path);
});

describe("what a payer has paid", () => {
  const bills = [
    { id: "a", most: 60 },
    { id: "b", most: 0 },
    { id: "c", most: 60 },
  ];

  test.each([
    [50, 0, [["a", 50, 0]]],
    [
      50,
      20,
      [
        ["a", 50, 10],
        ["c", 0, 10],
      ],
    ],
    [
      100,
      20,
      [
        ["a", 60, 0],
        ["c", 40, 20],
      ],
    ],
    [
      120,
      5,
      [
        ["a", 60, 0],
        ["c", 60, 0],
      ],
    ],
    [0, 7, [["a", 0, 7]]],
  ])("%i with %i held back pays the bills in their order: %j", (net, tax, parts) => {
    expect(allotted(bills, net, tax).map((one) => [one.id, one.net, one.tax])).toEqual(parts);
  });

  test("is a tender of the money under the bank's reference, and one of the tax under its own", () => {
    const tender = { method: "insurance", bank: null };
    expect(settlingTenders({ id: "a", net: 90, tax: 10 }, "SBIN00001234")).toEqual([
      { ...tender, amount_minor: 90, reference: "SBIN00001234" },
      { ...tender, amount_minor: 10, reference: "TDS" },
    ]);
    expect(settlingTenders({ id: "a", net: 90, tax: 0 }, "SBIN00001234")).toHaveLength(1);
    expect(settlingTenders({ id: "a", net: 0, tax: 10 }, "SBIN00001234")).toHaveLength(1);
  });
});
