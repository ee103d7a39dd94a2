import { owedStatuses } from "#clinical/invoices/invoices.states.ts";
import type { InvoiceRow } from "#clinical/invoices/invoices.table.ts";
import { invoiceToSettle } from "#clinical/invoices/settled-invoices.commands.ts";
import { shiftToTake } from "#clinical/cashier-shifts/cashier-shifts.commands.ts";
import { postPayment } from "#clinical/payments/payments.commands.ts";
import { paymentSums } from "#clinical/payments/payments.rules.ts";
import { inList } from "#db/statements.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { addMoney } from "#kernel/money.ts";
import type { WriteContext } from "#resource/context.ts";
import type { Settlement } from "./claims.contract.ts";
import { allotted, settlingTenders } from "./claims.rules.ts";
import type { ClaimRow } from "./claims.table.ts";

function wrong(path: string, message: string, code: ErrorCode = "invalid_reference") {
  return fieldError({ path, code, message });
}

/** What a bill leaves to its payer, less what a credit note has taken back. */
function shareOf({ payer_split: split, total_minor: total, credited_minor: back }: InvoiceRow) {
  return Math.min(split?.payer_minor ?? 0, total - back);
}

interface Claiming {
  readonly invoice_ids: readonly string[];
  readonly payer_id: string;
}

function billFault(ctx: WriteContext, row: InvoiceRow | undefined, payerId: string) {
  if (row === undefined || row.branch_id !== ctx.branch.id) return "names no bill of the patient's";
  if (!owedStatuses.some((status) => status === row.status))
    return "names a bill of which nothing is owed";
  if (row.payer_id !== payerId) return "names a bill that is not this payer's";
  return shareOf(row) === 0 ? "names a bill that leaves nothing to the payer" : null;
}

/**
 * What some bills leave to a payer: issued ones of the acting branch, of the patient and that payer.
 * @throws AppError invalid_reference, validation_error
 */
export async function shareOfBills(
  ctx: WriteContext,
  { invoice_ids: ids, payer_id: payerId }: Claiming,
  people: readonly string[],
): Promise<number> {
  const twice = ids.findIndex((id, nth) => ids.indexOf(id) !== nth);
  if (twice >= 0) throw wrong(`invoice_ids.${twice}`, "stands here twice", "validation_error");
  const rows = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .where("patient_id", "in", inList(people))
    .execute();
  const bills = new Map(rows.map((row) => [row.id, row]));
  const shares = ids.map((id, nth) => {
    const row = bills.get(id);
    const fault = billFault(ctx, row, payerId);
    if (row === undefined || fault !== null)
      throw wrong(`invoice_ids.${nth}`, fault ?? "names no bill of the patient's");
    return shareOf(row);
  });
  return addMoney(...shares);
}

/** Refuses to claim more than the bills leave to the payer. @throws AppError over_payer_share */
export function refuseOverShare(claimed: number, share: number): void {
  if (claimed > share)
    throw wrong("claimed_minor", `is more than the payer's share: ${share}`, "over_payer_share");
}

/**
 * Refuses to ask again for more than the bills leave to the payer by now: a credit note may have taken some back meanwhile. Where
 * they are not known, the branch whose they are has the say.
 * @throws AppError over_payer_share
 */
export async function refuseShrunkShare(
  ctx: WriteContext,
  { invoice_ids: ids, claimed_minor: claimed }: Pick<ClaimRow, "invoice_ids" | "claimed_minor">,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .execute();
  const share = addMoney(...rows.map(shareOf));
  if (rows.length < ids.length || claimed <= share) return;
  const message = `asks again for more than the bills leave to the payer by now: ${share}`;
  throw wrong("status", message, "over_payer_share");
}

/** Posts what a payer has paid of a claim, and what it held back of it: one payment of each of its bills. @throws AppError overpayment */
export async function postSettlement(
  ctx: WriteContext,
  claim: ClaimRow,
  { utr, amount_minor: net }: Settlement,
  { tax, shiftId }: { readonly tax: number; readonly shiftId: string | undefined },
): Promise<void> {
  const shift = await shiftToTake(ctx, shiftId);
  const invoices = new Map<string, InvoiceRow>();
  for (const [nth, id] of claim.invoice_ids.entries())
    invoices.set(id, await invoiceToSettle(ctx, id, `invoice_ids.${nth}`));
  const bills = [...invoices.values()].map((row) => {
    return { id: row.id, most: Math.min(shareOf(row), row.due_minor) };
  });
  const due = addMoney(...bills.map(({ most }) => most));
  if (net + tax > due) {
    const message = `is with the tax held back more than is due of the bills: ${due}`;
    throw wrong("settlement.amount_minor", message, "overpayment");
  }
  for (const part of allotted(bills, net, tax)) {
    const invoice = invoices.get(part.id);
    if (invoice === undefined) continue;
    const tenders = settlingTenders(part, utr);
    const fields = {
      kind: "payment",
      invoice_id: invoice.id,
      patient_id: invoice.patient_id,
      payment_of_id: null,
      tenders,
      ...paymentSums(tenders, null),
      tendered_minor: null,
      currency: invoice.currency,
      cashier_shift_id: shift.id,
      reason: null,
      claim_id: claim.id,
      metadata: {},
    } as const;
    await postPayment(ctx, fields, invoice);
  }
}
