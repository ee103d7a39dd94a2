import { expect, test } from "vitest";
import { isExplained, isReceivable, stepsFor } from "./orders-list.ts";
import {
  lowItems,
  movesFor,
  newOrderSearch,
  storesSearch,
  suggestedQuantity,
} from "./stores-list.ts";

test("reads the part, the item and the place from an address, and leaves out what it cannot mean", () => {
  expect(storesSearch({ show: "low", item: "itm_1", place: "loc_1" })).toEqual({
    show: "low",
    item: "itm_1",
    place: "loc_1",
  });
  expect(storesSearch({ show: "all", item: "pat_1", place: 3 })).toEqual({});
  expect([newOrderSearch({ low: "true" }), newOrderSearch({ low: 1 })]).toEqual([
    { low: true },
    { low: undefined },
  ]);
});

test.each([
  ["available", 5, false, ["count", "transfer", "write_off", "quarantine", "recall"]],
  ["expired", 5, false, ["count", "transfer", "write_off", "quarantine", "recall"]],
  ["depleted", 0, true, ["count", "recall"]],
  ["quarantined", 5, false, ["count", "write_off", "recall"]],
  ["quarantined", 5, true, ["count", "write_off", "release", "recall"]],
  ["recalled", 5, true, ["count", "write_off", "quarantine", "release"]],
] as const)(
  "a batch that is %s with %i there has its ways",
  (status, on_hand, mayRelease, ways) => {
    expect(movesFor({ status, on_hand }, mayRelease)).toEqual(ways);
  },
);

test("sums up what can be given out of each item, the least first, and suggests as much again as asks for an order", () => {
  const of = (item_id: string, status: "available" | "recalled", on_hand: number) => ({
    item_id,
    status,
    on_hand,
  });
  expect(
    lowItems([of("a", "available", 10), of("a", "available", 2), of("b", "recalled", 50)]),
  ).toEqual([
    { itemId: "b", there: 0 },
    { itemId: "a", there: 12 },
  ]);
  expect([suggestedQuantity(50, 12), suggestedQuantity(5, 40), suggestedQuantity(null, 0)]).toEqual(
    [88, 1, 1],
  );
});

const order = (status: "draft" | "submitted" | "approved" | "partially_received" | "closed") => ({
  status,
  created_by: "stf_1",
  status_history: [],
});
const manager = { mayChange: true, mayApprove: true, staffId: "stf_2" };

test("nobody decides about an order that they have made", () => {
  expect(stepsFor(order("submitted"), manager)).toEqual(["approved", "rejected", "cancelled"]);
  expect(stepsFor(order("submitted"), { ...manager, staffId: "stf_1" })).toEqual(["cancelled"]);
  expect(stepsFor(order("submitted"), { ...manager, mayApprove: false })).toEqual(["cancelled"]);
  expect(stepsFor(order("draft"), { ...manager, mayChange: false })).toEqual([]);
  expect(stepsFor(order("closed"), manager)).toEqual([]);
});

test("asks why an order is rejected, called off, or closed before all has come", () => {
  expect(isExplained("closed", { status: "partially_received" })).toBe(true);
  expect(isExplained("closed", { status: "received" })).toBe(false);
  expect(isExplained("sent", { status: "approved" })).toBe(false);
  expect([isReceivable(order("approved")), isReceivable(order("draft"))]).toEqual([true, false]);
});
