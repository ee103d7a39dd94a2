import { sql, type SqlBool } from "kysely";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { foundInScope } from "#resource/branch-scope.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { countPlace } from "./stock-counts.commands.ts";
import { moveStock } from "./stock-moves.commands.ts";
import { stockMoveCrud, stockMoveFields, stockMovesContract } from "./stock-moves.contract.ts";
import { countJudgedBy } from "./stock-counts.guard.ts";
import { countGuard, moveGuard } from "./stock-moves.guard.ts";
import { stockEvents } from "./stock.events.ts";
import { balancesAfter } from "./stock.queries.ts";
import { stockMovesTable, stockTable } from "./stock.table.ts";

const { moved, adjusted, recalled, released, low } = stockEvents;

/** What came and went of each batch. */
export const stockMoves = defineRecord(stockMovesContract, stockMoveFields, {
  crud: stockMoveCrud,
  table: stockMovesTable,
  writes: {
    "stock_move.create": [
      writesOf(stockMovesTable, {
        makes: true,
        several: true,
        events: [moved, adjusted, recalled, released, low],
      }),
      writesOf(stockTable, { makes: true, several: true, changes: ["status"] }),
    ],
    "stock_move.count_place": [
      writesOf(stockMovesTable, { makes: true, several: true, events: [adjusted, low] }),
      writesOf(stockTable, { makes: true, several: true }),
    ],
  },
  guards: { "stock_move.create": moveGuard, "stock_move.count_place": countGuard },
  judgedBy: { "stock_move.create": countJudgedBy, "stock_move.count_place": countJudgedBy },
  computed: async (viewer, rows) => {
    const after = await balancesAfter(viewer, rows);
    return ({ id }) => ({ balance_after: after(id) });
  },
  handlers: (records) => ({
    ofBatch: async ({ params, query }, ctx) => {
      const batch = await ctx.db
        .selectFrom("stock")
        .select("branch_id")
        .where("tenant_id", "=", ctx.tenantId)
        .where("id", "=", params.id)
        .executeTakeFirst();
      foundInScope(ctx.caller, batch);
      const asked = { ...query, stock_id: params.id };
      return records.list(ctx, asked, [sql<SqlBool>`stock_id = ${params.id}`]);
    },
    countPlace: ({ body }, ctx) => countPlace(ctx, body),
    create: async ({ params, body }, ctx) => {
      refuseForeignScope(body, ctx);
      const { move, balanceAfter } = await moveStock(ctx, params.id, body);
      return { ...(await records.present(ctx, move)), balance_after: balanceAfter };
    },
  }),
});
