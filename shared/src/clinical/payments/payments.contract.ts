import * as z from "zod";
import { tenderMethods } from "#clinical/cashier-shifts/cashier-shifts.contract.ts";
import { currencyCode, invoiceNumber } from "#contract/code-fields.ts";
import { createEndpoint, getEndpoint, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { date, enumOf, int, money, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** What becomes of money: paid for a bill or ahead of one, taken from what was paid ahead, paid back, or voided. */
export const paymentKinds = ["payment", "advance", "adjustment", "refund", "void"] as const;

/** One of them. */
export type PaymentKind = (typeof paymentKinds)[number];

const mostTenders = 10;
const mostOfTender = 1_000_000_000_000;
const computed = { given: "never" } as const;

const tender = {
  method: enumOf(tenderMethods),
  amount_minor: int(1, mostOfTender),
};

/** With what a body pays. */
const givenTenders = z
  .array(
    z.strictObject({
      ...tender,
      /** The UPI reference, the UTR, the number of a cheque, or how else it is found again. */
      reference: str(1, 40).nullable().optional(),
      bank: str(1, 80).nullable().optional(),
    }),
  )
  .max(mostTenders);

const keptTender = z.strictObject({
  ...tender,
  reference: str(1, 40).nullable(),
  bank: str(1, 80).nullable(),
});

/** With what was paid, as it is kept. */
export const keptTenders = z.array(keptTender).min(1).max(mostTenders);

/** One of the means of a payment. */
export type Tender = z.output<typeof keptTender>;

const tendersShape = z.array(
  z.strictObject({
    method: z.enum(tenderMethods),
    amount_minor: z.int(),
    reference: z.string().nullable(),
    bank: z.string().nullable(),
  }),
);

/** The fields of a payment. Amounts are in the minor unit of its currency. */
export const paymentFields = {
  kind: field.word(paymentKinds, { given: "once", initial: "payment", filter: true }),
  invoice_id: field.id("inv", { given: "once", optional: true, filter: true }),
  patient_id: field.id("pat", { given: "never", filter: true }),
  /** What is paid back or voided; of an adjustment, the advance that it takes from. */
  payment_of_id: field.id("pay", { given: "once", optional: true, filter: true }),
  tenders: field.json(givenTenders, tendersShape, { given: "once", initial: [] }),
  /** What the tenders come to. */
  amount_minor: field.int(money, computed),
  cash_minor: field.int(money, computed),
  /** The cash that was handed over. */
  tendered_minor: field.int(int(1, mostOfTender), { given: "once", optional: true }),
  /** What of it was given back at once. */
  change_minor: field.int(money, computed),
  currency: field.text(currencyCode, computed),
  receipt_no: field.text(invoiceNumber, { given: "never", filter: true }),
  /** The day at the branch. */
  receipt_date: field.text(date, { given: "never", filter: true }),
  cashier_shift_id: field.id("csh", { given: "never", filter: true }),
  received_by: field.text(actorIdForm, { given: "never", filter: true }),
  reason: field.text(str(3, 500), { given: "once", optional: true }),
  /** The claim whose settlement it is of. */
  claim_id: field.id("clm", { given: "never", optional: true, filter: true }),
} as const;

/** Where payments are served, and to whom. */
export const paymentCrud = {
  path: "/v1/payments",
  resource: "payments",
  noun: ["payment", "payments"],
  prefix: "pay",
  home: "branch",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a payment has from the server alone. */
export const paymentComputed = [
  "amount_minor",
  "cash_minor",
  "change_minor",
  "currency",
  "receipt_no",
  "receipt_date",
  "received_by",
  "claim_id",
] as const;

const create = createEndpoint(paymentFields, paymentCrud, {
  ...readOnlyFields(paymentComputed),
  /** The invoice's, or that of the payment that it goes back to, where it is left out. */
  patient_id: paymentFields.patient_id.sent.optional(),
  /** The caller's only open one, where it is left out. */
  cashier_shift_id: paymentFields.cashier_shift_id.sent.optional(),
});

/** The endpoints of payments. */
export const paymentsContract = {
  list: {
    ...listEndpoint(paymentFields, paymentCrud, {}),
    summary: "List the payments of the acting branch, newest first",
  },
  get: getEndpoint(paymentFields, paymentCrud),
  create: {
    ...create,
    summary: "Record what was paid, paid ahead, paid back or voided",
    errors: [
      ...create.errors,
      "invalid_reference",
      "patient_merged",
      "owned_by_branch",
      "forbidden",
      "read_only_field",
      "conflicting_fields",
      "duplicate_value",
      "overpayment",
      "duplicate_payment",
      "cash_limit_exceeded",
    ],
  },
} as const;
