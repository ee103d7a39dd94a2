import { expect, test } from "vitest";
import {
  countBody,
  countGaps,
  countState,
  differenceOf,
  emptyCount,
  readSheet,
  withCounted,
  withReason,
} from "./count-draft.ts";

const first = { id: "stk_1", on_hand: 10 };
const second = { id: "stk_2", on_hand: 5 };
const third = { id: "stk_3", on_hand: 7 };

test("a sheet sends what was counted alone, of what should have been there then, with why it differs", () => {
  let sheet = withCounted(withCounted(emptyCount, first, "8"), second, "5");
  expect(countBody("loc_1", [first, second, third], sheet)).toBeNull();
  expect(countGaps(sheet.lines["stk_1"])).toEqual(["reason"]);
  sheet = withReason(sheet, first.id, "damaged");
  expect(countBody("loc_1", [first, second, third], sheet)).toEqual({
    location_id: "loc_1",
    lines: [
      { stock_id: "stk_1", counted: 8, expected: 10, reason_code: "damaged" },
      { stock_id: "stk_2", counted: 5, expected: 5 },
    ],
  });
  expect([differenceOf(sheet.lines["stk_1"]), differenceOf(sheet.lines["stk_3"])]).toEqual([
    -2,
    null,
  ]);
});

test("what was typed and taken back was not counted, and what is no number cannot be sent", () => {
  const sheet = withCounted(withCounted(emptyCount, first, "8"), first, " ");
  expect(countBody("loc_1", [first], sheet)).toBeNull();
  expect(sheet.lines).toEqual({});
  expect(countGaps(withCounted(emptyCount, first, "1o").lines["stk_1"])).toEqual(["quantity"]);
});

test("a sheet is kept and read back whole", () => {
  const sheet = withReason(withCounted(emptyCount, first, "8"), first.id, "theft");
  expect(readSheet(countState(sheet, "key"))).toEqual(sheet);
  expect(readSheet({ fields: { lines: [] } })).toBeNull();
});
