import { crud, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { csvBody, csvOutcome, csvText } from "#contract/csv.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, idListOf, int, money, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";

/** In what an item is counted. */
export const itemUnits = ["each", "tablet", "capsule", "ml", "g", "vial", "strip", "box"] as const;

/** What an item is for. */
export const itemKinds = ["drug", "consumable", "reagent", "device", "service"] as const;

/** By which rules a medicine is given out, as the Drugs Rules divide them; `otc` is sold to anybody. */
export const drugSchedules = ["otc", "g", "h", "h1", "x", "narcotic"] as const;

/** The fields of an item. */
export const itemFields = {
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  unit: field.word(itemUnits, { filter: true }),
  kind: field.word(itemKinds, { filter: true }),
  schedule: field.word(drugSchedules, { optional: true, filter: true }),
  /** The price of one unit, in the currency's minor unit. */
  price_minor: field.int(money, { optional: true }),
  /** So many units left ask for an order. */
  reorder_level: field.int(int(0, 1_000_000), { optional: true }),
} as const;

/** Where items are served, and to whom. */
export const itemCrud = {
  path: "/v1/items",
  resource: "items",
  noun: ["item", "items"],
  prefix: "itm",
  home: "any",
  sort: "name",
} as const satisfies CrudOptions;

/** The endpoints of items. */
export const itemsContract = {
  ...crud(itemFields, itemCrud),
  list: {
    ...listEndpoint(itemFields, itemCrud, {
      /** Those of these ids. */
      ids: idListOf("itm").optional(),
    }),
    summary: "List items",
  },
  exportCsv: readEndpoint({
    path: "/v1/items.csv",
    summary: "All items as CSV, by their codes",
    tag: "Items",
    access: { resource: "items", action: "read" },
    params: noParams,
    query: noQuery,
    response: csvText,
  }),
  importCsv: writeEndpoint({
    method: "POST",
    path: "/v1/items.csv",
    summary: "Add and change items by the rows of a CSV, whose first row names the fields",
    tag: "Items",
    access: { resource: "items", action: "create" },
    operation: "item.import",
    home: "any",
    params: noParams,
    query: noQuery,
    body: csvBody,
    response: csvOutcome,
    status: 200,
    errors: ["duplicate_value"],
  }),
} as const;
