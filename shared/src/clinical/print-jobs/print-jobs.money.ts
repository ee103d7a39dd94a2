import { cashierShiftsTable } from "#clinical/cashier-shifts/cashier-shifts.table.ts";
import type { CreditedLine } from "#clinical/credit-notes/credit-notes.contract.ts";
import { creditNotesTable } from "#clinical/credit-notes/credit-notes.table.ts";
import type { InvoiceLine } from "#clinical/invoices/invoice-parts.contract.ts";
import { invoicesTable, type InvoiceRow } from "#clinical/invoices/invoices.table.ts";
import type { Tender } from "#clinical/payments/payments.contract.ts";
import { paymentsTable, type PaymentRow } from "#clinical/payments/payments.table.ts";
import { recordFinder } from "#db/read.ts";
import { gstStateName } from "#kernel/gst-states.ts";
import { addMoney } from "#kernel/money.ts";
import {
  patientOnPaper,
  personOnPaper,
  refuseSource,
  staffOnPaper,
  type PaperPlace,
} from "./print-jobs.people.ts";

const findInvoice = recordFinder(invoicesTable);
const findCreditNote = recordFinder(creditNotesTable);
const findPayment = recordFinder(paymentsTable);
const findShift = recordFinder(cashierShiftsTable);

const taxNames = { cgst_minor: "CGST", sgst_minor: "SGST", igst_minor: "IGST" } as const;

/** The share of a line's rate that one of its taxes is. Half of an odd one is no whole number: it is then said in words. */
function taxRate(tax: keyof typeof taxNames, rate: number) {
  const name = taxNames[tax];
  if (tax === "igst_minor") return { name, rate_bp: rate };
  return rate % 2 === 0 ? { name, rate_bp: rate / 2 } : { name: `${name} ½ ×`, rate_bp: rate };
}

type TaxedLine = Pick<InvoiceLine, "gst_rate_bp" | "cgst_minor" | "sgst_minor" | "igst_minor">;

/** The taxes of a bill, or of what is taken back of one, each rate by itself. */
function taxesOf(lines: readonly TaxedLine[]) {
  const rates = [...new Set(lines.map((line) => line.gst_rate_bp))].toSorted((a, b) => a - b);
  return rates.flatMap((rate) =>
    (["cgst_minor", "sgst_minor", "igst_minor"] as const).flatMap((tax) => {
      const amount = addMoney(
        ...lines.filter((line) => line.gst_rate_bp === rate).map((line) => line[tax]),
      );
      return amount === 0 ? [] : [{ ...taxRate(tax, rate), amount_minor: amount }];
    }),
  );
}

function placeOf(code: string | null): string | null {
  return code === null ? null : `${code} ${gstStateName(code)}`;
}

/**
 * What the paper of a bill says, and of whom it is.
 * @throws AppError invalid_reference for one of another branch, a draft, or one that was voided
 */
export async function billDocument(ctx: PaperPlace, id: string) {
  const row = await findInvoice(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id) refuseSource("names no invoice of this branch");
  if (row.status === "void") refuseSource("names an invoice that was voided");
  if (row.invoice_no === null || row.issued_at === null)
    refuseSource("names an invoice that is not issued yet");
  const patient = await patientOnPaper(ctx, row.patient_id, "an invoice");
  const document = {
    invoice_no: row.invoice_no,
    issued_at: row.issued_at,
    patient: personOnPaper(patient),
    seller_gstin: row.seller_gstin,
    buyer_gstin: row.buyer_gstin,
    place_of_supply: placeOf(row.place_of_supply),
    currency: row.currency,
    lines: row.lines.map((line) => ({
      description: line.description,
      hsn_sac: line.hsn_sac,
      quantity: line.quantity,
      unit_price_minor: line.unit_price_minor,
      discount_minor: line.discount_minor,
      // Before tax, which is added below the lines.
      total_minor: line.taxable_minor,
    })),
    subtotal_minor: row.subtotal_minor,
    discount_total_minor: row.discount_total_minor,
    taxes: taxesOf(row.lines),
    round_off_minor: row.round_off_minor,
    total_minor: row.total_minor,
    paid_minor: row.paid_minor - row.refunded_minor,
    credited_minor: row.credited_minor,
    written_off_minor: row.written_off_minor,
    due_minor: row.due_minor,
  };
  return { patientId: patient.id, document };
}

function creditedLines(lines: readonly CreditedLine[], invoice: InvoiceRow) {
  return lines.flatMap((credit) => {
    const line = invoice.lines.find(({ id }) => id === credit.line_id);
    return line === undefined ? [] : [{ credit, line }];
  });
}

/**
 * What the paper of a credit note says, and of whom it is.
 * @throws AppError invalid_reference for one of another branch
 */
export async function creditNoteDocument(ctx: PaperPlace, id: string) {
  const { db, tenantId, branch } = ctx;
  const row = await findCreditNote(db, tenantId, id);
  if (row?.branch_id !== branch.id) refuseSource("names no credit note of this branch");
  const invoice = await findInvoice(db, tenantId, row.invoice_id);
  const { invoice_no: number = null, issued_at: issued = null } = invoice ?? {};
  if (invoice === undefined || number === null || issued === null)
    refuseSource("names a credit note whose invoice is not here");
  const patient = await patientOnPaper(ctx, row.patient_id, "a credit note");
  const lines = creditedLines(row.lines, invoice);
  const document = {
    kind: "credit_note",
    credit_note_no: row.credit_note_no,
    issued_at: row.created_at,
    invoice_no: number,
    invoice_issued_at: issued,
    reason: row.reason,
    patient: personOnPaper(patient),
    seller_gstin: invoice.seller_gstin,
    buyer_gstin: invoice.buyer_gstin,
    place_of_supply: placeOf(invoice.place_of_supply),
    currency: row.currency,
    lines: lines.map(({ credit, line }) => ({
      description: line.description,
      hsn_sac: line.hsn_sac,
      quantity: credit.quantity,
      amount_minor: credit.taxable_minor,
    })),
    subtotal_minor: row.taxable_total_minor,
    taxes: taxesOf(lines.map(({ credit, line }) => ({ ...line, ...credit }))),
    round_off_minor: row.round_off_minor,
    total_minor: row.total_minor,
    issued_by: await staffOnPaper(ctx, row.created_by),
  };
  return { patientId: patient.id, document };
}

/** What a tender is called on paper. */
function methodOf(method: Tender["method"]) {
  return method === "advance" ? ("advance_adjustment" as const) : method;
}

function paidBy({ tenders }: PaymentRow) {
  return tenders.map(({ method, amount_minor, reference }) => ({
    method: methodOf(method),
    amount_minor,
    reference,
  }));
}

/**
 * What the receipt of a payment says, or of what was paid back or voided, and of whom it is.
 * @throws AppError invalid_reference for one of another branch
 */
export async function receiptDocument(ctx: PaperPlace, id: string) {
  const { db, tenantId, branch } = ctx;
  const row = await findPayment(db, tenantId, id);
  if (row?.branch_id !== branch.id) refuseSource("names no payment of this branch");
  const patient = await patientOnPaper(ctx, row.patient_id, "a payment");
  const invoice = await findInvoice(db, tenantId, row.invoice_id ?? "");
  const origin = await findPayment(db, tenantId, row.payment_of_id ?? "");
  const document = {
    kind: row.kind,
    receipt_no: row.receipt_no,
    invoice_no: invoice?.invoice_no ?? null,
    of_receipt_no: origin?.receipt_no ?? null,
    reason: row.reason,
    received_at: row.created_at,
    patient: personOnPaper(patient),
    currency: row.currency,
    amount_minor: row.amount_minor,
    tenders: paidBy(row),
    tendered_minor: row.tendered_minor,
    change_minor: row.tendered_minor === null ? null : row.change_minor,
    due_minor: invoice?.due_minor ?? null,
    cashier: await staffOnPaper(ctx, row.received_by),
  };
  return { patientId: patient.id, document };
}

async function takingsOn({ db, tenantId }: PaperPlace, shiftId: string) {
  const payments = await db
    .selectFrom("payments")
    .select(["kind", "tenders"])
    .where("tenant_id", "=", tenantId)
    .where("cashier_shift_id", "=", shiftId)
    .execute();
  return payments.flatMap(({ kind, tenders }) =>
    kind === "refund" || kind === "void" ? [] : tenders.map(({ method }) => method),
  );
}

/**
 * What the report of a cashier's shift says: nobody's record.
 * @throws AppError invalid_reference for one of another branch, or one that is not counted yet
 */
export async function shiftDocument(ctx: PaperPlace, id: string) {
  const row = await findShift(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id) refuseSource("names no cashier's shift of this branch");
  const { takings, counted_at, counted_minor, expected_minor, variance_minor } = row;
  const isCounted =
    takings !== null && counted_at !== null && counted_minor !== null && variance_minor !== null;
  // Whoever counts must not read before what should be there.
  if (!isCounted) refuseSource("names a cashier's shift that is not counted yet");
  const methods = await takingsOn(ctx, row.id);
  const moved = (kind: "pay_in" | "pay_out") =>
    addMoney(...row.movements.filter((one) => one.kind === kind).map((one) => one.amount_minor));
  const document = {
    kind: "shift",
    shift_no: row.shift_no,
    till: row.counter,
    opened_at: row.created_at,
    closed_at: row.closed_at ?? counted_at,
    cashier: await staffOnPaper(ctx, row.cashier_id),
    handed_to: row.handed_to === null ? null : await staffOnPaper(ctx, row.handed_to),
    currency: row.currency,
    opening_float_minor: row.float_minor,
    takings: takings.map(({ method, received_minor: amount }) => ({
      method: methodOf(method),
      count: methods.filter((one) => one === method).length,
      amount_minor: amount,
    })),
    refunds_minor: addMoney(...takings.map((one) => one.returned_minor)),
    paid_in_minor: moved("pay_in"),
    paid_out_minor: moved("pay_out"),
    cash_expected_minor: expected_minor ?? counted_minor - variance_minor,
    cash_counted_minor: counted_minor,
    variance_minor,
    variance_reason: row.variance_reason,
  };
  return { patientId: null, document };
}
