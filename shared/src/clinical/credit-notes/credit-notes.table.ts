import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import {
  creditNoteCrud,
  creditNoteFields,
  keptCredits,
  type CreditedLine,
} from "./credit-notes.contract.ts";

function numbered({ credit_note_no: value }: { readonly credit_note_no: string }): Claim[] {
  const field = "credit_note_no";
  return [
    { kind: "credit_notes.credit_note_no", value, field, code: "duplicate_value", disputed: field },
  ];
}

/** What was taken back of invoices: facts, none of which is ever changed. */
export const creditNotesTable = recordTable(creditNoteFields, {
  name: "credit_notes",
  prefix: creditNoteCrud.prefix,
  merge: "fact",
  guardedFields: ["lines", "total_minor"],
  columns: { lines: column.json<readonly CreditedLine[]>() },
  forms: { lines: keptCredits },
  claims: numbered,
  namedIndexes: [
    { name: "credit_notes_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "credit_notes_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "credit_notes_by_invoice", columns: ["tenant_id", "invoice_id", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    credit_notes: RowOf<typeof creditNotesTable>;
  }
}

/** One credit note's row. */
export type CreditNoteRow = RowOf<typeof creditNotesTable>;
