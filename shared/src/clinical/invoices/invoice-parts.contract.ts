import * as z from "zod";
import { bp, hsnSac } from "#contract/code-fields.ts";
import { date, enumOf, idOf, int, money, str } from "#contract/fields.ts";
import { readOnlyFields } from "#contract/record.ts";
import { patternField, textField, invalid } from "#contract/text-field.ts";
import { isGstState } from "#kernel/gst-states.ts";

/** The states of an invoice; the ways between them stand in the state table beside this file. */
export const invoiceStatuses = [
  "draft",
  "issued",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "credited",
  "written_off",
  "void",
] as const;

/** One state of an invoice. */
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** For what an invoice is. */
export const invoiceTypes = [
  "opd",
  "ipd_interim",
  "ipd_final",
  "pharmacy",
  "lab",
  "radiology",
  "package",
  "deposit",
  "other",
] as const;

/** Who owes it. */
export const billedParties = ["patient", "insurer", "corporate", "scheme"] as const;

/** Whether a line is taxed, and if not, why not. */
export const taxCategories = ["taxable", "exempt", "nil", "non_gst"] as const;

/** Of what a line can be the charge. */
export const sourceTypes = [
  "consultation",
  "lab_test",
  "radiology_study",
  "bed_day",
  "dispensed_line",
] as const;

/** One of them. */
export type SourceType = (typeof sourceTypes)[number];

/** A state of India by the code of its tax numbers. */
export const gstState = textField(
  (sent) => (isGstState(sent) ? sent : invalid("must be the code of a state, such as 27")),
  { pattern: "^\\d{2}$" },
);

const mostLines = 500;
const quantity = int(1, 1_000_000);
// So that neither a line nor a bill of the most lines comes to more than a whole number holds.
const mostOfLine = 1_000_000_000_000;
const unitPrice = int(0, 10_000_000_000);
const charged = int(0, mostOfLine);
const reason = str(3, 200);

/** What is charged for: the id of a visit, of an ordered test, of a study, of a stay or of a line that was given out. */
const sourceId = patternField(
  /^(?:enc|lot|rad|adm|dsl)_[0-9a-hjkmnp-tv-z]{26}$/u,
  "must be the id of a visit, a test, a study, a stay or what was given out",
);

/** Who pays what, as a body says it: the patient pays what the payer does not. */
export const givenSplit = z.strictObject({ patient_minor: money.optional(), payer_minor: money });

/** Who pays what of an invoice. */
export const keptSplit = z.strictObject({ patient_minor: money, payer_minor: money });

/** Who pays what of an invoice. */
export type PayerSplit = z.output<typeof keptSplit>;

/** What only the server says of a line. */
export const lineAmounts = [
  "taxable_minor",
  "cgst_minor",
  "sgst_minor",
  "igst_minor",
  "total_minor",
] as const;

/** The lines of a body. What is charged for or the catalogue's item says what a line leaves out. */
export const givenLines = z
  .array(
    z.strictObject({
      ...readOnlyFields(lineAmounts),
      /** Of a line of the draft that stays. */
      id: idOf("ivl").optional(),
      item_id: idOf("itm").nullable().optional(),
      source_type: enumOf(sourceTypes).nullable().optional(),
      source_id: sourceId.nullable().optional(),
      /** Which day in a bed. */
      source_day: date.nullable().optional(),
      description: str(1, 300).optional(),
      hsn_sac: hsnSac.nullable().optional(),
      quantity: quantity.optional(),
      unit_price_minor: unitPrice.optional(),
      discount_minor: charged.optional(),
      discount_reason: reason.nullable().optional(),
      tax_category: enumOf(taxCategories).optional(),
      gst_rate_bp: bp.optional(),
      performed_by: idOf("stf").nullable().optional(),
    }),
  )
  .min(1)
  .max(mostLines);

/** One line of a body. */
export type GivenLine = z.output<typeof givenLines>[number];

const keptLine = z.strictObject({
  id: idOf("ivl"),
  item_id: idOf("itm").nullable(),
  source_type: enumOf(sourceTypes).nullable(),
  source_id: sourceId.nullable(),
  source_day: date.nullable(),
  description: str(1, 300),
  hsn_sac: hsnSac.nullable(),
  quantity,
  unit_price_minor: unitPrice,
  discount_minor: charged,
  discount_reason: reason.nullable(),
  tax_category: enumOf(taxCategories),
  gst_rate_bp: bp,
  taxable_minor: money,
  cgst_minor: money,
  sgst_minor: money,
  igst_minor: money,
  total_minor: money,
  performed_by: idOf("stf").nullable(),
});

/** The lines of an invoice, as they are kept. */
export const keptLines = z.array(keptLine).min(1).max(mostLines);

/** One line of an invoice. */
export type InvoiceLine = z.output<typeof keptLine>;

/** The lines of an invoice, as the wire writes them. */
export const linesShape = z.array(
  z.strictObject({
    id: idOf("ivl"),
    item_id: idOf("itm").nullable(),
    source_type: z.enum(sourceTypes).nullable(),
    source_id: z.string().nullable(),
    source_day: z.string().nullable(),
    description: z.string(),
    hsn_sac: z.string().nullable(),
    quantity: z.int(),
    unit_price_minor: z.int(),
    discount_minor: z.int(),
    discount_reason: z.string().nullable(),
    tax_category: z.enum(taxCategories),
    gst_rate_bp: z.int(),
    taxable_minor: z.int(),
    cgst_minor: z.int(),
    sgst_minor: z.int(),
    igst_minor: z.int(),
    total_minor: z.int(),
    performed_by: idOf("stf").nullable(),
  }),
);
