import { describe, expect, test } from "vitest";
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
import { emptyFound, foundGaps, packOnSheet } from "./found-draft.ts";

const isDated = (itemId: string) => itemId === "itm_drug";

const first = { id: "stk_1", on_hand: 10 };
const second = { id: "stk_2", on_hand: 5 };
const third = { id: "stk_3", on_hand: 7 };

test("a sheet sends what was counted alone, of what should have been there then, with why it differs", () => {
  let sheet = withCounted(withCounted(emptyCount, first, "8"), second, "5");
  expect(countBody("loc_1", [first, second, third], sheet, isDated)).toBeNull();
  expect(countGaps(sheet.lines["stk_1"])).toEqual(["reason"]);
  sheet = withReason(sheet, first.id, "damaged");
  expect(countBody("loc_1", [first, second, third], sheet, isDated)).toEqual({
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
  expect(countBody("loc_1", [first], sheet, isDated)).toBeNull();
  expect(sheet.lines).toEqual({});
  expect(countGaps(withCounted(emptyCount, first, "1o").lines["stk_1"])).toEqual(["quantity"]);
});

test("a sheet is kept and read back whole", () => {
  const sheet = withReason(withCounted(emptyCount, first, "8"), first.id, "theft");
  expect(readSheet(countState(sheet, "key"))).toEqual(sheet);
  expect(readSheet({ fields: { lines: [] } })).toBeNull();
  // One that was kept before anything could be found besides.
  const { found: _found, ...before } = sheet;
  expect(readSheet({ fields: before })).toEqual(sheet);
});

describe("what was found besides", () => {
  const line = {
    ...emptyFound("one", "itm_drug"),
    batch: " b/7 ",
    counted: "12",
    reason: "other" as const,
  };

  test("is sent by what its label says, and is a sheet by itself", () => {
    const found = [{ ...line, expiry: "2031-03-31", mrp: "9.50", rate: "500", gtin: "8901" }];
    expect(countBody("loc_1", [first], { ...emptyCount, found }, isDated)).toEqual({
      location_id: "loc_1",
      lines: [],
      found: [
        {
          item_id: "itm_drug",
          batch_no: "B/7",
          expiry_date: "2031-03-31",
          mrp_minor: 950,
          gst_rate_bp: 500,
          gtin: "8901",
          counted: 12,
          reason_code: "other",
        },
      ],
    });
  });

  test("lacks what its item asks for, and keeps the sheet back", () => {
    expect(foundGaps(line, true)).toEqual(["expiry"]);
    expect(foundGaps(line, false)).toEqual([]);
    expect(foundGaps({ ...emptyFound("one", "itm_1"), mrp: "x" }, false)).toEqual([
      "batch",
      "mrp",
      "quantity",
      "reason",
    ]);
    const sheet = withCounted({ ...emptyCount, found: [line] }, first, "10");
    expect(countBody("loc_1", [first], sheet, isDated)).toBeNull();
  });

  test("comes from a pack where its batch does not stand on the sheet", () => {
    const batch = (id: string, batch_no: string) => ({
      id,
      batch_no,
      item_id: "itm_drug",
      location_id: "loc_1",
      expiry_date: "2031-03-31",
      mrp_minor: null,
      gst_rate_bp: 0,
    });
    const known = [batch("stk_1", "B1"), batch("stk_2", "B2")];
    const at = { known, standing: new Set(["stk_1"]), key: "one" };
    const pack = (lot: string | null, expiry: string | null = null) => ({
      gtin: "08901234567894",
      lot,
      expiry,
    });
    expect(packOnSheet(pack("b1"), at)).toEqual({ kind: "standing", stockId: "stk_1" });
    expect(packOnSheet(pack(null), at)).toEqual({ kind: "standing", stockId: "stk_1" });
    expect(packOnSheet(pack("B2"), at)).toMatchObject({
      line: { itemId: "itm_drug", batch: "B2", expiry: "2031-03-31", gtin: "08901234567894" },
    });
    expect(packOnSheet(pack("B3", "2032-01-31"), at)).toMatchObject({
      line: { batch: "B3", expiry: "2032-01-31" },
    });
    expect(packOnSheet(pack("B3"), { ...at, known: [] })).toEqual({ kind: "unknown" });
  });
});
