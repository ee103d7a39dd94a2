import * as z from "zod";
import { batchNumber } from "#clinical/stock/stock-parts.contract.ts";
import { bp, gtin } from "#contract/code-fields.ts";
import { date, idOf, int, money, str } from "#contract/fields.ts";
import { readOnlyFields } from "#contract/record.ts";

/** The states of a goods receipt; the ways between them stand in the state table beside this file. */
export const receiptStatuses = ["draft", "inspected", "posted", "reversed", "cancelled"] as const;

/** One of them. */
export type ReceiptStatus = (typeof receiptStatuses)[number];

const mostLines = 200;
const units = int(0, 1_000_000);
const cost = int(0, 10_000_000_000);

/** What only the server says of a line. */
export const receivedComputed = [
  "id",
  "accepted_qty",
  "stock_id",
  "taxable_minor",
  "cgst_minor",
  "sgst_minor",
  "igst_minor",
  "total_minor",
] as const;

const label = {
  batch_no: batchNumber,
  expiry_date: date.nullable(),
  mfg_date: date.nullable(),
  mrp_minor: money.nullable(),
  gtin: gtin.nullable(),
} as const;

/** What a body says has come. */
export const givenReceived = z
  .array(
    z.strictObject({
      ...readOnlyFields(receivedComputed),
      /** The line of the order. */
      po_line_no: int(1, mostLines).nullable().optional(),
      item_id: idOf("itm"),
      batch_no: label.batch_no,
      expiry_date: label.expiry_date.optional(),
      mfg_date: label.mfg_date.optional(),
      mrp_minor: label.mrp_minor.optional(),
      gtin: label.gtin.optional(),
      quantity: int(1, 1_000_000),
      /** What was given besides, and costs nothing. */
      free_qty: units.optional(),
      /** What of the quantity goes back. */
      rejected_qty: units.optional(),
      reject_reason: str(3, 200).nullable().optional(),
      unit_cost_minor: cost,
      gst_rate_bp: bp.optional(),
    }),
  )
  .min(1)
  .max(mostLines);

/** One line of a body. */
export type GivenReceived = z.output<typeof givenReceived>[number];

const keptLine = z.strictObject({
  id: idOf("grl"),
  po_line_no: int(1, mostLines).nullable(),
  item_id: idOf("itm"),
  ...label,
  quantity: int(1, 1_000_000),
  free_qty: units,
  accepted_qty: units,
  rejected_qty: units,
  reject_reason: str(3, 200).nullable(),
  unit_cost_minor: cost,
  gst_rate_bp: bp,
  /** The batch that it has become. */
  stock_id: idOf("stk").nullable(),
  taxable_minor: money,
  cgst_minor: money,
  sgst_minor: money,
  igst_minor: money,
  total_minor: money,
});

/** What has come, as it is kept. */
export const keptReceived = z.array(keptLine).min(1).max(mostLines);

/** One line of a receipt. */
export type ReceivedLine = z.output<typeof keptLine>;

/** The same, as the wire writes it. */
export const receivedShape = z.array(
  z.strictObject({
    id: idOf("grl"),
    po_line_no: z.int().nullable(),
    item_id: idOf("itm"),
    batch_no: z.string(),
    expiry_date: z.string().nullable(),
    mfg_date: z.string().nullable(),
    mrp_minor: z.int().nullable(),
    gtin: z.string().nullable(),
    quantity: z.int(),
    free_qty: z.int(),
    accepted_qty: z.int(),
    rejected_qty: z.int(),
    reject_reason: z.string().nullable(),
    unit_cost_minor: z.int(),
    gst_rate_bp: z.int(),
    stock_id: idOf("stk").nullable(),
    taxable_minor: z.int(),
    cgst_minor: z.int(),
    sgst_minor: z.int(),
    igst_minor: z.int(),
    total_minor: z.int(),
  }),
);
