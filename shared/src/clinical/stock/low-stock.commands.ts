import { sql } from "kysely";
import type { WriteContext } from "#resource/context.ts";
import { ofNumber } from "./stock.queries.ts";
import { emitMove } from "./stock.commands.ts";
import type { StockMoveRow } from "./stock.table.ts";

/** What there is of an item at the branch that is neither set aside nor recalled, before the command. @param batch of one number alone, and those below it */
export async function availableOf(
  ctx: WriteContext,
  item: string,
  batch: string | null,
): Promise<number> {
  let moves = ctx.db
    .selectFrom("stock_moves")
    .innerJoin("stock", (join) =>
      join
        .onRef("stock.tenant_id", "=", "stock_moves.tenant_id")
        .onRef("stock.id", "=", "stock_moves.stock_id"),
    )
    .select(sql<string | number>`coalesce(sum(stock_moves.quantity), 0)`.as("sum"))
    .where("stock_moves.tenant_id", "=", ctx.tenantId)
    .where("stock_moves.branch_id", "=", ctx.branch.id)
    .where("stock_moves.item_id", "=", item)
    .where("stock.status", "=", "available");
  if (batch !== null) moves = moves.where(ofNumber("stock_moves.batch_no", batch));
  return Number((await moves.executeTakeFirst())?.sum ?? 0);
}

/**
 * Publishes that no more is left of an item than asks for an order, when it comes to be so.
 * @param gone how much less there is than before the command @param move with which it is told
 */
export async function reportLow(
  ctx: WriteContext,
  gone: number,
  move: StockMoveRow,
): Promise<void> {
  if (gone <= 0) return;
  const item = await ctx.db
    .selectFrom("items")
    .select("reorder_level")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", move.item_id)
    .executeTakeFirst();
  const level = item?.reorder_level ?? null;
  if (level === null) return;
  const before = await availableOf(ctx, move.item_id, null);
  if (before > level && before - gone <= level) emitMove(ctx, "low", move);
}
