import { referencedPayer } from "#clinical/payers/payers.commands.ts";
import { eventTypes } from "#contract/event-types.ts";
import { inList } from "#db/statements.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { csvFile } from "#resource/csv-rows.ts";
import { defineRecord } from "#resource/record.ts";
import { priceListCrud, priceListFields, priceListsContract } from "./price-lists.contract.ts";
import { priceColumns, priceRows, pricesFromCsv } from "./price-lists.csv.ts";
import { pricedItem } from "./price-lists.price.ts";
import { priceListsTable, type PriceListRow } from "./price-lists.table.ts";

const events = eventTypes("price_list", {
  created: "a price list was added",
  updated: "a price list was changed",
});

type Checked = Pick<PriceListRow, "valid_from" | "valid_to" | "prices">;

function wrong(path: string, message: string, code: ErrorCode = "validation_error") {
  return fieldError({ path, code, message });
}

async function refusePrices(ctx: WriteContext, { prices }: Checked): Promise<void> {
  const ids = prices.map((one) => one.item_id);
  const twice = ids.findIndex((id, nth) => ids.indexOf(id) !== nth);
  if (twice >= 0) throw wrong(`prices.${twice}.item_id`, "is there twice");
  if (ids.length === 0) return;
  const rows = await ctx.db
    .selectFrom("items")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const stray = ids.findIndex((id) => !known.has(id));
  if (stray >= 0) throw wrong(`prices.${stray}.item_id`, "names no item", "invalid_reference");
}

async function refuseList(ctx: WriteContext, list: Checked, isPriced: boolean): Promise<void> {
  const { valid_from: from, valid_to: to } = list;
  if (to !== null && to < from) throw wrong("valid_to", "is before valid_from");
  if (isPriced) await refusePrices(ctx, list);
}

/** What items cost whom and when. */
export const priceLists = defineRecord(priceListsContract, priceListFields, {
  crud: priceListCrud,
  table: priceListsTable,
  events,
  writes: {
    "price_list.import": [
      writesOf(priceListsTable, { changes: ["prices"], events: [events.updated] }),
    ],
  },
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      // Of all branches, so of none.
      const values = { ...records.mapping.first(body), branch_id: null };
      if (values.payer_id !== null) await referencedPayer(ctx, "payer_id", values.payer_id);
      await refuseList(ctx, values, true);
      const row = ctx.write.insert(priceListsTable, ctx.newId(priceListCrud.prefix), {
        ...values,
        name_key: "",
      });
      ctx.write.emit(events.created, priceListsTable, row, {});
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const patch = records.mapping.later(body);
      await refuseList(ctx, { ...row, ...patch }, patch.prices !== undefined);
      const after = ctx.write.update(priceListsTable, row, patch);
      if (after !== row) ctx.write.emit(events.updated, priceListsTable, after, {});
      return records.present(ctx, after);
    },
    price: ({ params, query }, ctx) => pricedItem(ctx, params.id, query),
    exportCsv: async ({ params }, ctx) => {
      const { code, prices } = await records.get(ctx, params.id);
      return csvFile(`${code}.csv`, priceColumns, await priceRows(ctx, prices));
    },
    importCsv: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id);
      const { prices, ...outcome } = await pricesFromCsv(ctx, row.prices, body.csv);
      const isTrial = body.is_trial === true;
      const after = isTrial ? row : ctx.write.update(priceListsTable, row, { prices });
      if (after !== row) ctx.write.emit(events.updated, priceListsTable, after, {});
      return { ...outcome, is_trial: isTrial, price_list: await records.present(ctx, after) };
    },
  }),
});
