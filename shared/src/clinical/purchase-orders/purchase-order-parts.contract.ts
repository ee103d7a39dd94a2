import * as z from "zod";
import { lineAmounts, type LineAmounts } from "#clinical/invoices/invoice-amounts.contract.ts";
import { bp } from "#contract/code-fields.ts";
import { date, idOf, int, money } from "#contract/fields.ts";
import { readOnlyFields } from "#contract/record.ts";
import { addMoney } from "#kernel/money.ts";

/** The states of a purchase order; the ways between them stand in the state table beside this file. */
export const orderStatuses = [
  "draft",
  "submitted",
  "approved",
  "rejected",
  "sent",
  "partially_received",
  "received",
  "closed",
  "cancelled",
] as const;

/** One of them. */
export type OrderStatus = (typeof orderStatuses)[number];

const mostLines = 200;
const quantity = int(1, 1_000_000);
// So that neither a line nor an order of the most lines comes to more than a whole number holds.
const cost = int(0, 10_000_000_000);
const discount = int(0, 1_000_000_000_000);

/** What only the server says of a line. */
export const orderedComputed = [
  "line_no",
  "received_qty",
  "taxable_minor",
  "cgst_minor",
  "sgst_minor",
  "igst_minor",
  "total_minor",
] as const;

/** What a body orders. */
export const givenOrdered = z
  .array(
    z.strictObject({
      ...readOnlyFields(orderedComputed),
      item_id: idOf("itm"),
      quantity,
      unit_cost_minor: cost,
      discount_minor: discount.optional(),
      gst_rate_bp: bp.optional(),
      expected_date: date.nullable().optional(),
    }),
  )
  .min(1)
  .max(mostLines);

/** One line of a body. */
export type GivenOrdered = z.output<typeof givenOrdered>[number];

const keptLine = z.strictObject({
  line_no: int(1, mostLines),
  item_id: idOf("itm"),
  quantity,
  unit_cost_minor: cost,
  discount_minor: discount,
  gst_rate_bp: bp,
  expected_date: date.nullable(),
  /** How much of it was taken in, without what was given besides. */
  received_qty: int(0, 10_000_000),
  taxable_minor: money,
  cgst_minor: money,
  sgst_minor: money,
  igst_minor: money,
  total_minor: money,
});

/** What is ordered, as it is kept. */
export const keptOrdered = z.array(keptLine).min(1).max(mostLines);

/** One line of an order. */
export type OrderedLine = z.output<typeof keptLine>;

/** The same, as the wire writes it. */
export const orderedShape = z.array(
  z.strictObject({
    line_no: z.int(),
    item_id: idOf("itm"),
    quantity: z.int(),
    unit_cost_minor: z.int(),
    discount_minor: z.int(),
    gst_rate_bp: z.int(),
    expected_date: z.string().nullable(),
    received_qty: z.int(),
    taxable_minor: z.int(),
    cgst_minor: z.int(),
    sgst_minor: z.int(),
    igst_minor: z.int(),
    total_minor: z.int(),
  }),
);

/** What a line costs. */
export interface Costed {
  readonly quantity: number;
  readonly unit_cost_minor: number;
  readonly discount_minor: number;
  readonly gst_rate_bp: number;
}

/** The amounts of a line. @param isIntraState whether the supplier is of the branch's own state */
export function orderedAmounts(line: Costed, isIntraState: boolean): LineAmounts {
  const tax_category = line.gst_rate_bp > 0 ? "taxable" : "exempt";
  return lineAmounts(
    { ...line, unit_price_minor: line.unit_cost_minor, tax_category },
    isIntraState,
  );
}

/** The sums of an order. */
export function orderSums(lines: readonly LineAmounts[]) {
  const taxes = lines.flatMap((one) => [one.cgst_minor, one.sgst_minor, one.igst_minor]);
  return {
    taxable_total_minor: addMoney(...lines.map((one) => one.taxable_minor)),
    tax_total_minor: addMoney(...taxes),
    total_minor: addMoney(...lines.map((one) => one.total_minor)),
  };
}
