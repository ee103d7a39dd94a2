import type { Dialect } from "#db/dialect.ts";
import { summingTriggers, type ColumnSql, type Summed } from "#db/summed-rows.ts";
import { revenueSumsTable } from "./revenue.table.ts";

function billAmounts(row: string): ColumnSql {
  return {
    bills: "1",
    billed_minor: `${row}.total_minor`,
    discount_minor: `${row}.discount_total_minor`,
    tax_minor: `${row}.tax_total_minor`,
    credited_minor: `${row}.credited_minor`,
    paid_minor: `(${row}.paid_minor - ${row}.refunded_minor)`,
    due_minor: `${row}.due_minor`,
    written_off_minor: `${row}.written_off_minor`,
  };
}

// Once for the day, which is asked for most, and once told apart: so a year of it is a few rows.
const bills: Summed = {
  from: () => "",
  where: (row) =>
    `${row}.issue_date IS NOT NULL AND ${row}.branch_id IS NOT NULL AND ${row}.status <> 'void'`,
  keys: (row) => ({
    day: `${row}.issue_date`,
    fact: "'bills'",
  }),
  amounts: billAmounts,
};

const billsBy: Summed = {
  ...bills,
  keys: (row) => ({
    day: `${row}.issue_date`,
    fact: "'bills_by'",
    invoice_type: `${row}.invoice_type`,
    payer_id: `coalesce(${row}.payer_id, '')`,
    doctor_id: `coalesce(${row}.doctor_id, '')`,
    department: `coalesce(${row}.department, '')`,
  }),
};

const creditNotes: Summed = {
  from: () => "",
  where: (row) => `${row}.branch_id IS NOT NULL`,
  keys: (row) => ({ day: `${row}.issue_date`, fact: "'credit_notes'" }),
  amounts: (row) => ({ credit_notes_minor: `${row}.total_minor` }),
};

// What is taken from an advance was collected with the advance.
const collected = "('payment', 'advance', 'void')";

function payments({ engine }: Dialect): Summed {
  const part = (name: string) =>
    engine === "postgres" ? `(tender.value ->> '${name}')` : `(tender.value ->> '$.${name}')`;
  const amount = engine === "postgres" ? `${part("amount_minor")}::bigint` : part("amount_minor");
  const each = engine === "postgres" ? "jsonb_array_elements" : "json_each";
  return {
    groupedBy: "method",
    from: (row) => `FROM ${each}(${row}.tenders) AS tender`,
    where: (row) => `${row}.branch_id IS NOT NULL AND ${part("method")} <> 'advance'`,
    keys: (row) => ({ day: `${row}.receipt_date`, fact: "'payments'", method: part("method") }),
    amounts: (row) => ({
      collected_minor: `sum(CASE WHEN ${row}.kind NOT IN ${collected} THEN 0 WHEN ${row}.kind = 'void' THEN -${amount} ELSE ${amount} END)`,
      refunded_minor: `sum(CASE WHEN ${row}.kind = 'refund' THEN ${amount} ELSE 0 END)`,
    }),
  };
}

/** The triggers by which bills, credit notes and payments are summed up. */
export function revenueStatements(dialect: Dialect): readonly string[] {
  return summingTriggers(dialect, revenueSumsTable, [
    { table: "invoices", sums: [bills, billsBy] },
    { table: "credit_notes", sums: [creditNotes] },
    { table: "payments", sums: [payments(dialect)] },
  ]);
}
