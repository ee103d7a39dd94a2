import * as z from "zod";
import { currencyCode, invoiceNumber } from "#contract/code-fields.ts";
import { createEndpoint, getEndpoint, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { date, idOf, int, money, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields } from "#contract/record.ts";

const mostLines = 500;
const computed = { given: "never" } as const;

/** What a body takes back of each line: some units, some of the price, or all that is left. */
const givenCredits = z
  .array(
    z.strictObject({
      line_id: idOf("ivl"),
      quantity: int(1, 1_000_000).optional(),
      /** Of the price before tax. */
      taxable_minor: int(1, Number.MAX_SAFE_INTEGER).optional(),
    }),
  )
  .min(1)
  .max(mostLines);

const creditedLine = z.strictObject({
  line_id: idOf("ivl"),
  /** Null where it is some of the price, and not of the units. */
  quantity: int(1, 1_000_000).nullable(),
  taxable_minor: money,
  cgst_minor: money,
  sgst_minor: money,
  igst_minor: money,
  total_minor: money,
});

/** What a credit note takes back of each line, as it is kept. */
export const keptCredits = z.array(creditedLine).min(1).max(mostLines);

/** What a credit note takes back of one line. */
export type CreditedLine = z.output<typeof creditedLine>;

const creditsShape = z.array(
  z.strictObject({
    line_id: idOf("ivl"),
    quantity: z.int().nullable(),
    taxable_minor: z.int(),
    cgst_minor: z.int(),
    sgst_minor: z.int(),
    igst_minor: z.int(),
    total_minor: z.int(),
  }),
);

/** The fields of a credit note. Amounts are in the minor unit of its invoice's currency. */
export const creditNoteFields = {
  invoice_id: field.id("inv", { given: "never", filter: true }),
  patient_id: field.id("pat", { given: "never", filter: true }),
  /** Of a series of its own of the branch and the financial year, without a gap. */
  credit_note_no: field.text(invoiceNumber, { given: "never", filter: true }),
  /** The day at the branch on which it was issued. */
  issue_date: field.text(date, computed),
  reason: field.text(str(3, 500), {}),
  currency: field.text(currencyCode, computed),
  lines: field.json(givenCredits, creditsShape, {}),
  taxable_total_minor: field.int(money, computed),
  tax_total_minor: field.int(money, computed),
  /** What of the invoice's rounding goes with the last of its lines. */
  round_off_minor: field.int(int(-50, 50), computed),
  /** Less than nothing where the last part is smaller than what the invoice's rounding had taken off. */
  total_minor: field.int(int(-50, Number.MAX_SAFE_INTEGER), computed),
} as const;

/** Where credit notes are served, and to whom. */
export const creditNoteCrud = {
  path: "/v1/credit-notes",
  resource: "credit_notes",
  noun: ["credit note", "credit notes"],
  tag: "Invoices",
  prefix: "crn",
  home: "branch",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a credit note has from the server alone. */
export const creditNoteComputed = [
  "invoice_id",
  "patient_id",
  "credit_note_no",
  "issue_date",
  "currency",
  "taxable_total_minor",
  "tax_total_minor",
  "round_off_minor",
  "total_minor",
] as const;

const create = createEndpoint(creditNoteFields, creditNoteCrud, readOnlyFields(creditNoteComputed));

/** The endpoints of credit notes. */
export const creditNotesContract = {
  list: {
    ...listEndpoint(creditNoteFields, creditNoteCrud, {}),
    summary: "List the credit notes of the acting branch, newest first",
  },
  get: getEndpoint(creditNoteFields, creditNoteCrud),
  create: {
    ...create,
    path: "/v1/invoices/{id}/credit-notes",
    summary: "Take back some or all of an issued invoice",
    params: z.strictObject({ id: idOf("inv") }),
    errors: [
      ...create.errors,
      "version_conflict",
      "invalid_transition",
      "invalid_reference",
      "owned_by_branch",
      "read_only_field",
      "already_claimed",
    ],
  },
} as const;
