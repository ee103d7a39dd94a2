import * as z from "zod";
import { itemUnits } from "#clinical/items/items.contract.ts";
import { createEndpoint, getEndpoint, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { bp, gtin } from "#contract/code-fields.ts";
import { date, enumOf, idOf, int, money, text } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import {
  batchNumber,
  givenMoveKinds,
  moveKinds,
  moveReasons,
  moveSource,
  mostCounted,
  mostFound,
  mostMoved,
} from "./stock-parts.contract.ts";

const never = { given: "never" } as const;

/** The fields of a move of stock. */
export const stockMoveFields = {
  stock_id: field.id("stk", never),
  item_id: field.id("itm", { given: "never", filter: true }),
  location_id: field.id("loc", never),
  batch_no: field.text(batchNumber, never),
  kind: field.word(moveKinds, { given: "once", filter: true }),
  /** By how much it changes what is there; less than nothing takes out. Nothing where it only blocks a batch or sets it free. */
  quantity: field.int(int(-mostMoved, mostMoved), never),
  /** In what it is counted. */
  unit: field.word(itemUnits, never),
  /** What was found to be there, of a count. */
  counted: field.int(int(0, mostMoved), { ...never, optional: true }),
  /** The move at the other place, where goods went from one to another. */
  counterpart_id: field.id("stm", { ...never, optional: true }),
  /** What has moved it: a dispense, a goods receipt, a transfer, or the count of a place. */
  source_id: field.text(moveSource, { ...never, optional: true }),
  reason_code: field.word(moveReasons, { given: "once", optional: true, filter: true }),
  note: field.text(text(500), { given: "once", optional: true }),
  /** What was there after it. */
  balance_after: field.computed(z.int()),
} as const;

/** Where moves of stock are served, and to whom. */
export const stockMoveCrud = {
  path: "/v1/pharmacy/stock-moves",
  resource: "stock_moves",
  noun: ["stock move", "stock moves"],
  tag: "Stock",
  prefix: "stm",
  home: "branch",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

const ofStock = {
  path: "/v1/pharmacy/stock/{id}/moves",
  params: z.strictObject({ id: idOf("stk") }),
} as const;

const create = createEndpoint(stockMoveFields, stockMoveCrud, {
  kind: enumOf(givenMoveKinds),
  /** How many units go; of a count, how many are there. */
  quantity: int(0, mostMoved).optional(),
  /** Where they go. */
  to_location_id: idOf("loc").nullable().optional(),
});

const countedLine = z.strictObject({
  stock_id: idOf("stk"),
  /** How many units are there. */
  counted: int(0, mostMoved),
  /** How many should have been there when the sheet was drawn up; where there are others now, the line is refused. */
  expected: int(0, mostMoved).optional(),
  /** Why it differs. */
  reason_code: enumOf(moveReasons).optional(),
  note: text(500).optional(),
});

/** A batch that was found at a place where none of it is on record. */
const foundLine = z.strictObject({
  item_id: idOf("itm"),
  batch_no: batchNumber,
  /** What its label says; where the batch is on record elsewhere in the branch, what is not said here is as there. */
  expiry_date: date.optional(),
  mfg_date: date.optional(),
  mrp_minor: money.optional(),
  gst_rate_bp: bp.optional(),
  gtin: gtin.optional(),
  /** How many units are there. */
  counted: int(1, mostMoved),
  /** Why they were not on record there. */
  reason_code: enumOf(moveReasons),
  note: text(500).optional(),
});

/** The endpoints of moves of stock. */
export const stockMovesContract = {
  list: {
    ...listEndpoint(stockMoveFields, stockMoveCrud, {}),
    summary: "List what came and went at the acting branch, newest first",
  },
  ofBatch: {
    ...listEndpoint(stockMoveFields, stockMoveCrud, {}),
    ...ofStock,
    summary: "List the moves of a batch at one place, newest first",
  },
  get: getEndpoint(stockMoveFields, stockMoveCrud),
  create: {
    ...create,
    ...ofStock,
    summary: "Count, transfer, write off, set aside, release or recall a batch",
    errors: [
      ...create.errors,
      "version_conflict",
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "insufficient_balance",
      "batch_blocked",
      "forbidden",
      "duplicate_value",
    ],
  },
  countPlace: writeEndpoint({
    method: "POST",
    path: "/v1/pharmacy/stock-counts",
    summary: "Count batches of a place by one sheet: all of them together, or none",
    tag: stockMoveCrud.tag,
    access: { resource: stockMoveCrud.resource, action: "create" },
    operation: "stock_move.count_place",
    home: stockMoveCrud.home,
    params: noParams,
    query: noQuery,
    body: z.strictObject({
      location_id: idOf("loc"),
      lines: z.array(countedLine).max(mostCounted),
      /** What stood there besides: it is put on record with what was found of it. */
      found: z.array(foundLine).max(mostFound).optional(),
    }),
    response: z.strictObject({
      /** Of what the moves are (`source_id`). */
      id: idOf("stc"),
      location_id: idOf("loc"),
      counted_by: z.string(),
      counted_at: z.string(),
      /** A move for each line, also where what should be there was there; then one for each batch that was found besides. */
      moves: z.array(
        z.strictObject({
          id: idOf("stm"),
          stock_id: idOf("stk"),
          counted: z.int(),
          /** By how much what was found differs. */
          difference: z.int(),
          reason_code: z.enum(moveReasons).nullable(),
        }),
      ),
    }),
    status: 201,
    errors: ["invalid_reference"],
  }),
} as const;
