import type { WriteContext } from "#resource/context.ts";
import { holderOf } from "#resource/taken-values.ts";
import type { SourceType } from "./invoice-parts.contract.ts";
import { chargeClaim, chargeName, invoicesTable } from "./invoices.table.ts";

/** What a bill is called that charges for one of some sources: its number, or that it is a draft; null where none stands. */
export async function billOf(
  ctx: WriteContext,
  type: SourceType,
  ids: readonly string[],
): Promise<string | null> {
  const charges = ids.map((id) => chargeName(type, id, null));
  const holder = await holderOf(ctx, chargeClaim, charges);
  const bill = holder === null ? null : await ctx.write.load(invoicesTable, holder);
  return bill === null ? null : (bill.invoice_no ?? "that is drawn up");
}
