import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { openBatch } from "./stock.commands.ts";
import { stockComputed, stockContract, stockCrud, stockFields } from "./stock.contract.ts";
import { stockEvents } from "./stock.events.ts";
import { openingGuard, openingJudgedBy } from "./stock.guard.ts";
import { answeredBatchStatus, figuresOfEach, listedStock } from "./stock.queries.ts";
import { stockMovesTable, stockTable } from "./stock.table.ts";

/** What a branch has in stock: each batch at each of its places, with what its moves come to. */
export const stock = defineRecord(stockContract, stockFields, {
  crud: stockCrud,
  table: stockTable,
  // Neither of two records of one batch gives up its number: people look at both.
  rules: { release: () => null },
  writes: {
    "stock_batch.create": [
      writesOf(stockTable, { makes: true }),
      writesOf(stockMovesTable, { makes: true, events: [stockEvents.opened] }),
    ],
  },
  guards: { "stock_batch.create": openingGuard },
  judgedBy: { "stock_batch.create": openingJudgedBy },
  computed: figuresOfEach,
  handlers: (records) => ({
    list: ({ query }, ctx) => records.list(ctx, query, listedStock(query, isoInstant(ctx.now()))),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, stockComputed);
      const row = await openBatch(ctx, body, records.mapping.first(body));
      const answer = await records.present(ctx, row);
      const status = answeredBatchStatus(row, isoInstant(ctx.now()), body.quantity);
      return { ...answer, status, on_hand: body.quantity };
    },
  }),
});
