import { describe, expect, test } from "vitest";
import { writtenGtins } from "#ui/desk/stock/stock-queries.ts";
import { emptyLine } from "./dispense-draft.ts";
import { findPack, packOf, placePack, splitLine, type KnownBatch } from "./pack-scan.ts";

const gtin = "08901234567890";
const code = `]d201${gtin}17310331\u001d10AB12`;

function batch(patch: Partial<KnownBatch> = {}): KnownBatch {
  return {
    item_id: "itm_1",
    location_id: "loc_1",
    batch_no: "AB12",
    expiry_date: "2031-03-31",
    status: "available",
    on_hand: 10,
    ...patch,
  };
}

const here = { today: "2026-11-26", shelf: "loc_1" };

function found(batches: readonly KnownBatch[], scanned = code) {
  const pack = packOf(scanned, 2026);
  if (pack === null) throw new Error("is no pack");
  return findPack(pack, batches, here);
}

test("takes the number, batch and expiry of a pack from one code, and the number from bars alone", () => {
  expect(packOf(code, 2026)).toEqual({ gtin, lot: "AB12", expiry: "2031-03-31" });
  expect(packOf("8901234567890", 2026)).toEqual({ gtin, lot: null, expiry: null });
  expect(packOf("EW1:P:AB-000001-2", 2026)).toBeNull();
  expect(packOf("paracetamol", 2026)).toBeNull();
});

test("writes a number as short as it may stand on record", () => {
  expect(writtenGtins(gtin)).toEqual([gtin, "8901234567890"]);
  expect(writtenGtins("96385074")).toEqual([
    "00000096385074",
    "0000096385074",
    "000096385074",
    "96385074",
  ]);
});

describe("a pack", () => {
  test("is its batch on this shelf", () => {
    expect(found([batch()])).toEqual({ itemId: "itm_1", batch: "AB12", refusal: null });
    expect(found([batch()], "8901234567890")).toEqual({
      itemId: "itm_1",
      batch: "",
      refusal: null,
    });
  });

  test.each([
    ["of nothing that is on record", [], "pack.unknown"],
    ["of another batch", [batch({ batch_no: "ZZ9" })], "pack.unknownBatch"],
    ["of a batch that stands elsewhere", [batch({ location_id: "loc_2" })], "pack.elsewhere"],
    [
      "of a batch that was recalled elsewhere",
      [batch(), batch({ location_id: "loc_2", status: "recalled" })],
      "pack.recalled",
    ],
    ["of a batch that is set aside", [batch({ status: "quarantined" })], "pack.quarantined"],
    ["of a batch that has expired by the record", [batch({ status: "expired" })], "pack.expired"],
    ["with another expiry", [batch({ expiry_date: "2030-01-31" })], "pack.otherExpiry"],
    [
      "of which nothing should be left",
      [batch({ status: "depleted", on_hand: 0 })],
      "pack.depleted",
    ],
  ] as const)("%s is refused with its reason", (_what, batches, text) => {
    expect(found(batches)).toMatchObject({ refusal: { text } });
  });

  test("that has expired by what stands on it is refused, whatever is on record", () => {
    const old = `]d201${gtin}17240131\u001d10AB12`;
    expect(found([batch()], old)).toMatchObject({ refusal: { text: "pack.expired" } });
  });
});

describe("the lines", () => {
  const lines = [emptyLine("one", "rxi_1", "itm_1", "10"), emptyLine("two", "rxi_2", "itm_2", "3")];
  const on = { mayAdd: false, serial: 7 };

  test("take the batch of a pack of theirs", () => {
    const placed = placePack(lines, { itemId: "itm_1", batch: "AB12" }, on);
    expect(placed?.key).toBe("one");
    expect(placed?.lines[0]).toMatchObject({ batch: "AB12", isScanned: true, quantity: "10" });
    expect(placed?.lines[1]).toBe(lines[1]);
  });

  test("come to be two where another batch is scanned, each with what its batch has", () => {
    const first = placePack(lines, { itemId: "itm_1", batch: "AB12" }, on)?.lines ?? [];
    const placed = placePack(first, { itemId: "itm_1", batch: "CD34" }, on);
    expect(placed?.lines.map(({ key }) => key)).toEqual(["one", placed?.key, "two"]);
    const split = splitLine(placed?.lines ?? [], "one", 6);
    expect(split.map(({ quantity, batch: no }) => [quantity, no])).toEqual([
      ["6", "AB12"],
      ["4", "CD34"],
      ["3", ""],
    ]);
    // Of a batch of which there is enough nothing goes over to the next.
    expect(splitLine(placed?.lines ?? [], "one", 60)).toEqual(placed?.lines);
  });

  test("take nothing that was not prescribed, and anything over the counter", () => {
    expect(placePack(lines, { itemId: "itm_9", batch: "X" }, on)).toBeNull();
    const counter = placePack([], { itemId: "itm_9", batch: "X" }, { ...on, mayAdd: true });
    expect(counter?.lines).toMatchObject([{ rxItemId: null, itemId: "itm_9", batch: "X" }]);
  });
});
