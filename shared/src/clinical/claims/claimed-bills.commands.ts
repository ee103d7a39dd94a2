import type { InvoiceRow } from "#clinical/invoices/invoices.table.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { holderOf } from "#resource/taken-values.ts";
import { billClaim, claimsTable } from "./claims.table.ts";

/** What a claim is called that is made of a bill: its number, or that it is a draft; null where none stands. */
export async function claimOfBill(ctx: WriteContext, invoiceId: string): Promise<string | null> {
  const holder = await holderOf(ctx, billClaim, [invoiceId]);
  const claim = holder === null ? null : await ctx.write.load(claimsTable, holder);
  return claim === null ? null : (claim.claim_no ?? "that is drawn up");
}

type Shared = Pick<InvoiceRow, "id" | "payer_split" | "total_minor" | "credited_minor">;

/**
 * Refuses to take back of a bill what a claim asks of its payer; what the patient pays of it may be taken back. Of a claim that is
 * settled nothing is asked any more.
 * @throws AppError already_claimed
 */
export async function refuseClaimedCredit(
  ctx: WriteContext,
  { id, payer_split: split, total_minor: total, credited_minor: before }: Shared,
  amount: number,
): Promise<void> {
  const left = total - before - amount;
  if (split === null || left >= Math.min(split.payer_minor, total - before)) return;
  const holder = await holderOf(ctx, billClaim, [id]);
  const claim = holder === null ? null : await ctx.write.load(claimsTable, holder);
  if (claim === null || claim.status === "settled") return;
  const message = `come to more than the claim ${claim.claim_no} leaves to be taken back: cancel that first`;
  throw fieldError({ path: "lines", code: "already_claimed", message });
}
