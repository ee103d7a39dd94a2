import * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { csvBody, csvOutcome, csvText } from "#contract/csv.ts";
import { noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, date, idOf, int, str } from "#contract/fields.ts";
import { usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** Most prices of one list; a longer one is several lists of the same days. */
export const mostPrices = 2_000;

const price = z.strictObject({ item_id: idOf("itm"), price_minor: int(0, 10_000_000_000) });

/** The prices of a list. */
const prices = z.array(price).max(mostPrices);

/** The fields of a price list. Prices are in the currency's minor unit. */
export const priceListFields = {
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  /** With whom it is agreed; without one it holds for everybody who has no price of their own. */
  payer_id: field.id("pyr", { given: "once", optional: true, filter: true }),
  valid_from: field.text(date, { sort: true }),
  /** The last day on which it holds; until another takes its place, where none is given. */
  valid_to: field.text(date, { optional: true }),
  prices: field.json(prices, prices, { initial: [] }),
  /** One that is not in use holds on no day. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where price lists are served, and to whom. */
export const priceListCrud = {
  path: "/v1/price-lists",
  resource: "price_lists",
  noun: ["price list", "price lists"],
  prefix: "prl",
  home: "hub",
  sort: "name",
} as const satisfies CrudOptions;

const priceListShape = recordAnswer(priceListFields, priceListCrud);

/** One price of a list. */
export type Price = z.output<typeof price>;

const { list, get, create, update } = crud(priceListFields, priceListCrud);

const listId = z.strictObject({ id: idOf("prl") });

/** What an item costs a payer on a day, and by which list. */
const pricedItem = z.strictObject({
  item_id: idOf("itm"),
  payer_id: idOf("pyr").nullable(),
  date: z.string(),
  /** Null where neither a list nor the item says one. */
  price_minor: z.int().nullable(),
  /** Null where it is the item's own price. */
  price_list_id: idOf("prl").nullable(),
});

/** The endpoints of price lists. */
export const priceListsContract = {
  list,
  get,
  create: { ...create, errors: [...create.errors, "invalid_reference", "hub_only"] },
  update: { ...update, errors: [...update.errors, "invalid_reference", "hub_only"] },
  price: readEndpoint({
    path: "/v1/items/{id}/price",
    summary:
      "What an item costs a payer on a day: by the payer's list, else everybody's, else its own",
    tag: "Price lists",
    access: { resource: "price_lists", action: "read" },
    params: z.strictObject({ id: idOf("itm") }),
    query: z.strictObject({
      payer_id: idOf("pyr").optional(),
      /** Today at the branch, where none is given. */
      date: date.optional(),
    }),
    response: pricedItem,
    errors: ["invalid_reference"],
  }),
  exportCsv: readEndpoint({
    path: "/v1/price-lists/{id}/csv",
    summary: "The prices of a list as CSV: item_code, item_name, price_minor",
    tag: "Price lists",
    access: { resource: "price_lists", action: "read" },
    params: listId,
    query: noQuery,
    response: csvText,
  }),
  importCsv: writeEndpoint({
    method: "POST",
    path: "/v1/price-lists/{id}/csv",
    summary: "Set prices of a list by the rows of a CSV: item_code, price_minor",
    tag: "Price lists",
    access: { resource: "price_lists", action: "update" },
    operation: "price_list.import",
    home: "hub",
    params: listId,
    query: noQuery,
    body: csvBody,
    response: csvOutcome.extend({ price_list: priceListShape }),
    status: 200,
    errors: ["hub_only", "version_conflict"],
  }),
} as const;
