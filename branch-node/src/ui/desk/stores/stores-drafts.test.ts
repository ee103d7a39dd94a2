import { describe, expect, test } from "vitest";
import { askedOf, moveBody, moveGaps } from "./move-draft.ts";
import {
  emptyOrder,
  orderBody,
  orderGaps,
  orderLine,
  orderLineGaps,
  orderState,
  readOrder,
} from "./order-draft.ts";
import {
  costText,
  emptyReceived,
  headGaps,
  readReceive,
  receiptBody,
  receivedGaps,
  receiveState,
  sentReceived,
  withBatch,
} from "./receive-draft.ts";

const today = "2026-11-26";

describe("a move", () => {
  const batch = { status: "available", on_hand: 10 } as const;
  const draft = { quantity: "4", place: "", reason: "", note: " " } as const;

  test("says how many, where to and why, as its kind asks", () => {
    expect(moveGaps("transfer", batch, draft)).toEqual(["place"]);
    expect(moveGaps("write_off", batch, { ...draft, quantity: "11" })).toEqual([
      "tooMuch",
      "reason",
    ]);
    expect(moveGaps("quarantine", batch, { ...draft, quantity: "0" })).toEqual([
      "quantity",
      "place",
      "reason",
    ]);
    expect(moveGaps("recall", batch, draft)).toEqual(["reason"]);
  });

  test("of a count asks why only where it differs", () => {
    expect(moveGaps("count", batch, { ...draft, quantity: "10" })).toEqual([]);
    expect(moveGaps("count", batch, { ...draft, quantity: "0" })).toEqual(["reason"]);
    expect(moveGaps("count", batch, { ...draft, quantity: "ten" })).toEqual(["quantity", "reason"]);
  });

  test("releases a recalled batch as a whole, and one that is set aside in parts", () => {
    expect(askedOf("release", { status: "recalled" })).toEqual({
      quantity: false,
      place: false,
      reason: false,
    });
    expect(moveBody("release", { status: "recalled" }, draft)).toEqual({ kind: "release" });
    const to = { ...draft, place: "loc_1", note: " Dry again " };
    expect(moveBody("release", { status: "quarantined" }, to)).toEqual({
      kind: "release",
      quantity: 4,
      to_location_id: "loc_1",
      note: "Dry again",
    });
  });
});

describe("an order", () => {
  const line = { ...orderLine("itm_1", 100, 0), cost: "1.50", rate: "1200" };
  const draft = { ...emptyOrder, supplierId: "sup_1", place: "loc_1", lines: [line] };

  test("lacks its supplier, place and lines, and the cost of each", () => {
    expect(orderGaps(emptyOrder, today)).toEqual(["supplier", "place", "lines"]);
    expect(orderGaps({ ...draft, expected: "2026-11-25" }, today)).toEqual(["expected"]);
    expect(orderLineGaps(orderLine("itm_1", 0, 0))).toEqual(["quantity", "cost"]);
    expect([orderGaps(draft, today), orderLineGaps(line)]).toEqual([[], []]);
  });

  test("is sent in minor units, and kept and read back as it was", () => {
    expect(orderBody(draft)).toEqual({
      supplier_id: "sup_1",
      location_id: "loc_1",
      lines: [{ item_id: "itm_1", quantity: 100, unit_cost_minor: 150, gst_rate_bp: 1_200 }],
    });
    expect(readOrder(orderState(draft, "key"))).toEqual(draft);
    expect(readOrder({ text: "something else" })).toBeNull();
  });
});

describe("what has come", () => {
  const ordered = { line_no: 1, item_id: "itm_1" };
  const line = { ...emptyReceived("1", ordered, "80"), batch: "cet2", expiry: "2031-03-31" };
  const on = { isDated: true, today };

  test("says its batch and until when it may be used", () => {
    expect(receivedGaps(line, on)).toEqual([]);
    expect(receivedGaps({ ...line, batch: "CET 2", expiry: "" }, on)).toEqual(["batch", "expiry"]);
    expect(receivedGaps({ ...line, expiry: "" }, { ...on, isDated: false })).toEqual([]);
    expect(receivedGaps({ ...line, expiry: today }, on)).toEqual(["expiry"]);
  });

  test("says why some goes back, and no more goes back than came", () => {
    expect(receivedGaps({ ...line, rejected: "5" }, on)).toEqual(["reason"]);
    expect(receivedGaps({ ...line, rejected: "81", reason: "Wet strips" }, on)).toEqual([
      "rejected",
    ]);
    expect(receivedGaps({ ...line, free: "some", mrp: "9.999" }, on)).toEqual(["free", "mrp"]);
  });

  test("costs what was ordered until another price is typed, of each of its batches", () => {
    const lines = [{ line_no: 1, unit_cost_minor: 150, gst_rate_bp: 1_200 }];
    const costs = (one: typeof line) => {
      const draft = { invoiceNo: "KM/77", invoiceDay: today, place: "loc_1", lines: [one] };
      return receiptBody(draft, { id: "po_1", lines }).lines;
    };
    expect(costText(line, 150)).toBe("1.50");
    expect(costs(line)).toMatchObject([{ unit_cost_minor: 150, gst_rate_bp: 1_200 }]);
    const dearer = { ...line, cost: "1.75" };
    expect(costText(dearer, 150)).toBe("1.75");
    expect(costs(dearer)).toMatchObject([{ unit_cost_minor: 175, gst_rate_bp: 1_200 }]);
    expect(withBatch([dearer], "1", 7).map(({ cost }) => cost)).toEqual(["1.75", "1.75"]);
    expect(receivedGaps({ ...line, cost: "" }, on)).toEqual(["cost"]);
    expect(receivedGaps({ ...line, cost: "1.755" }, on)).toEqual(["cost"]);
    const { cost: _cost, ...before } = line;
    const kept = { fields: { invoiceNo: "", invoiceDay: "", place: "", lines: [before] } };
    expect(readReceive(kept)?.lines).toEqual([line]);
  });

  test("leaves out what has not come, and has a line for each batch", () => {
    const none = emptyReceived("2", { line_no: 2, item_id: "itm_2" }, "0");
    const lines = withBatch([line, none], "1", 7);
    expect(lines.map(({ key, poLine }) => [key, poLine])).toEqual([
      ["1", 1],
      ["1/7", 1],
      ["2", 2],
    ]);
    expect(sentReceived({ lines: [...lines] })).toEqual([line]);
  });

  test("is of an invoice of today at the latest, and kept and read back as it was", () => {
    const draft = { invoiceNo: "KM/77", invoiceDay: today, place: "loc_1", lines: [line] };
    expect(headGaps(draft, today)).toEqual([]);
    expect(
      headGaps({ ...draft, invoiceNo: " ", invoiceDay: "2026-11-27", place: "" }, today),
    ).toEqual(["invoiceNo", "invoiceDay", "place"]);
    expect(readReceive(receiveState(draft, "key"))).toEqual(draft);
  });
});
