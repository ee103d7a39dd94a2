import type { WriteContext } from "#resource/context.ts";
import { holdersOf } from "#resource/taken-values.ts";
import type { SourceType } from "./invoice-parts.contract.ts";
import { chargeClaim, chargeName, invoicesTable, type InvoiceRow } from "./invoices.table.ts";

/** The bills that charge for some sources and stand, also those that are drawn up. */
export async function billsOf(
  ctx: WriteContext,
  type: SourceType,
  ids: readonly string[],
): Promise<readonly InvoiceRow[]> {
  const charges = ids.map((id) => chargeName(type, id, null));
  const bills: InvoiceRow[] = [];
  for (const id of await holdersOf(ctx, chargeClaim, charges)) {
    const bill = await ctx.write.load(invoicesTable, id);
    if (bill !== null) bills.push(bill);
  }
  return bills;
}
