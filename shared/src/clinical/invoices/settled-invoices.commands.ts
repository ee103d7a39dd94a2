import { fieldError } from "#kernel/errors.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { refuseStale } from "#resource/body-checks.ts";
import { foundInScope, refuseOtherBranch } from "#resource/branch-scope.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import { dueOf, settledStatus, type Settlement } from "./invoice-amounts.contract.ts";
import { invoiceStatuses } from "./invoice-parts.contract.ts";
import { emitOf, emitStep, invoiceEvents } from "./invoices.events.ts";
import { creditableStatuses, invoiceStates } from "./invoices.states.ts";
import { invoicesTable, type InvoiceRow } from "./invoices.table.ts";

/**
 * An invoice of the acting branch of which a credit note may take back some.
 * @throws AppError not_found, branch_mismatch, version_conflict, invalid_transition
 */
export async function invoiceToCredit(ctx: WriteContext, id: string): Promise<InvoiceRow> {
  const row = foundInScope(ctx.caller, await ctx.write.load(invoicesTable, id));
  refuseOtherBranch(ctx, row);
  refuseStale(ctx, row);
  if (creditableStatuses.includes(row.status)) return row;
  const from = enumValueOf(invoiceStatuses, row.status);
  throw refusedTransition("An invoice", from, "credited", invoiceStates.transitions[from]);
}

/** Changes what has become of an invoice's total, and with it what is due and its state. */
function settled(ctx: WriteContext, row: InvoiceRow, change: Partial<Settlement>): InvoiceRow {
  const after = { ...row, ...change };
  const status = settledStatus(after);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: null };
  return ctx.write.update(invoicesTable, row, {
    ...change,
    due_minor: dueOf(after),
    status,
    status_history: status === row.status ? row.status_history : [...row.status_history, step],
  });
}

/** Notes at an invoice what a credit note has taken back of it. */
export function creditInvoice(ctx: WriteContext, row: InvoiceRow, amount: number): void {
  const after = settled(ctx, row, { credited_minor: row.credited_minor + amount });
  emitOf(ctx, invoiceEvents.credited, after);
  if (after.status === "paid" && row.status !== "paid") emitStep(ctx, row, after);
}

// Nothing is paid of these, and nothing paid back.
const unpayable: readonly string[] = ["draft", "void", "written_off"];

/**
 * An invoice of the acting branch of which something is paid or paid back.
 * @throws AppError invalid_reference
 */
export async function invoiceToSettle(
  ctx: WriteContext,
  id: string,
  path = "invoice_id",
): Promise<InvoiceRow> {
  const row = await ctx.write.load(invoicesTable, id);
  const isHere = row !== null && row.branch_id === ctx.branch.id;
  if (isHere && !unpayable.includes(row.status)) return row;
  const message = isHere
    ? `names an invoice that is ${row.status.replaceAll("_", " ")}`
    : "names no invoice of this branch";
  throw fieldError({ path, code: "invalid_reference", message });
}

/** Notes at an invoice what was paid of it, or paid back: also less than nothing, where a payment is voided. */
export function settleInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  { paid = 0, refunded = 0 }: { readonly paid?: number; readonly refunded?: number },
): void {
  const after = settled(ctx, row, {
    paid_minor: row.paid_minor + paid,
    refunded_minor: row.refunded_minor + refunded,
  });
  emitStep(ctx, row, after);
}
