import { describe, expect, test } from "vitest";
import { arrivalBody, arrivalGaps, openLines, type OpenLine } from "./transfer-draft.ts";

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
    const gaps = (came: string, missing = "") => arrivalGaps(line, { came, missing, reason: "" });
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
      stl_1: { came: "8", missing: "2", reason: "theft" as const },
      stl_2: { came: "0", missing: "", reason: "" as const },
    };
    expect(arrivalBody([line, other], drafts, "loc_1")).toEqual({
      to_location_id: "loc_1",
      receipts: [{ line_id: "stl_1", quantity: 8, missing: 2, reason_code: "theft" }],
    });
    expect(arrivalBody([other], drafts, "loc_1")).toBeNull();
  });
});
