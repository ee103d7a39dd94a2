import { inList } from "#db/statements.ts";
import type { Context } from "#resource/context.ts";
import type { Reader } from "#db/session.ts";
import type { SourceType } from "./invoice-parts.contract.ts";
import { chargeClaim, chargeName } from "./invoices.table.ts";

type Reading = Pick<Context, "tenantId"> & { readonly db: Reader };

/** The number of a bill that charges for one of some sources, or that it is a draft; null where none stands. */
export async function billOf(
  ctx: Reading,
  type: SourceType,
  ids: readonly string[],
): Promise<string | null> {
  const charges = ids.map((id) => chargeName(type, id, null));
  const row = await ctx.db
    .selectFrom("claims")
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.tenant_id", "=", "claims.tenant_id")
        .onRef("invoices.id", "=", "claims.entity_id"),
    )
    .select("invoices.invoice_no")
    .where("claims.tenant_id", "=", ctx.tenantId)
    .where("claims.claim_kind", "=", chargeClaim)
    .where("claims.claim_value", "in", inList(charges))
    .executeTakeFirst();
  return row === undefined ? null : (row.invoice_no ?? "that is drawn up");
}
