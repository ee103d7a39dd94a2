import type * as z from "zod";
import { findPatient } from "#clinical/patients/patients.queries.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import type { pageQuery } from "#contract/paging.ts";
import { inList } from "#db/statements.ts";
import { addMoney } from "#kernel/money.ts";
import { maySeeBranch } from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import { entryPage } from "#resource/entry-page.ts";
import { found } from "#write/write.ts";
import type { BillingPage } from "./invoices.contract.ts";
import type { InvoiceRow } from "./invoices.table.ts";

// More than anybody has bills of.
const mostEntries = 5_000;

type Entry = BillingPage["data"][number];

async function invoicesOf(ctx: ReadContext, people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("patient_id", "in", inList(people))
    .orderBy("created_at", "desc")
    .limit(mostEntries)
    .execute();
  return rows.filter(({ branch_id: branch }) => maySeeBranch(ctx.caller, branch));
}

async function creditNotesOf(ctx: ReadContext, people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("credit_notes")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("patient_id", "in", inList(people))
    .orderBy("created_at", "desc")
    .limit(mostEntries)
    .execute();
  return rows.filter(({ branch_id: branch }) => maySeeBranch(ctx.caller, branch));
}

async function paymentsOf(ctx: ReadContext, people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("payments")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("patient_id", "in", inList(people))
    .orderBy("created_at", "desc")
    .limit(mostEntries)
    .execute();
  return rows.filter(({ branch_id: branch }) => maySeeBranch(ctx.caller, branch));
}
type Payment = Awaited<ReturnType<typeof paymentsOf>>[number];

const returned: readonly string[] = ["refund", "void"];

function paymentEntry(row: Payment): Entry {
  return {
    kind: "payment",
    id: row.id,
    branch_id: row.branch_id,
    invoice_id: row.invoice_id,
    number: row.receipt_no,
    status: row.kind,
    amount_minor: returned.includes(row.kind) ? row.amount_minor : -row.amount_minor,
    due_minor: null,
    currency: row.currency,
    at: row.created_at,
  };
}

/** What was paid ahead and is left of it: all that came in without a bill, less what went out of it. */
function advanceOf(rows: readonly Payment[]): number {
  const ofNoBill = rows.filter((row) => row.invoice_id === null);
  const adjustments = new Set(rows.filter((row) => row.kind === "adjustment").map(({ id }) => id));
  const isGivenBack = (row: Payment) =>
    row.kind === "void" && row.payment_of_id !== null && adjustments.has(row.payment_of_id);
  return addMoney(
    ...ofNoBill.map((row) => (row.kind === "advance" ? row.amount_minor : -row.amount_minor)),
    ...rows.filter((row) => row.kind === "adjustment").map((row) => -row.amount_minor),
    ...rows.filter(isGivenBack).map((row) => row.amount_minor),
  );
}

function billEntry(row: InvoiceRow): Entry {
  return {
    kind: "invoice",
    id: row.id,
    branch_id: row.branch_id,
    invoice_id: row.id,
    number: row.invoice_no,
    status: row.status,
    amount_minor: row.total_minor,
    due_minor: row.due_minor,
    currency: row.currency,
    at: row.issued_at ?? row.created_at,
  };
}

function creditEntry(row: Awaited<ReturnType<typeof creditNotesOf>>[number]): Entry {
  return {
    kind: "credit_note",
    id: row.id,
    branch_id: row.branch_id,
    invoice_id: row.invoice_id,
    number: row.credit_note_no,
    status: null,
    amount_minor: -row.total_minor,
    due_minor: null,
    currency: row.currency,
    at: row.created_at,
  };
}

const uncounted: readonly string[] = ["draft", "void"];

function summaryOf(
  rows: readonly InvoiceRow[],
  paid: readonly Payment[],
  currency: string,
): BillingPage["summary"] {
  const counted = rows.filter(({ status }) => !uncounted.includes(status));
  const sum = (amount: (row: InvoiceRow) => number) => addMoney(...counted.map(amount));
  return {
    billed_minor: sum((row) => row.total_minor - row.credited_minor),
    paid_minor: sum((row) => row.paid_minor - row.refunded_minor),
    advance_minor: advanceOf(paid),
    written_off_minor: sum((row) => row.written_off_minor),
    due_minor: sum((row) => row.due_minor),
    currency,
  };
}

/** A patient's bills, also those of records that were merged, as far as the caller may see their branches. */
export async function billingOf(
  ctx: ReadContext,
  id: string,
  paging: {
    readonly limit?: z.output<typeof pageQuery.limit>;
    readonly cursor?: string | undefined;
  },
): Promise<BillingPage> {
  const patient = found(await findPatient(ctx.db, ctx.tenantId, id));
  ctx.auditRead("patients", patient.id, patient.id);
  const people = await samePerson(ctx.db, ctx.tenantId, patient.id);
  const bills = await invoicesOf(ctx, people);
  const payments = await paymentsOf(ctx, people);
  const entries = [
    ...bills.map(billEntry),
    ...(await creditNotesOf(ctx, people)).map(creditEntry),
    ...payments.map(paymentEntry),
  ];
  const placed = entries.map((entry) => ({ ...entry, place: entry.id }));
  const scope = `billing ${patient.id}`;
  const page = entryPage(ctx, scope, placed, { ...paging, isNewestFirst: true });
  const tenant = await ctx.db
    .selectFrom("tenants")
    .select("currency")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", ctx.tenantId)
    .executeTakeFirstOrThrow();
  return {
    ...page,
    data: page.data.map(({ place: _place, ...entry }) => entry),
    summary: summaryOf(bills, payments, tenant.currency),
  };
}
