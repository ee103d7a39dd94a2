import { billsOf } from "#clinical/invoices/billed-charges.commands.ts";
import type { SourceType } from "#clinical/invoices/invoice-parts.contract.ts";
import { inList } from "#db/statements.ts";
import type { WriteContext } from "#resource/context.ts";
import { creditedBefore } from "./credit-notes.amounts.ts";

/**
 * What a bill is called that charges for one of some sources and has not been taken back of it: its number, or that it is a
 * draft; null where none does.
 */
export async function billThatCharges(
  ctx: WriteContext,
  type: SourceType,
  ids: readonly string[],
): Promise<string | null> {
  const bills = await billsOf(ctx, type, ids);
  if (bills.length === 0) return null;
  const notes = await ctx.db
    .selectFrom("credit_notes")
    .select("lines")
    .where("tenant_id", "=", ctx.tenantId)
    .where("invoice_id", "in", inList(bills.map(({ id }) => id)))
    .execute();
  const credited = creditedBefore(notes);
  const charging = bills.find(
    ({ status, lines }) =>
      status === "draft" ||
      lines.some(
        ({ id, source_type, source_id, taxable_minor: price }) =>
          source_type === type &&
          ids.some((one) => one === source_id) &&
          (credited.get(id) ?? 0) < price,
      ),
  );
  return charging === undefined ? null : (charging.invoice_no ?? "that is drawn up");
}
