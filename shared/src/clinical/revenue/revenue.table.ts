import { column, defineTable, type RowOf } from "#db/table.ts";

/** What bills and payments of one branch, day and kind come to. Kept by the database itself, with each of their rows. */
export const revenueSumsTable = defineTable({
  name: "revenue_sums",
  columns: {
    tenant_id: column.text(),
    branch_id: column.text(),
    /** Of what the row is: all bills, `bills_by` whom they are of, credit notes or payments. */
    fact: column.text(),
    /** The local day on which a bill was issued, a credit note drawn up, or a payment taken. */
    day: column.text(),
    // What a fact has not is an empty text here: a key has a value in each part.
    invoice_type: column.text(),
    payer_id: column.text(),
    doctor_id: column.text(),
    department: column.text(),
    method: column.text(),
    bills: column.int(),
    billed_minor: column.int(),
    discount_minor: column.int(),
    tax_minor: column.int(),
    credited_minor: column.int(),
    paid_minor: column.int(),
    due_minor: column.int(),
    written_off_minor: column.int(),
    credit_notes_minor: column.int(),
    collected_minor: column.int(),
    refunded_minor: column.int(),
  },
  primaryKey: [
    "tenant_id",
    "branch_id",
    "fact",
    "day",
    "invoice_type",
    "payer_id",
    "doctor_id",
    "department",
    "method",
  ],
  isClustered: true,
  merge: "local",
});

declare module "#db/database.ts" {
  interface Database {
    revenue_sums: RowOf<typeof revenueSumsTable>;
  }
}
