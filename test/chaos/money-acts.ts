import {
  creditLines,
  creditSums,
} from "@edgeward/shared/clinical/credit-notes/credit-notes.amounts.ts";
import { creditNotesTable } from "@edgeward/shared/clinical/credit-notes/credit-notes.table.ts";
import {
  dueOf,
  lineAmounts,
  settledStatus,
  sumsOf,
} from "@edgeward/shared/clinical/invoices/invoice-amounts.contract.ts";
import type { InvoiceLine } from "@edgeward/shared/clinical/invoices/invoice-parts.contract.ts";
import {
  invoicesTable,
  type InvoiceRow,
} from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";

/** One of some rows. */
export function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

/** A state that was reached now. */
export function step(write: Write, status: string) {
  return { status, at: write.at, by: write.origin.actor.id, reason: null };
}

/** Numbers of its own: that two nodes never give one twice is tried by the bills. */
export function numberOf(id: string): string {
  return `SIM/${id.slice(-12).toUpperCase()}`;
}

/** One line for a consultation. @param visit that is charged for */
export function lineOf(write: Write, visit: string | null, one: number): InvoiceLine {
  const charge = {
    quantity: 1 + one,
    unit_price_minor: 10_001,
    discount_minor: 0,
    tax_category: "taxable",
    gst_rate_bp: 500,
  } as const;
  return {
    id: write.runtime.newId("ivl"),
    item_id: null,
    source_type: visit === null ? null : "consultation",
    source_id: visit,
    source_day: null,
    description: "Consultation",
    hsn_sac: null,
    ...charge,
    discount_reason: null,
    ...lineAmounts(charge, true),
    performed_by: null,
  };
}

/** Of what a bill is made. */
interface Billed {
  readonly id: string;
  readonly patient: string;
  readonly lines: readonly InvoiceLine[];
  readonly isRounded: boolean;
}

/** An issued bill. */
export function billFields(branch: SimBranch, write: Write, { id, patient, ...of }: Billed) {
  const sums = sumsOf(of.lines, of.isRounded);
  return {
    branch_id: branch.identity.branchId,
    metadata: {},
    patient_id: patient,
    encounter_id: null,
    admission_id: null,
    appointment_id: null,
    invoice_no: numberOf(id),
    invoice_type: "opd",
    bill_to: "patient",
    payer_id: null,
    payer_split: null,
    doctor_id: null,
    department: null,
    issue_date: "2026-11-23",
    due_date: null,
    currency: "INR",
    place_of_supply: null,
    seller_gstin: null,
    buyer_gstin: null,
    lines: of.lines,
    is_rounded: of.isRounded,
    ...sums,
    paid_minor: 0,
    refunded_minor: 0,
    credited_minor: 0,
    written_off_minor: 0,
    due_minor: sums.total_minor,
    status: "issued",
    status_history: [step(write, "issued")],
    issued_at: write.at,
  };
}

/** What a draft is otherwise. */
function undrawn(write: Write) {
  const status_history = [step(write, "draft")];
  return { invoice_no: null, issue_date: null, issued_at: null, status: "draft", status_history };
}

/** A bill is issued or drawn up, for a visit where there is one: also where another node charges for the same visit. */
export async function invoice(branch: SimBranch, one: number, two: number): Promise<void> {
  const visit = picked(await branch.rows(encountersTable), one);
  const patient = visit?.["patient_id"] ?? picked(await branch.rows(patientsTable), one)?.id;
  if (typeof patient !== "string") return;
  await branch.write("invoice.create", async (write) => {
    const id = write.runtime.newId("inv");
    const lines = [lineOf(write, two === 0 ? null : (visit?.id ?? null), one)];
    const status = two === 1 ? "draft" : "issued";
    const fields = billFields(branch, write, { id, patient, lines, isRounded: one % 2 === 0 });
    write.insert(invoicesTable, id, { ...fields, ...(status === "draft" ? undrawn(write) : {}) });
  });
}

/** Somebody is billed for a consultation. */
export function billOf(branch: SimBranch, patient: string, one: number): Promise<void> {
  return branch.write("invoice.create", (write) => {
    const id = write.runtime.newId("inv");
    const of = { id, patient, lines: [lineOf(write, null, one)], isRounded: false };
    write.insert(invoicesTable, id, billFields(branch, write, of));
  });
}

/** The branch's bills. */
export function ownInvoices(branch: SimBranch): Promise<readonly InvoiceRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("invoices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

function issueDraft(branch: SimBranch, row: InvoiceRow): Promise<void> {
  return branch.write("invoice.update", (write) => {
    write.update(invoicesTable, row, {
      status: "issued",
      status_history: [...row.status_history, step(write, "issued")],
      invoice_no: numberOf(row.id),
      issue_date: "2026-11-23",
      issued_at: write.at,
    });
  });
}

/** A draft is issued; of what is issued a credit note takes back the whole. */
export async function goOn(branch: SimBranch, one: number): Promise<void> {
  const row = picked(await ownInvoices(branch), one);
  if (row?.status === "draft") await issueDraft(branch, row);
  if (row?.status !== "issued") return;
  await branch.write("credit_note.create", (write) => {
    const id = write.runtime.newId("crn");
    const credited = creditLines(
      row.lines,
      new Map(),
      row.lines.map((line) => ({ line_id: line.id })),
    );
    const sums = creditSums(credited, row.round_off_minor);
    write.insert(creditNotesTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      invoice_id: row.id,
      patient_id: row.patient_id,
      credit_note_no: numberOf(id),
      issue_date: "2026-11-23",
      reason: "Charged by mistake",
      currency: row.currency,
      lines: credited,
      ...sums,
    });
    const after = { ...row, credited_minor: row.credited_minor + sums.total_minor };
    const status = settledStatus(after);
    write.update(invoicesTable, row, {
      credited_minor: after.credited_minor,
      due_minor: dueOf(after),
      status,
      status_history: [...row.status_history, step(write, status)],
    });
  });
}
