import { column, type Claim, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptLines, keptSplit, type InvoiceLine } from "./invoice-parts.contract.ts";
import { invoiceCrud, invoiceFields } from "./invoices.contract.ts";
import { invoiceStates } from "./invoices.states.ts";

/** What is claimed for a charge by an invoice that stands. */
interface Charging {
  readonly invoice_no: string | null;
  readonly status: string;
  readonly lines: readonly Pick<InvoiceLine, "source_type" | "source_id" | "source_day">[];
}

// A bill that was voided or taken back as a whole sets its charges free.
const freed: readonly string[] = ["void", "credited"];

type Settled = Charging & { readonly credited_minor: number; readonly total_minor: number };

/** The charges that an invoice holds as long as it stands, by the place of their lines. */
export function standingCharges(
  row: Settled,
): readonly { readonly index: number; readonly charge: string }[] {
  const isTakenBack = row.total_minor > 0 && row.credited_minor === row.total_minor;
  if (freed.includes(row.status) || isTakenBack) return [];
  return row.lines.flatMap(({ source_type: type, source_id: id, source_day: day }, index) =>
    type === null || id === null ? [] : [{ index, charge: chargeName(type, id, day) }],
  );
}

/** The kind of claim by which a charge is one bill's. */
export const chargeClaim = "invoices.source";

/** What a charge is called: what is charged for, and of a stay which day. */
export function chargeName(type: string, id: string, day: string | null): string {
  return [type, id, ...(day === null ? [] : [day])].join("/");
}

/** A number is one invoice's, and what is charged for is charged once. */
function chargedOnce(row: Settled): Claim[] {
  const numbered: Claim[] =
    row.invoice_no === null
      ? []
      : [
          {
            kind: "invoices.invoice_no",
            value: row.invoice_no,
            field: "invoice_no",
            code: "duplicate_value",
            disputed: "invoice_no",
          },
        ];
  const charges = standingCharges(row).map(({ index, charge }): Claim => ({
    kind: chargeClaim,
    value: charge,
    field: `lines.${index}.source_id`,
    code: "already_billed",
    disputed: "lines",
  }));
  return [...numbered, ...charges];
}

/** Bills of a branch. Changed only by it; what is on an issued one never is. */
export const invoicesTable = recordTable(invoiceFields, {
  name: "invoices",
  prefix: invoiceCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => invoiceStates.transitions,
  // What is owed is for no clerk to choose between two nodes.
  guardedFields: ["lines", "total_minor", "paid_minor", "due_minor"],
  fieldRules: {
    status_history: "list",
    invoice_no: { follows: "status" },
    issue_date: { follows: "status" },
    issued_at: { follows: "status" },
  },
  columns: { lines: column.json<readonly InvoiceLine[]>() },
  forms: { lines: keptLines, payer_split: keptSplit },
  claims: chargedOnce,
  namedIndexes: [
    { name: "invoices_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "invoices_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "invoices_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    { name: "invoices_by_number", columns: ["tenant_id", "invoice_no"] },
    {
      name: "invoices_by_status",
      columns: ["tenant_id", "branch_id", "status", "created_at", "id"],
    },
    { name: "invoices_by_day", columns: ["tenant_id", "branch_id", "issue_date", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    invoices: RowOf<typeof invoicesTable>;
  }
}

/** One invoice's row. */
export type InvoiceRow = RowOf<typeof invoicesTable>;
