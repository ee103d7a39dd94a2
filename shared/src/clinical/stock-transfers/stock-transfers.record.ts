import { sql, type SqlBool } from "kysely";
import { stockEvents } from "#clinical/stock/stock.events.ts";
import { moveJudgedBy } from "#clinical/stock/stock.guard.ts";
import { stockMovesTable, stockTable } from "#clinical/stock/stock.table.ts";
import { AppError } from "#kernel/errors.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { maySeeBranch } from "#resource/branch-scope.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeTransfer, sendStock } from "./stock-transfers.commands.ts";
import {
  stockTransferCrud,
  stockTransferFields,
  stockTransfersContract,
  transferComputed,
} from "./stock-transfers.contract.ts";
import { stockTransferEvents } from "./stock-transfers.events.ts";
import { transferGuard } from "./stock-transfers.guard.ts";
import { stockTransfersTable } from "./stock-transfers.table.ts";
import { leftOnTheWay, openMissing } from "./transfer-parts.contract.ts";

const { sent, updated, short, received } = stockTransferEvents;

function sumOf(units: ReadonlyMap<string, number>): number {
  return [...units.values()].reduce((sum, some) => sum + some, 0);
}

/** Stock that goes from one place to another, which may be another branch's: on its way until it is received. */
export const stockTransfers = defineRecord(stockTransfersContract, stockTransferFields, {
  crud: stockTransferCrud,
  table: stockTransfersTable,
  events: { updated },
  // Those that a branch has sent, and those that are for it.
  scope: "own",
  refuseUnseen: ({ caller }, row) => {
    if ([row.branch_id, row.to_branch_id].some((id) => maySeeBranch(caller, id))) return;
    throw new AppError("not_found", "There is no such record.");
  },
  computed: async () => (row) => ({
    units_in_transit: sumOf(leftOnTheWay(row.lines, row.receipts)),
    units_missing: sumOf(openMissing(row)),
  }),
  writes: {
    "stock_transfer.create": [
      writesOf(stockTransfersTable, { makes: true, events: [sent] }),
      writesOf(stockMovesTable, { makes: true, several: true, events: [stockEvents.low] }),
    ],
    "stock_transfer.update": [
      writesOf(stockTransfersTable, {
        changes: ["receipts", "settlements", "status", "status_history", "metadata"],
        events: [updated, short, received],
      }),
      writesOf(stockTable, { makes: true, several: true }),
      writesOf(stockMovesTable, { makes: true, several: true, events: [stockEvents.adjusted] }),
    ],
  },
  guards: { "stock_transfer.create": transferGuard, "stock_transfer.update": transferGuard },
  judgedBy: {
    "stock_transfer.create": moveJudgedBy,
    "stock_transfer.update": moveJudgedBy,
  },
  handlers: (records) => ({
    list: (input, ctx) => {
      const { id } = ctx.branch;
      return records.list(ctx, input.query, [
        sql<SqlBool>`(branch_id = ${id} OR to_branch_id = ${id})`,
      ]);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, transferComputed);
      return records.present(ctx, await sendStock(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const { receipts: _receipts, settlements: _settlements, ...rest } = body;
      const row = await records.forChange(ctx, params.id, rest);
      return records.present(ctx, await changeTransfer(ctx, row, body));
    },
  }),
});
