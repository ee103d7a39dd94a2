import { describe, expect, test } from "vitest";
import {
  accountBody,
  accountGaps,
  arrivalBody,
  arrivalGaps,
  missingLines,
  openLines,
  type OpenLine,
} from "./transfer-draft.ts";

const line: OpenLine = {
  id: "stl_1",
  stock_id: "stk_1",
  item_id: "itm_1",
  batch_no: "B1",
  quantity: 10,
  unit: "tablet",
  expiry_date: null,
  mfg_date: null,
  mrp_minor: null,
  cost_minor: null,
  gst_rate_bp: 0,
  gtin: null,
  supplier_id: null,
  left: 10,
};

function arrival(quantity: number, missing: number) {
  const place = { location_id: "loc_1", stock_id: "stk_2", at: "", by: "stf_1" };
  return { line_id: line.id, quantity, missing, reason_code: null, note: null, ...place };
}

describe("what has come of a transfer", () => {
  test("is asked of what is still on its way", () => {
    expect(openLines({ lines: [line], receipts: [arrival(4, 1)] })).toMatchObject([{ left: 5 }]);
    expect(openLines({ lines: [line], receipts: [arrival(4, 1), arrival(5, 0)] })).toEqual([]);
  });

  test("is a whole number, no more than was sent, and says why some is missing", () => {
    const gaps = (came: string, missing = "") =>
      arrivalGaps(line, { came, missing, reason: "", batch: "" });
    expect([gaps("10"), gaps("x"), gaps("9", "2"), gaps("9", "1")]).toEqual([
      [],
      ["quantity"],
      ["tooMuch"],
      ["reason"],
    ]);
  });

  test("says nothing of a line of which nothing has come yet", () => {
    const other = { ...line, id: "stl_2" };
    const drafts = {
      stl_1: { came: "8", missing: "2", reason: "theft" as const, batch: "b1/2" },
      stl_2: { came: "0", missing: "", reason: "" as const, batch: "" },
    };
    expect(arrivalBody([line, other], drafts, "loc_1")).toEqual({
      to_location_id: "loc_1",
      receipts: [
        { line_id: "stl_1", quantity: 8, batch_no: "B1/2", missing: 2, reason_code: "theft" },
      ],
    });
    expect(arrivalBody([other], drafts, "loc_1")).toBeNull();
  });
});

describe("what is missing of a transfer", () => {
  const damaged = { ...arrival(7, 3), reason_code: "damaged" as const };
  const settled = { line_id: line.id, found: 1, written_off: 0, reason_code: null, note: null };
  const transfer = {
    lines: [line],
    receipts: [damaged],
    settlements: [{ ...settled, at: "", by: "stf_1" }],
  };

  test("is asked of what nobody has accounted for, for the reason of its receiver", () => {
    const lines = missingLines(transfer);
    expect(lines).toMatchObject([{ missing: 2, reason: "damaged" }]);
    expect(accountBody(lines, {})).toEqual({
      settlements: [{ line_id: "stl_1", found: 0, written_off: 2, reason_code: "damaged" }],
    });
  });

  test("is no more than lacks, and says why it is written off", () => {
    const gaps = (found: string, writtenOff: string) =>
      accountGaps({ missing: 2 }, { found, writtenOff, reason: "" });
    expect([gaps("2", ""), gaps("x", ""), gaps("2", "1"), gaps("1", "1")]).toEqual([
      [],
      ["quantity"],
      ["tooMuch"],
      ["reason"],
    ]);
  });
});
