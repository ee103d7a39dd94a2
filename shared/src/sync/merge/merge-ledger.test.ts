import fc from "fast-check";
import { expect, test } from "vitest";
import { balancesOf, overdraftsBy } from "./merge-ledger.ts";

const table = { name: "moves", balance: { amount: "quantity", of: ["place", "item"] } } as const;

function move(place: string, item: string, quantity: number) {
  return { place, item, quantity };
}

test("adds up the moves of each item at each place", () => {
  const rows = [move("a", "x", 5), move("b", "x", 2), move("a", "x", -1)];
  expect(balancesOf(table, rows)).toEqual([
    { of: ["a", "x"], sum: 4, isNegative: false },
    { of: ["b", "x"], sum: 2, isNegative: false },
  ]);
});

test("takes a balance below nothing and says so", () => {
  expect(balancesOf(table, [move("a", "x", -3)])).toEqual([
    { of: ["a", "x"], sum: -3, isNegative: true },
  ]);
});

test("has the same balances in whatever order the moves arrive", () => {
  const moves = fc.array(
    fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("x", "y"), fc.integer()),
  );
  fc.assert(
    fc.property(moves, (all) => {
      const rows = all.map(([place, item, quantity]) => move(place, item, quantity));
      const back = balancesOf(table, rows.toReversed());
      expect(new Set(back.map((one) => JSON.stringify(one)))).toEqual(
        new Set(balancesOf(table, rows).map((one) => JSON.stringify(one))),
      );
    }),
  );
});

test("refuses amounts that are no whole numbers", () => {
  expect(() => balancesOf(table, [move("a", "x", 0.1)])).toThrow("whole numbers");
});

test("nothing left is no fault, and a table without a balance has none", () => {
  expect(balancesOf(table, [move("a", "x", 3), move("a", "x", -3)])).toEqual([
    { of: ["a", "x"], sum: 0, isNegative: false },
  ]);
  expect(() => balancesOf({ name: "notes" }, [])).toThrow("notes has no balance");
});

test("shows a balance once, when it goes below nothing, with the fact that came last", () => {
  const sums = (sum: number) => [{ of: ["a", "x"], sum }];
  const taken = move("a", "x", -3);
  expect(overdraftsBy(table, [taken], sums(-1))).toEqual([
    { of: ["a", "x"], sum: -1, fact: taken },
  ]);
  expect(overdraftsBy(table, [taken], sums(0))).toEqual([]);
  expect(overdraftsBy(table, [taken], sums(-4))).toEqual([]);
  expect(overdraftsBy(table, [taken], sums(-3))).toHaveLength(1);
  const more = move("a", "x", 1);
  expect(overdraftsBy(table, [taken, more, move("b", "x", -9)], sums(-2))).toEqual([
    { of: ["a", "x"], sum: -2, fact: more },
  ]);
  expect(overdraftsBy(table, [], sums(-2))).toEqual([]);
});
