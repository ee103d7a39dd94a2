import { describe, expect, test } from "vitest";
import {
  dispenseBody,
  dispenseState,
  drawLines,
  emptyLine,
  fullestShelf,
  gapsOf,
  linesOf,
  readDispense,
  sentLines,
  type DispenseDraft,
  type LineDraft,
} from "./dispense-draft.ts";
import { amountsOf, givenOf, pharmacySearch } from "./pharmacy-list.ts";
import { returnable, returnedLines, returnGaps } from "./return-draft.ts";

const batch = (no: string, expiry_date: string | null, on_hand: number, status = "available") => ({
  id: `stk_${no}`,
  batch_no: no,
  expiry_date,
  on_hand,
  status,
});

const shelf = new Map([
  [
    "itm_1",
    [
      batch("LATE", "2031-12-31", 20),
      batch("SOON", "2030-01-31", 5),
      batch("OLD", "2024-01-31", 50, "expired"),
      batch("BACK", "2029-01-31", 50, "recalled"),
    ],
  ],
]);

function line(patch: Partial<LineDraft> = {}): LineDraft {
  return { ...emptyLine("one", "rxi_1", "itm_1", "8"), ...patch };
}

function takenOf(lines: readonly LineDraft[], key = "one") {
  return drawLines(lines, shelf)
    .get(key)
    ?.taken.map(({ batch: { batch_no: no }, quantity }) => [no, quantity]);
}

describe("the shelf that is offered", () => {
  const at = (location_id: string, on_hand: number, status = "available") => ({
    ...batch(`${location_id}/${on_hand}`, "2031-12-31", on_hand, status),
    location_id,
  });
  const two = [line(), line({ key: "two", itemId: "itm_2", quantity: "3" })];

  test("is that which fills most lines, though another one stands before it", () => {
    const batches = new Map([
      ["itm_1", [at("front", 100), at("back", 8)]],
      ["itm_2", [at("front", 2), at("back", 3)]],
    ]);
    expect(fullestShelf(["front", "back"], two, batches)).toBe("back");
  });

  test("is the first of those that fill as many, and where none fills any", () => {
    const alike = new Map([["itm_1", [at("front", 8), at("back", 80)]]]);
    expect(fullestShelf(["front", "back"], two, alike)).toBe("front");
    const none = new Map([["itm_1", [at("back", 7), at("back", 50, "recalled")]]]);
    expect(fullestShelf(["front", "back"], two, none)).toBe("front");
    expect(fullestShelf(["front"], [], none)).toBe("front");
    expect(fullestShelf([], two, alike)).toBe("");
  });
});

describe("of which batches a line is", () => {
  test("is those that expire first, and none that has expired or was recalled", () => {
    expect(takenOf([line()])).toEqual([
      ["SOON", 5],
      ["LATE", 3],
    ]);
  });

  test("is what lines above have left of them", () => {
    const lines = [line({ quantity: "5" }), line({ key: "two", quantity: "2" })];
    expect(takenOf(lines, "two")).toEqual([["LATE", 2]]);
  });

  test("is the chosen one, with the one that expires before it", () => {
    const drawn = drawLines([line({ batch: "LATE" })], shelf).get("one");
    expect(drawn).toMatchObject({ short: null, earlier: "SOON" });
    expect(drawn?.taken).toMatchObject([{ batch: { batch_no: "LATE" }, quantity: 8 }]);
    // Nothing is left of the first: no reason is asked.
    const lines = [line({ quantity: "5" }), line({ key: "two", quantity: "2", batch: "LATE" })];
    expect(drawLines(lines, shelf).get("two")?.earlier).toBeNull();
  });

  test("is said to be too few where there is not as much", () => {
    expect(drawLines([line({ quantity: "26" })], shelf).get("one")?.short).toBe(25);
    expect(drawLines([line({ batch: "SOON" })], shelf).get("one")?.short).toBe(5);
    expect(drawLines([line({ batch: "BACK" })], shelf).get("one")?.short).toBe(0);
  });

  test("is not said of what is not read yet, nor of what is left out", () => {
    expect(drawLines([line({ itemId: "itm_2" })], shelf).size).toBe(0);
    expect(drawLines([line({ quantity: "0" })], shelf).size).toBe(0);
  });
});

describe("what is lacking of a line", () => {
  const facts = { prescribedItemId: "itm_1", left: 10, drawn: undefined };

  test("is nothing of one that is whole, or left out", () => {
    expect(gapsOf(line(), facts)).toEqual([]);
    expect(gapsOf(line({ quantity: "" }), facts)).toEqual([]);
  });

  test("is the quantity, also where more is typed than is left", () => {
    expect(gapsOf(line({ quantity: "half" }), facts)).toEqual(["quantity"]);
    expect(gapsOf(line({ quantity: "11" }), facts)).toEqual(["over"]);
    expect(gapsOf(line({ rxItemId: null, quantity: "" }), { ...facts, left: null })).toEqual([
      "quantity",
    ]);
  });

  test("is what is given, and why it is something else", () => {
    expect(gapsOf(line({ itemId: null }), facts)).toEqual(["item"]);
    expect(gapsOf(line({ itemId: "itm_2" }), facts)).toEqual(["substitution"]);
    expect(gapsOf(line({ itemId: "itm_2", substitution: "price" }), facts)).toEqual([]);
    // Where the prescription names nothing of the list, whatever is chosen is what was prescribed.
    expect(gapsOf(line({ itemId: "itm_2" }), { ...facts, prescribedItemId: null })).toEqual([]);
  });

  test("is the reason for a later batch, and what is not there", () => {
    const drawn = { taken: [], short: null, earlier: "SOON" };
    expect(gapsOf(line({ batch: "LATE" }), { ...facts, drawn })).toEqual(["fefo"]);
    expect(gapsOf(line({ fefoReason: "Torn" }), { ...facts, drawn })).toEqual([]);
    expect(gapsOf(line(), { ...facts, drawn: { taken: [], short: 3, earlier: null } })).toEqual([
      "batch",
    ]);
  });
});

describe("a prescription", () => {
  const items = [
    { id: "rxi_1", item_id: "itm_1", quantity: 10, refills: 1 },
    { id: "rxi_2", item_id: null, quantity: 4.5, refills: 0 },
    { id: "rxi_3", item_id: "itm_3", quantity: 6, refills: 0 },
  ];
  const lineOf = (rx_item_id: string | null, quantity: number) => ({ rx_item_id, quantity });
  const given = givenOf([
    { status: "completed", lines: [lineOf("rxi_1", 12), lineOf("rxi_3", 6)] },
    { status: "preparation", lines: [lineOf("rxi_2", 1), lineOf(null, 3)] },
    { status: "cancelled", lines: [lineOf("rxi_2", 4)] },
  ]);

  test("has left what was not given out, what was called off among it", () => {
    expect([...given]).toEqual([
      ["rxi_1", 12],
      ["rxi_3", 6],
      ["rxi_2", 1],
    ]);
    expect(items.map((item) => amountsOf(item, given))).toEqual([
      { most: 20, given: 12, left: 8, fill: 8 },
      { most: 5, given: 1, left: 4, fill: 4 },
      { most: 6, given: 6, left: 0, fill: 0 },
    ]);
  });

  test("begins with a line of one fill of each medicine of which something is left", () => {
    expect(
      linesOf(items, given).map(({ key, itemId, quantity }) => [key, itemId, quantity]),
    ).toEqual([
      ["rxi_1", "itm_1", "8"],
      ["rxi_2", null, "4"],
    ]);
    expect(linesOf(items.slice(0, 1), new Map())[0]?.quantity).toBe("10");
  });
});

describe("a form", () => {
  const draft: DispenseDraft = {
    shelf: "",
    patientId: "pat_1",
    witnessId: "stf_1",
    lines: [
      line({ batch: "LATE", fefoReason: " The strip is torn " }),
      line({ key: "two", rxItemId: "rxi_2", quantity: "0" }),
      line({ key: "three", rxItemId: "rxi_3", itemId: "itm_2", substitution: "price" }),
    ],
  };
  const drawn = drawLines(draft.lines, shelf);
  const prescribed = new Map([
    ["rxi_1", "itm_1"],
    ["rxi_3", "itm_3"],
  ]);

  test("sends its lines but those that are left out, with reasons where they are asked", () => {
    expect(sentLines(draft).map(({ key }) => key)).toEqual(["one", "three"]);
    const of = { prescriptionId: "rx_1", locationId: "loc_1" };
    expect(dispenseBody(draft, of, drawn, prescribed)).toEqual({
      prescription_id: "rx_1",
      location_id: "loc_1",
      witness_id: "stf_1",
      lines: [
        {
          rx_item_id: "rxi_1",
          item_id: "itm_1",
          quantity: 8,
          batch_no: "LATE",
          fefo_reason: "The strip is torn",
        },
        { rx_item_id: "rxi_3", item_id: "itm_2", quantity: 8, substitution_reason: "price" },
      ],
    });
  });

  test("sends over the counter who takes it", () => {
    const counter = { ...draft, witnessId: "", lines: [line({ rxItemId: null })] };
    const of = { prescriptionId: null, locationId: "loc_1" };
    expect(dispenseBody(counter, of, new Map(), new Map())).toEqual({
      patient_id: "pat_1",
      location_id: "loc_1",
      lines: [{ item_id: "itm_1", quantity: 8 }],
    });
  });

  test("is kept and read back as it was", () => {
    const state = dispenseState(draft, { prescriptionId: "rx_1", patientId: null }, "key");
    expect(state).toMatchObject({ patient_id: "pat_1", intent_key: "key" });
    expect(readDispense(state)).toEqual(draft);
    expect(readDispense({ text: "something else" })).toBeNull();
  });
});

describe("what comes back", () => {
  const of = (id: string, quantity: number) => ({
    id,
    quantity,
    rx_item_id: null,
    item_id: "itm_1",
    stock_id: "stk_1",
    batch_no: "B1",
    expiry_date: null,
    unit: "tablet" as const,
    description: "Paracetamol",
    schedule: null,
    fefo_reason: null,
    substitution_reason: null,
    days_supply: null,
    unit_price_minor: null,
    mrp_minor: null,
    gst_rate_bp: 0,
  });
  const back = { reason: "Not needed", at: "", by: "" };
  const lines = returnable({
    lines: [of("dsl_1", 10), of("dsl_2", 3)],
    returns: [{ line_id: "dsl_1", quantity: 4, ...back }],
  });

  test("is at most what was given out and did not come back yet", () => {
    expect(lines.map(({ left }) => left)).toEqual([6, 3]);
    expect(returnGaps(lines, { dsl_1: "7" }, "Sealed")).toEqual(["quantity"]);
    expect(returnGaps(lines, {}, "")).toEqual(["none", "reason"]);
    expect(returnGaps(lines, { dsl_1: "6" }, "Sealed")).toEqual([]);
  });

  test("is sent by the lines at which something is typed", () => {
    expect(returnedLines(lines, { dsl_2: "1" }, " Sealed ")).toEqual([
      { line_id: "dsl_2", quantity: 1, reason: "Sealed" },
    ]);
  });
});

test("reads the part of the work list from the address", () => {
  expect(pharmacySearch({ part: "ready" })).toEqual({ part: "ready" });
  expect(pharmacySearch({ part: "elsewhere" })).toEqual({ part: undefined });
});
