import * as z from "zod";
import { bp, currencyCode, num } from "#contract/code-fields.ts";
import { date, enumOf, int, money, str, text, ts } from "#contract/fields.ts";
import { invalid, refuse } from "#contract/text-field.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { certificateData } from "./print-certificate.contract.ts";
import { labReport } from "./print-lab-report.contract.ts";
import {
  gs1Number,
  printedDoctor,
  printedMedicine,
  printedPatient,
  section,
  shortLines,
  signedMoney,
} from "./print-document-parts.contract.ts";

const currency = currencyCode.default("INR");

const optional = (max: number) => str(1, max).nullable().default(null);

/** What a prescription says. */
const prescriptionData = z.strictObject({
  rx_no: str(1, 32),
  issued_at: ts,
  patient: printedPatient,
  doctor: printedDoctor,
  diagnosis: optional(500),
  allergies: shortLines,
  vitals: z
    .array(z.strictObject({ name: str(1, 40), value: str(1, 40) }))
    .max(12)
    .default([]),
  items: z.array(printedMedicine).min(1).max(40),
  advice: shortLines,
  follow_up_on: date.nullable().default(null),
  /** What the QR code holds; the prescription's number when absent. */
  code: optional(1_000),
});

const medicineLabel = z.strictObject({
  kind: z.literal("medicine"),
  patient_name: str(1, 200),
  uhid: optional(32),
  medicine: printedMedicine,
  batch_no: optional(20),
  expires_on: date.nullable().default(null),
  gtin: gs1Number(14).nullable().default(null),
  dispensed_at: ts,
});

const patientLabel = z.strictObject({
  kind: z.literal("patient"),
  patient: printedPatient,
  printed_at: ts,
});

/** What a label says: of a medicine that is handed over, or of a patient's folder. */
const labelData = z.discriminatedUnion("kind", [medicineLabel, patientLabel]);

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
  if (bill.total_minor - bill.paid_minor !== bill.due_minor) {
    refuse(payload, invalid("must be the total less what is paid"), ["due_minor"]);
  }
}

/** What a bill says. Amounts are minor units of its currency, and must add up. */
const billData = z
  .strictObject({
    invoice_no: str(1, 16),
    issued_at: ts,
    patient: printedPatient,
    bill_to: optional(200),
    seller_gstin: optional(15),
    currency,
    lines: z.array(billLine).min(1).max(500),
    subtotal_minor: money,
    discount_total_minor: money.default(0),
    taxes: z.array(billTax).max(12).default([]),
    round_off_minor: signedMoney.default(0),
    total_minor: money,
    paid_minor: money.default(0),
    due_minor: money,
    /** What the QR code holds: the link of a payment, say. */
    code: optional(1_000),
  })
  .check(refuseWrongSums);

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

/** What a receipt for money says. */
const receiptData = z.strictObject({
  receipt_no: str(1, 32),
  invoice_no: optional(16),
  received_at: ts,
  patient: printedPatient,
  currency,
  amount_minor: money,
  method: enumOf(paymentMethods),
  method_ref: optional(64),
  tendered_minor: money.nullable().default(null),
  change_minor: money.nullable().default(null),
  due_minor: money.nullable().default(null),
  cashier: optional(200),
});

/** What a discharge summary says. */
const dischargeData = z.strictObject({
  admission_no: str(1, 32),
  patient: printedPatient,
  doctor: printedDoctor,
  ward: optional(100),
  admitted_at: ts,
  discharged_at: ts,
  discharge_type: enumOf([
    "routine",
    "lama",
    "transfer",
    "absconded",
    "expired",
    "discharge_on_request",
  ]),
  condition: enumOf(["cured", "improved", "unchanged", "worse", "expired"]),
  diagnoses: z
    .array(z.strictObject({ code: optional(10), text: str(1, 300) }))
    .min(1)
    .max(20),
  complaints: section,
  history: section,
  findings: section,
  investigations: section,
  procedures: section,
  // As long as what a stay is closed with.
  course: text(20_000).nullable().default(null),
  medicines: z.array(printedMedicine).max(40).default([]),
  advice: shortLines,
  follow_up_on: date.nullable().default(null),
  emergency_phone: optional(32),
});

/** What a patient's wristband says. */
const wristbandData = z.strictObject({
  size: enumOf(["adult", "infant"]).default("adult"),
  patient: printedPatient,
  /** The patient's GSRN, where the facility numbers its recipients of care with GS1; printed as (8018). */
  gsrn: gs1Number(18).nullable().default(null),
  blood_group: optional(8),
  allergies: shortLines,
  /** Of an infant. */
  mother_name: optional(200),
  born_at: ts.nullable().default(null),
});

/** What the label of a specimen's tube says. */
const labLabelData = z.strictObject({
  specimen_code: str(3, 32),
  specimen_type: str(1, 32),
  patient: printedPatient,
  tests: z.array(str(1, 32)).min(1).max(20),
  collected_at: ts.nullable().default(null),
  is_urgent: z.boolean().default(false),
  printed_at: ts,
});

/** What the slip of a booking says: nothing of its patient but the name and the number. */
const appointmentSlipData = z.strictObject({
  /** What its code leads to when the patient comes. */
  appointment_id: str(1, 64),
  patient: z.strictObject({ name: str(1, 200), uhid: str(1, 32) }),
  starts_at: ts,
  encounter_type: enumOf(encounterTypes).default("OPD"),
  provider_name: optional(200),
  /** Its code, as staff have it, or its name in the languages of the slip. */
  department: optional(200),
  /** Where to come: what of it the letterhead does not say is printed. */
  place: shortLines,
});

const shiftReport = z
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

const testPage = z.strictObject({
  kind: z.literal("test_page"),
  device_name: str(1, 100),
  printed_at: ts,
  details: z
    .array(z.strictObject({ name: str(1, 40), value: str(1, 100) }))
    .max(20)
    .default([]),
});

/** What a report says: a cashier's shift, what the laboratory found, or a page that shows what a printer can do. */
const reportData = z.discriminatedUnion("kind", [shiftReport, labReport, testPage]);

/** The shape of what each type of document says that a caller may hand over. A token's slip comes of its appointment alone. */
export const documentShapes = {
  prescription: prescriptionData,
  certificate: certificateData,
  label: labelData,
  bill: billData,
  receipt: receiptData,
  discharge: dischargeData,
  wristband: wristbandData,
  lab_label: labLabelData,
  appointment_slip: appointmentSlipData,
  report: reportData,
} as const;

/** What a document of a type says. */
export type DocumentData<Type extends keyof typeof documentShapes> = z.output<
  (typeof documentShapes)[Type]
>;
