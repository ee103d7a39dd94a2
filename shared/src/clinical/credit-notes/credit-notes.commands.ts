import type * as z from "zod";
import { refuseClaimedCredit } from "#clinical/claims/claimed-bills.commands.ts";
import { creditInvoice, invoiceToCredit } from "#clinical/invoices/settled-invoices.commands.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextOfBranch } from "#write/series.ts";
import { creditedBefore, creditLines, creditSums, isAllCredited } from "./credit-notes.amounts.ts";
import { creditNoteCrud, type creditNotesContract } from "./credit-notes.contract.ts";
import { creditNotesTable, type CreditNoteRow } from "./credit-notes.table.ts";

type CreateBody = z.output<typeof creditNotesContract.create.body>;

/**
 * Takes back some or all of an invoice.
 * @throws AppError not_found, branch_mismatch, invalid_transition, invalid_reference, validation_error, already_claimed
 */
export async function issueCreditNote(
  ctx: WriteContext,
  invoiceId: string,
  body: CreateBody,
): Promise<CreditNoteRow> {
  const invoice = await invoiceToCredit(ctx, invoiceId);
  const notes = await ctx.db
    .selectFrom("credit_notes")
    .select("lines")
    .where("tenant_id", "=", ctx.tenantId)
    .where("invoice_id", "=", invoice.id)
    .execute();
  const before = creditedBefore(notes);
  const lines = creditLines(invoice.lines, before, body.lines);
  const isAll = isAllCredited(invoice.lines, before, lines);
  const sums = creditSums(lines, isAll ? invoice.round_off_minor : 0);
  await refuseClaimedCredit(ctx, invoice, sums.total_minor);
  const date = today(ctx);
  const note = ctx.write.insert(creditNotesTable, ctx.newId(creditNoteCrud.prefix), {
    branch_id: ctx.branch.id,
    invoice_id: invoice.id,
    patient_id: invoice.patient_id,
    credit_note_no: await nextOfBranch(ctx.write, "credit_note", ctx.branch, date),
    issue_date: date,
    reason: body.reason,
    currency: invoice.currency,
    lines,
    ...sums,
    metadata: body.metadata ?? {},
  });
  creditInvoice(ctx, invoice, sums.total_minor);
  return note;
}
