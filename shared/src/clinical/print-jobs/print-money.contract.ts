import * as z from "zod";
import { paymentKinds } from "#clinical/payments/payments.contract.ts";
import { bp, currencyCode, num } from "#contract/code-fields.ts";
import { enumOf, int, money, str, ts } from "#contract/fields.ts";
import { invalid, refuse } from "#contract/text-field.ts";
import { printedPatient, signedMoney } from "./print-document-parts.contract.ts";

const currency = currencyCode.default("INR");

const optional = (max: number) => str(1, max).nullable().default(null);

const billLine = z.strictObject({
  description: str(1, 300),
  hsn_sac: optional(8),
  quantity: num(0, 1_000_000, 3),
  unit_price_minor: money,
  discount_minor: money.default(0),
  total_minor: money,
});

const billTax = z.strictObject({ name: str(1, 20), rate_bp: bp, amount_minor: money });

interface BillSums {
  readonly subtotal_minor: number;
  readonly discount_total_minor: number;
  readonly taxes: readonly { readonly amount_minor: number }[];
  readonly round_off_minor: number;
  readonly total_minor: number;
  readonly paid_minor: number;
  readonly credited_minor: number;
  readonly written_off_minor: number;
  readonly due_minor: number;
}

// Exact where a number would round: each amount may be as large as one can hold.
function sumOf(...amounts: readonly number[]): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
}

// A document is believed; one whose figures do not add up must not come out.
function refuseWrongSums(payload: z.core.ParsePayload<BillSums>): void {
  const bill = payload.value;
  const taxes = bill.taxes.map((tax) => tax.amount_minor);
  const total = sumOf(
    bill.subtotal_minor,
    -bill.discount_total_minor,
    ...taxes,
    bill.round_off_minor,
  );
  if (total !== BigInt(bill.total_minor)) {
    const message = "must be the subtotal less discount, with taxes and rounding";
    refuse(payload, invalid(message), ["total_minor"]);
  }
  const left = bill.total_minor - bill.credited_minor - bill.written_off_minor - bill.paid_minor;
  if (Math.max(0, left) !== bill.due_minor) {
    refuse(payload, invalid("must be the total less what is paid or taken back"), ["due_minor"]);
  }
}

/** What a bill says. Amounts are minor units of its currency, and must add up. */
const invoiceData = z
  .strictObject({
    kind: z.literal("bill").optional(),
    invoice_no: str(1, 16),
    issued_at: ts,
    patient: printedPatient,
    bill_to: optional(200),
    seller_gstin: optional(15),
    buyer_gstin: optional(15),
    /** The state, as the rules for tax invoices ask. */
    place_of_supply: optional(60),
    currency,
    lines: z.array(billLine).min(1).max(500),
    subtotal_minor: money,
    discount_total_minor: money.default(0),
    taxes: z.array(billTax).max(60).default([]),
    round_off_minor: signedMoney.default(0),
    total_minor: money,
    paid_minor: money.default(0),
    /** What credit notes have taken back. */
    credited_minor: money.default(0),
    written_off_minor: money.default(0),
    due_minor: money,
    /** What the QR code holds: the link of a payment, say. */
    code: optional(1_000),
  })
  .check(refuseWrongSums);

const creditedLine = z.strictObject({
  description: str(1, 300),
  hsn_sac: optional(8),
  /** Null where some of the price is taken back, and not of the units. */
  quantity: num(0, 1_000_000, 3).nullable().default(null),
  amount_minor: money,
});

/** What a credit note says: of which bill, why, and what is taken back of its lines, before tax, and of its taxes. */
const creditNoteData = z
  .strictObject({
    kind: z.literal("credit_note"),
    credit_note_no: str(1, 16),
    issued_at: ts,
    invoice_no: str(1, 16),
    invoice_issued_at: ts,
    reason: str(1, 500),
    patient: printedPatient,
    seller_gstin: optional(15),
    buyer_gstin: optional(15),
    place_of_supply: optional(60),
    currency,
    lines: z.array(creditedLine).min(1).max(500),
    subtotal_minor: money,
    taxes: z.array(billTax).max(60).default([]),
    round_off_minor: signedMoney.default(0),
    /** Less than nothing where the last part is smaller than what the bill's rounding had taken off. */
    total_minor: signedMoney,
    issued_by: optional(200),
  })
  .check((payload) => {
    const { lines, subtotal_minor: price, taxes, round_off_minor: rounding } = payload.value;
    if (sumOf(...lines.map((line) => line.amount_minor)) !== BigInt(price))
      refuse(payload, invalid("must be what the lines come to"), ["subtotal_minor"]);
    const total = sumOf(price, ...taxes.map((tax) => tax.amount_minor), rounding);
    if (total !== BigInt(payload.value.total_minor))
      refuse(payload, invalid("must be the subtotal with taxes and rounding"), ["total_minor"]);
  });

/** What the paper of a bill says, or of what a credit note takes back of one. */
export const billData = z.discriminatedUnion("kind", [invoiceData, creditNoteData]);

const paymentMethods = [
  "cash",
  "card",
  "upi",
  "netbanking",
  "cheque",
  "demand_draft",
  "neft_rtgs",
  "wallet",
  "insurance",
  "advance_adjustment",
  "corporate_credit",
] as const;

const receiptTender = z.strictObject({
  method: enumOf(paymentMethods),
  amount_minor: money,
  reference: optional(64),
});

/** What a receipt for money says: of what was paid, or of what was paid back or voided. */
const receiptFields = z.strictObject({
  kind: enumOf(paymentKinds).default("payment"),
  receipt_no: str(1, 32),
  invoice_no: optional(16),
  /** Of what is paid back or voided, the number of its receipt. */
  of_receipt_no: optional(32),
  reason: optional(500),
  received_at: ts,
  patient: printedPatient,
  currency,
  amount_minor: money,
  /** The one means; where there are several, `tenders` says each. */
  method: enumOf(paymentMethods).nullable().default(null),
  method_ref: optional(64),
  tenders: z.array(receiptTender).max(10).default([]),
  tendered_minor: money.nullable().default(null),
  change_minor: money.nullable().default(null),
  due_minor: money.nullable().default(null),
  cashier: optional(200),
});

/** What a receipt for money says, with what it was paid by. */
export const receiptData = receiptFields.check((payload) => {
  const { method, tenders, amount_minor: amount } = payload.value;
  if (method === null && tenders.length === 0)
    refuse(payload, invalid("is required where no tenders are said"), ["method"]);
  if (method !== null && tenders.length > 0)
    refuse(payload, invalid("goes without tenders"), ["method"]);
  const sum = sumOf(...tenders.map((one) => one.amount_minor));
  if (tenders.length > 0 && sum !== BigInt(amount))
    refuse(payload, invalid("must be what the tenders come to"), ["amount_minor"]);
});

/** What a receipt was paid by, one or several. */
export function tendersOn(
  receipt: z.output<typeof receiptData>,
): readonly z.output<typeof receiptTender>[] {
  const { method, method_ref: reference, amount_minor } = receipt;
  return method === null ? receipt.tenders : [{ method, amount_minor, reference }];
}

/** What the report of a cashier's shift says. */
export const shiftReport = z
  .strictObject({
    kind: z.literal("shift"),
    shift_no: str(1, 32),
    till: str(1, 64),
    opened_at: ts,
    closed_at: ts,
    cashier: str(1, 200),
    handed_to: optional(200),
    currency,
    opening_float_minor: money,
    takings: z
      .array(
        z.strictObject({
          method: enumOf(paymentMethods),
          count: int(0, 100_000),
          amount_minor: signedMoney,
        }),
      )
      .max(paymentMethods.length)
      .default([]),
    refunds_minor: money.default(0),
    paid_in_minor: money.default(0),
    paid_out_minor: money.default(0),
    cash_expected_minor: signedMoney,
    cash_counted_minor: money,
    variance_minor: signedMoney,
    variance_reason: optional(500),
  })
  .check((payload) => {
    const { cash_counted_minor: counted, cash_expected_minor: expected, takings } = payload.value;
    const taken = sumOf(...takings.map(({ amount_minor: amount }) => amount));
    if (!Number.isSafeInteger(Number(taken))) {
      const message = "must add up to an amount that can be written: at most 2^53 - 1 minor units";
      refuse(payload, invalid(message), ["takings"]);
    }
    if (counted - expected === payload.value.variance_minor) return;
    refuse(payload, invalid("must be the cash counted less the cash expected"), ["variance_minor"]);
  });
