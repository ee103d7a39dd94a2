import { insert, type Actor, type Change, type Fields } from "./hand-writing.ts";

/** The line of such a bill. */
export const lineId = "ivl_01jd7x2vry38gapbnk0v8yyk24";
/** The line as its bill keeps it. */
export const line = {
  id: lineId,
  item_id: null,
  source_type: null,
  source_id: null,
  source_day: null,
  description: "Dressing",
  hsn_sac: null,
  quantity: 2,
  unit_price_minor: 10_000,
  discount_minor: 0,
  discount_reason: null,
  tax_category: "taxable",
  gst_rate_bp: 500,
  taxable_minor: 20_000,
  cgst_minor: 500,
  sgst_minor: 500,
  igst_minor: 0,
  total_minor: 21_000,
  performed_by: null,
};

/** An issued bill of 210 rupees. @param more its branch and number, and what is otherwise */
export function billOf(patientId: string, by: Actor, more: Fields): Change {
  const at = new Date().toISOString();
  return insert("invoices", "inv", {
    patient_id: patientId,
    encounter_id: null,
    admission_id: null,
    appointment_id: null,
    invoice_type: "opd",
    bill_to: "patient",
    issue_date: at.slice(0, 10),
    due_date: null,
    currency: "INR",
    place_of_supply: null,
    seller_gstin: null,
    buyer_gstin: null,
    lines: [line],
    is_rounded: false,
    subtotal_minor: 20_000,
    discount_total_minor: 0,
    tax_total_minor: 1_000,
    round_off_minor: 0,
    total_minor: 21_000,
    paid_minor: 0,
    refunded_minor: 0,
    credited_minor: 0,
    written_off_minor: 0,
    due_minor: 21_000,
    status: "issued",
    status_history: [{ status: "issued", at, by: by.id, reason: null }],
    issued_at: at,
    metadata: {},
    ...more,
  });
}
