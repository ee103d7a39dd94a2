import type { WriteContext } from "#resource/context.ts";
import { holderOf } from "#resource/taken-values.ts";
import { billClaim, claimsTable } from "./claims.table.ts";

/** What a claim is called that is made of a bill: its number, or that it is a draft; null where none stands. */
export async function claimOfBill(ctx: WriteContext, invoiceId: string): Promise<string | null> {
  const holder = await holderOf(ctx, billClaim, [invoiceId]);
  const claim = holder === null ? null : await ctx.write.load(claimsTable, holder);
  return claim === null ? null : (claim.claim_no ?? "that is drawn up");
}
