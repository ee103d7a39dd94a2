import * as z from "zod";
import { itemUnits } from "#clinical/items/items.contract.ts";
import { batchNumber, mostMoved } from "#clinical/stock/stock-parts.contract.ts";
import { bp } from "#contract/code-fields.ts";
import { date, enumOf, idOf, int, money, str, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** The states of a dispense; the ways between them stand in the state table beside this file. */
export const dispenseStatuses = [
  "preparation",
  "ready",
  "completed",
  "cancelled",
  "declined",
  "partially_returned",
  "returned",
] as const;

/** One of them. */
export type DispenseStatus = (typeof dispenseStatuses)[number];

/** Why what was prescribed or asked for is not given out. */
export const notPerformedReasons = [
  "out_of_stock",
  "allergy",
  "interaction",
  "duplicate_therapy",
  "pregnancy",
  "patient_refused",
  "other",
] as const;

/** The states of a dispense of which nothing was given out in the end. */
export const undoneStatuses: readonly DispenseStatus[] = ["cancelled", "declined"];

/** Why something else was given than was prescribed. */
const substitutionReasons = ["out_of_stock", "patient_request", "formulary", "price"] as const;

const mostLines = 60;
const mostKept = 300;
const reason = str(3, 200);
const units = int(1, mostMoved);

/** What only the server says of a line. */
export const lineComputed = [
  "id",
  "stock_id",
  "expiry_date",
  "unit",
  "description",
  "schedule",
  "unit_price_minor",
  "mrp_minor",
  "gst_rate_bp",
] as const;

/** What a body gives out. Without a batch it is the one that expires first, or several. */
export const givenDispensed = z
  .array(
    z.strictObject({
      ...readOnlyFields(lineComputed),
      /** The medicine of the prescription. */
      rx_item_id: idOf("rxi").nullable().optional(),
      item_id: idOf("itm"),
      batch_no: batchNumber.nullable().optional(),
      quantity: units,
      /** Why a batch is given out while another one expires before it. */
      fefo_reason: reason.nullable().optional(),
      substitution_reason: enumOf(substitutionReasons).nullable().optional(),
      days_supply: int(1, 365).nullable().optional(),
    }),
  )
  .min(1)
  .max(mostLines);

/** One line of a body. */
export type GivenDispensed = z.output<typeof givenDispensed>[number];

const keptLine = z.strictObject({
  id: idOf("dsl"),
  rx_item_id: idOf("rxi").nullable(),
  item_id: idOf("itm"),
  stock_id: idOf("stk"),
  batch_no: batchNumber,
  expiry_date: date.nullable(),
  quantity: units,
  unit: enumOf(itemUnits),
  description: str(1, 200),
  /** Of a medicine that is not given out without a prescription, or not by one person alone. */
  schedule: str(1, 20).nullable(),
  fefo_reason: reason.nullable(),
  substitution_reason: enumOf(substitutionReasons).nullable(),
  days_supply: int(1, 365).nullable(),
  /** Before tax; null where no list has a price of it. */
  unit_price_minor: money.nullable(),
  mrp_minor: money.nullable(),
  gst_rate_bp: bp,
});

/** What was given out, as it is kept: a line for each batch. */
export const keptDispensed = z.array(keptLine).min(1).max(mostKept);

/** What was given out of one batch. */
export type DispensedLine = z.output<typeof keptLine>;

/** The same, as the wire writes it. */
export const dispensedShape = z.array(
  z.strictObject({
    id: idOf("dsl"),
    rx_item_id: idOf("rxi").nullable(),
    item_id: idOf("itm"),
    stock_id: idOf("stk"),
    batch_no: z.string(),
    expiry_date: z.string().nullable(),
    quantity: z.int(),
    unit: z.enum(itemUnits),
    description: z.string(),
    schedule: z.string().nullable(),
    fefo_reason: z.string().nullable(),
    substitution_reason: z.enum(substitutionReasons).nullable(),
    days_supply: z.int().nullable(),
    unit_price_minor: z.int().nullable(),
    mrp_minor: z.int().nullable(),
    gst_rate_bp: z.int(),
  }),
);

/** What comes back of a line. */
export const givenReturns = z
  .array(z.strictObject({ line_id: idOf("dsl"), quantity: units, reason }))
  .min(1)
  .max(mostKept);

const keptReturn = z.strictObject({
  line_id: idOf("dsl"),
  quantity: units,
  reason,
  at: ts,
  by: actorIdForm,
});

/** What came back, as it is kept. */
export const keptReturns = z.array(keptReturn).max(1_000);

/** What came back of one line at one time. */
export type DispensedReturn = z.output<typeof keptReturn>;

/** The same, as the wire writes it. */
export const returnsShape = z.array(
  z.strictObject({
    line_id: idOf("dsl"),
    quantity: z.int(),
    reason: z.string(),
    at: z.string(),
    by: z.string(),
  }),
);
