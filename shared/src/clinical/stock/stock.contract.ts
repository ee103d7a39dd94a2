import * as z from "zod";
import { bp, gtin } from "#contract/code-fields.ts";
import { createEndpoint, getEndpoint, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { date, enumOf, int, money, text } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields } from "#contract/record.ts";
import { batchNumber, batchStatuses, mostMoved } from "./stock-parts.contract.ts";

/** The fields of a batch at one place. Quantities are whole smallest units of its item. */
export const stockFields = {
  item_id: field.id("itm", { given: "once", filter: true }),
  location_id: field.id("loc", { given: "once", filter: true }),
  batch_no: field.text(batchNumber, { given: "once", filter: true }),
  /** The last day on which it may be used. */
  expiry_date: field.text(date, { given: "once", optional: true, sort: true }),
  mfg_date: field.text(date, { given: "once", optional: true }),
  /** The most that one unit may be sold for, with tax. */
  mrp_minor: field.int(money, { given: "once", optional: true }),
  cost_minor: field.int(money, { given: "once", optional: true }),
  gst_rate_bp: field.int(bp, { given: "once", initial: 0 }),
  gtin: field.text(gtin, { given: "once", optional: true, filter: true }),
  supplier_id: field.id("sup", { given: "once", optional: true, filter: true }),
  status: field.word(batchStatuses, { given: "never" }),
  /** What its moves come to. */
  on_hand: field.computed(z.int()),
  /** Whether it expires within 90 days. */
  is_near_expiry: field.computed(z.boolean()),
} as const;

/** Where stock is served, and to whom. */
export const stockCrud = {
  path: "/v1/pharmacy/stock",
  resource: "stock",
  noun: ["stock batch", "stock batches"],
  tag: "Stock",
  prefix: "stk",
  home: "branch",
} as const satisfies CrudOptions;

/** What a batch has from the server alone. */
export const stockComputed = ["status", "on_hand", "is_near_expiry"] as const;

const create = createEndpoint(stockFields, stockCrud, {
  ...readOnlyFields(stockComputed),
  quantity: int(1, mostMoved),
  note: text(500).nullable().optional(),
});

/** The endpoints of stock. */
export const stockContract = {
  list: {
    ...listEndpoint(stockFields, stockCrud, {
      status: enumOf(batchStatuses).optional(),
      /** Those that expire before this day. */
      expiring_before: date.optional(),
      /** Those of which something is there. */
      in_stock: z.literal("true").optional(),
      /** Those of items of which no more is left at the branch than asks for an order. */
      low: z.literal("true").optional(),
    }),
    summary: "List what the acting branch has in stock, by batch and place",
  },
  get: getEndpoint(stockFields, stockCrud),
  create: {
    ...create,
    summary: "Put a batch on record with what is there of it",
    errors: [...create.errors, "duplicate_value", "invalid_reference", "read_only_field"],
  },
} as const;
