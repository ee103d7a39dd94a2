import { describe, expect, test } from "vitest";
import type { Item } from "#ui/desk/stock/item-queries.ts";
import { itemsSearch, suppliersSearch } from "./catalogue-address.ts";
import { emptyItem, itemBody, itemDraft, itemGaps, itemPatch } from "./item-draft.ts";
import { emptyOpening, openingBody, openingGaps } from "./opening-draft.ts";
import { readFields } from "./record-form.ts";
import {
  emptySupplier,
  supplierBody,
  supplierDraft,
  supplierGaps,
  supplierPatch,
  type Supplier,
} from "./supplier-draft.ts";

const common = {
  tenant_id: "ten_1",
  branch_id: null,
  created_at: "2026-11-26T00:00:00.000Z",
  updated_at: "2026-11-26T00:00:00.000Z",
  created_by: "stf_1",
  updated_by: "stf_1",
  version: 1,
  origin: "branch",
  hlc: "",
  origin_node_id: "nod_1",
  sync_state: "synced",
  metadata: {},
} as const;
const item: Item = {
  ...common,
  id: "itm_1",
  code: "pcm-500",
  name: "Paracetamol 500 mg",
  unit: "tablet",
  kind: "drug",
  schedule: "h",
  price_minor: 250,
  reorder_level: 100,
};

describe("an item of the list", () => {
  test("lacks a code, a name, and amounts that are amounts", () => {
    expect(itemGaps(emptyItem)).toEqual(["code", "name"]);
    const typed = { ...itemDraft(item), price: "2.505", level: "many" };
    expect(itemGaps(typed)).toEqual(["price", "level"]);
    expect(itemGaps({ ...typed, price: "", level: "" })).toEqual([]);
  });

  test("is sent with amounts in minor units, and a schedule where it is a medicine", () => {
    const typed = { ...emptyItem, code: " g-10 ", name: "Gauze", price: "1,250.50", schedule: "h" };
    expect(itemBody(typed)).toEqual({
      code: "g-10",
      name: "Gauze",
      unit: "tablet",
      kind: "drug",
      schedule: "h",
      price_minor: 125_050,
      reorder_level: null,
    });
    expect(itemBody({ ...typed, kind: "consumable" }).schedule).toBeNull();
  });

  test("is changed by what is no longer as it was alone", () => {
    expect(itemPatch(itemDraft(item), item)).toEqual({});
    const typed = { ...itemDraft(item), price: "", schedule: "", level: "120" };
    expect(itemPatch(typed, item)).toEqual({
      price_minor: null,
      schedule: null,
      reorder_level: 120,
    });
  });
});

describe("a supplier", () => {
  const supplier: Supplier = {
    ...common,
    id: "sup_1",
    code: "krishna",
    name: "Krishna Medicals",
    gstin: "27AAPFU0939F1ZV",
    pan: null,
    drug_licence_no: null,
    contact_name: null,
    phone: "+912025440100",
    email: null,
    address: { line1: "4 Tilak Road", line2: "Sadashiv Peth", city: "Pune", country: "IN" },
    payment_terms_days: 30,
    notes: null,
    status: "active",
  };

  test("lacks a code, a name, and days that are a number", () => {
    expect(supplierGaps({ ...emptySupplier, terms: "soon" })).toEqual(["code", "name", "terms"]);
  });

  test("is sent with what was typed, its tax numbers in capitals, and no address where none was", () => {
    const typed = { ...emptySupplier, code: "a", name: "A", gstin: "27aapfu0939f1zv" };
    expect(supplierBody(typed)).toMatchObject({ gstin: "27AAPFU0939F1ZV", address: null });
  });

  test("keeps of its address what the form does not show", () => {
    const typed = { ...supplierDraft(supplier), city: "Nashik", status: "inactive" };
    const { address, ...rest } = supplierPatch(typed, supplier);
    expect(address).toMatchObject({ line2: "Sadashiv Peth", city: "Nashik", country: "IN" });
    expect(rest).toEqual({ status: "inactive" });
  });
});

describe("a batch that is put on record", () => {
  const typed = {
    ...emptyOpening,
    itemId: "itm_1",
    place: "loc_1",
    batch: "ors-1",
    quantity: "30",
    mrp: "21.50",
    rate: "1200",
  };

  test("lacks what it is of, where it stands, its number and how much there is", () => {
    expect(openingGaps(emptyOpening)).toEqual(["itemId", "place", "batch", "quantity"]);
    expect(openingGaps({ ...typed, quantity: "0", cost: "x" })).toEqual(["quantity", "cost"]);
  });

  test("is sent with its number in capitals, and without what was not said", () => {
    expect(openingBody(typed)).toEqual({
      item_id: "itm_1",
      location_id: "loc_1",
      batch_no: "ORS-1",
      quantity: 30,
      mrp_minor: 2_150,
      gst_rate_bp: 1_200,
    });
  });
});

test("a form is read back by the fields that it has", () => {
  const state = { fields: { name: "Gauze", price: 7, colour: "red" } };
  expect(readFields(state, emptyItem)).toEqual({ ...emptyItem, name: "Gauze" });
  expect(readFields({}, emptyItem)).toEqual(emptyItem);
});

test("an address of a list is read as far as it means something", () => {
  expect(itemsSearch({ q: "gauze", kind: "drug" })).toEqual({ q: "gauze", kind: "drug" });
  expect(itemsSearch({ q: "", kind: "food" })).toEqual({ q: undefined, kind: undefined });
  expect(suppliersSearch({ q: 4 })).toEqual({ q: undefined });
});
