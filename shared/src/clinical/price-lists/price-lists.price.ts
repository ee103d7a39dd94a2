import type * as z from "zod";
import { today } from "#clinical/patients/patients.commands.ts";
import { referencedPayer } from "#clinical/payers/payers.commands.ts";
import type { OutputOf } from "#contract/endpoint.ts";
import type { ReadContext } from "#resource/context.ts";
import { found } from "#write/write.ts";
import { listedPrices } from "./price-lists.commands.ts";
import type { priceListsContract } from "./price-lists.contract.ts";

type PriceEndpoint = typeof priceListsContract.price;

/** What an item costs a payer on a day, and by which list. @throws AppError not_found, invalid_reference */
export async function pricedItem(
  ctx: ReadContext,
  id: string,
  query: z.output<PriceEndpoint["query"]>,
): Promise<OutputOf<PriceEndpoint>> {
  const { payer_id: payerId = null, date: day = today(ctx) } = query;
  const item = found(
    await ctx.db
      .selectFrom("items")
      .select("price_minor")
      .where("tenant_id", "=", ctx.tenantId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  if (payerId !== null) await referencedPayer(ctx, "payer_id", payerId);
  const listed = (await listedPrices(ctx, [id], { payerId, day })).get(id);
  return {
    item_id: id,
    payer_id: payerId,
    date: day,
    price_minor: listed?.price_minor ?? item.price_minor,
    price_list_id: listed?.price_list_id ?? null,
  };
}
