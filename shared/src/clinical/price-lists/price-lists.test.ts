import { describe, expect, test } from "vitest";
import { pricesOn } from "./price-lists.commands.ts";

type Listed = Parameters<typeof pricesOn>[0][number];

function listed(id: string, price: number, more: Partial<Listed> = {}): Listed {
  return {
    id,
    payer_id: null,
    valid_from: "2026-04-01",
    valid_to: null,
    status: "active",
    prices: [{ item_id: "gauze", price_minor: price }],
    ...more,
  };
}

const ofPayer = { payer_id: "payer" };

function priceFor(lists: readonly Listed[], payerId: string | null, day: string) {
  return pricesOn(lists, ["gauze"], { payerId, day }).get("gauze")?.price_minor ?? null;
}

describe("the price of an item", () => {
  const lists = [
    listed("of-all", 100),
    listed("of-payer", 80, ofPayer),
    listed("of-payer-later", 85, { ...ofPayer, valid_from: "2026-10-01", valid_to: "2026-12-31" }),
    listed("of-another", 10, { payer_id: "another" }),
    listed("put-away", 1, { ...ofPayer, valid_from: "2026-11-01", status: "inactive" }),
  ];

  test.each([
    [null, "2026-03-31", null],
    [null, "2026-04-01", 100],
    ["payer", "2026-04-01", 80],
    ["payer", "2026-09-30", 80],
    ["payer", "2026-10-01", 85],
    ["payer", "2026-12-31", 85],
    ["payer", "2027-01-01", 80],
    ["third", "2026-11-15", 100],
    ["payer", "2026-03-31", null],
  ])(
    "for %s on %s is %s: by the payer's newest list that holds, else everybody's",
    (payer, day, one) => {
      expect(priceFor(lists, payer, day)).toBe(one);
      expect(priceFor(lists.toReversed(), payer, day)).toBe(one);
    },
  );

  test("is everybody's where the payer's lists leave the item out, and nobody's for another item", () => {
    const others = [listed("of-payer", 0, { ...ofPayer, prices: [] }), listed("of-all", 100)];
    expect(priceFor(others, "payer", "2026-11-26")).toBe(100);
    expect(pricesOn(others, ["needle"], { payerId: null, day: "2026-11-26" }).size).toBe(0);
  });
});
