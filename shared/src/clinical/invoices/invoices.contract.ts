import * as z from "zod";
import { currencyCode, gstin, invoiceNumber } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { noQuery, readEndpoint } from "#contract/endpoint.ts";
import { code, date, enumOf, idOf, int, money, str, ts } from "#contract/fields.ts";
import { integerParameter, pageOf, pageQuery } from "#contract/paging.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  billedParties,
  givenLines,
  givenSplit,
  gstState,
  invoiceStatuses,
  invoiceTypes,
  keptSplit,
  linesShape,
  sourceTypes,
} from "./invoice-parts.contract.ts";

const computed = { given: "never" } as const;
const once = { optional: true, given: "once", filter: true } as const;

/** The fields of an invoice. Amounts are in the minor unit of its currency. */
export const invoiceFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  encounter_id: field.id("enc", once),
  admission_id: field.id("adm", once),
  appointment_id: field.id("apt", once),
  /** Of the branch's series of the financial year, without a gap; a draft has none. */
  invoice_no: field.text(invoiceNumber, { optional: true, given: "never", filter: true }),
  invoice_type: field.word(invoiceTypes, { filter: true }),
  bill_to: field.word(billedParties, { initial: "patient", filter: true }),
  /** Who pays some or all of it in the patient's place. */
  payer_id: field.id("pyr", { optional: true, filter: true }),
  /** All of it is the payer's, where a body names a payer alone. */
  payer_split: field.json(givenSplit, keptSplit, { optional: true }),
  /** Whose the visit, the appointment or the stay is that it is for, and that doctor's department. */
  doctor_id: field.id("stf", { optional: true, given: "never", filter: true }),
  department: field.text(code, { optional: true, given: "never", filter: true }),
  /** The day at the branch on which it was issued. */
  issue_date: field.text(date, { optional: true, given: "never" }),
  due_date: field.text(date, { optional: true }),
  currency: field.text(currencyCode, computed),
  /** Where what is charged for is supplied: tax is split within the seller's state and whole between states. */
  place_of_supply: field.text(gstState, { optional: true }),
  seller_gstin: field.text(gstin, { optional: true }),
  buyer_gstin: field.text(gstin, { optional: true }),
  lines: field.json(givenLines, linesShape, {}),
  /** Whether the total is brought to a whole unit of the currency. */
  is_rounded: field.bool({ initial: false }),
  /** The lines' prices before discount and tax. */
  subtotal_minor: field.int(money, computed),
  discount_total_minor: field.int(money, computed),
  tax_total_minor: field.int(money, computed),
  round_off_minor: field.int(int(-50, 50), computed),
  total_minor: field.int(money, computed),
  paid_minor: field.int(money, computed),
  refunded_minor: field.int(money, computed),
  /** What credit notes have taken back. */
  credited_minor: field.int(money, computed),
  written_off_minor: field.int(money, computed),
  due_minor: field.int(money, computed),
  status: field.word(invoiceStatuses, { given: "later", initial: "draft", filter: true }),
  status_history: field.json(statusHistoryForm(invoiceStatuses), statusHistoryShape, computed),
  issued_at: field.text(ts, { optional: true, given: "never" }),
} as const;

/** Where invoices are served, and to whom. */
export const invoiceCrud = {
  path: "/v1/invoices",
  resource: "invoices",
  noun: ["invoice", "invoices"],
  prefix: "inv",
  home: "branch",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a new invoice has from the server alone, or gets later. */
export const invoiceComputed = [
  "doctor_id",
  "department",
  "invoice_no",
  "issue_date",
  "currency",
  "subtotal_minor",
  "discount_total_minor",
  "tax_total_minor",
  "round_off_minor",
  "total_minor",
  "paid_minor",
  "refunded_minor",
  "credited_minor",
  "written_off_minor",
  "due_minor",
  "status",
  "status_history",
  "issued_at",
] as const;

const create = createEndpoint(invoiceFields, invoiceCrud, {
  ...readOnlyFields(invoiceComputed),
  /** Whether it is only drawn up, and issued later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(invoiceFields, invoiceCrud, {
  /** Kept in the history of states; required where an issued invoice is voided or written off. */
  status_reason: str(0, 500).optional(),
});

const changeErrors = [
  "invalid_reference",
  "owned_by_branch",
  "forbidden",
  "already_billed",
  "read_only_field",
] as const;

const amountParameter = integerParameter(0, 999_999_999_999_999);

const billingEntry = z.strictObject({
  kind: z.enum(["invoice", "credit_note", "payment"]),
  /** Of the record, as its own endpoint answers it. */
  id: z.string(),
  branch_id: idOf("brn").nullable(),
  /** The invoice that the entry is about; of what is paid ahead none. */
  invoice_id: idOf("inv").nullable(),
  number: z.string().nullable(),
  /** An invoice's state; of a payment, its kind. */
  status: z.string().nullable(),
  /** What it adds to what the patient is charged; of a credit note or a payment, what it takes away. */
  amount_minor: z.int(),
  due_minor: z.int().nullable(),
  currency: z.string(),
  at: z.string(),
});

const billingPage = pageOf(billingEntry).extend({
  summary: z.strictObject({
    /** Issued and not void, less what credit notes have taken back. */
    billed_minor: z.int(),
    paid_minor: z.int(),
    /** Paid ahead, and neither used nor paid back. */
    advance_minor: z.int(),
    written_off_minor: z.int(),
    due_minor: z.int(),
    currency: z.string(),
  }),
});

/** A patient's bills with what has become of them. */
export type BillingPage = z.output<typeof billingPage>;

const chargesAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      source_type: z.enum(sourceTypes),
      source_id: z.string(),
      /** Of a stay, which day. */
      source_day: z.string().nullable(),
      description: z.string(),
      /** Null where no list has a price of it. */
      unit_price_minor: z.int().nullable(),
      /** Of what was given out, how much of it is left to charge; else one. */
      quantity: z.int(),
      /** The rate of its tax; null where its record names none. */
      gst_rate_bp: z.int().nullable(),
      encounter_id: idOf("enc").nullable(),
      at: z.string(),
    }),
  ),
});

/** What of a patient's records is on no bill yet. */
export type ChargesAnswer = z.output<typeof chargesAnswer>;

/** The endpoints of invoices. */
export const invoicesContract = {
  list: {
    ...listEndpoint(invoiceFields, invoiceCrud, {
      /** Those of which something has to be paid still. */
      open: enumOf(["true"]).optional(),
      date_from: date.optional(),
      /** The last day of issue. */
      date_to: date.optional(),
      /** Those that had to be paid before that day. */
      due_before: date.optional(),
      min_total_minor: amountParameter.optional(),
      max_total_minor: amountParameter.optional(),
    }),
    summary: "List the invoices of the acting branch, newest first",
  },
  get: getEndpoint(invoiceFields, invoiceCrud),
  create: {
    ...create,
    summary: "Issue an invoice, or draw one up",
    errors: [...create.errors, ...changeErrors, "patient_merged"],
  },
  update: {
    ...update,
    summary: "Change a draft, issue it, or void or write off an invoice",
    errors: [...update.errors, ...changeErrors, "invalid_transition", "already_claimed"],
  },
  billing: readEndpoint({
    path: "/v1/patients/{id}/billing",
    summary: "List a patient's bills, payments and credit notes, newest first, with what is owed",
    tag: "Invoices",
    access: { resource: "invoices", action: "read" },
    params: z.strictObject({ id: idOf("pat") }),
    query: z.strictObject(pageQuery),
    response: billingPage,
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  charges: readEndpoint({
    path: "/v1/patients/{id}/charges",
    summary:
      "List what was done for a patient at the acting branch and is on no bill yet, the oldest first",
    tag: "Invoices",
    access: { resource: "invoices", action: "create" },
    params: z.strictObject({ id: idOf("pat") }),
    query: noQuery,
    response: chargesAnswer,
  }),
} as const;
