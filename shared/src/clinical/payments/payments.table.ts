import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptTenders, paymentCrud, paymentFields, type Tender } from "./payments.contract.ts";
import { bankReferences } from "./payments.rules.ts";

interface Held {
  readonly receipt_no: string;
  readonly kind: string;
  readonly payment_of_id: string | null;
  readonly tenders: readonly Tender[];
  readonly invoice_id: string | null;
  readonly claim_id: string | null;
}

/** A number is one receipt's, what a bank gives once pays once, a payment is voided once, and a claim pays a bill once. */
function paidOnce(row: Held): Claim[] {
  const { receipt_no: number, kind, payment_of_id: of, tenders } = row;
  const claims: Claim[] = [];
  const code = "duplicate_value";
  if (row.claim_id !== null && row.claim_id !== undefined) {
    const value = `${row.claim_id}/${row.invoice_id ?? ""}`;
    const field = "claim_id";
    claims.push({
      kind: "payments.claim",
      value,
      field,
      code: "duplicate_payment",
      disputed: field,
    });
  }
  if (number !== "") {
    const field = "receipt_no";
    claims.push({ kind: "payments.receipt_no", value: number, field, code, disputed: field });
  }
  if (kind === "void") {
    const field = "payment_of_id";
    return [...claims, { kind: "payments.voided", value: of ?? "", field, code, disputed: field }];
  }
  for (const { nth, value } of bankReferences(tenders)) {
    claims.push({
      kind: "payments.reference",
      value,
      field: `tenders.${nth}.reference`,
      code: "duplicate_payment",
      disputed: "tenders",
    });
  }
  return claims;
}

/** What was paid and paid back: facts, none of which is ever changed. */
export const paymentsTable = recordTable(paymentFields, {
  name: "payments",
  prefix: paymentCrud.prefix,
  merge: "fact",
  guardedFields: ["tenders", "amount_minor"],
  columns: { tenders: column.json<readonly Tender[]>() },
  forms: { tenders: keptTenders },
  claims: paidOnce,
  namedIndexes: [
    { name: "payments_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "payments_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "payments_by_invoice", columns: ["tenant_id", "invoice_id", "id"] },
    { name: "payments_by_shift", columns: ["tenant_id", "cashier_shift_id", "id"] },
    { name: "payments_by_origin", columns: ["tenant_id", "payment_of_id", "id"] },
    { name: "payments_by_day", columns: ["tenant_id", "branch_id", "receipt_date", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    payments: RowOf<typeof paymentsTable>;
  }
}

/** One payment's row. */
export type PaymentRow = RowOf<typeof paymentsTable>;
