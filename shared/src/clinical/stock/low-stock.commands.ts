import { sql } from "kysely";
import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";
import type { WriteContext } from "#resource/context.ts";
import { ofNumber } from "./stock.queries.ts";
import { emitMove } from "./stock.commands.ts";
import type { StockMoveRow } from "./stock.table.ts";

interface ItemAt {
  readonly tenantId: string;
  readonly branchId: string;
  readonly item: string;
}

function usable(db: Reader, { tenantId, branchId, item }: ItemAt) {
  return db
    .selectFrom("stock_moves")
    .innerJoin("stock", (join) =>
      join
        .onRef("stock.tenant_id", "=", "stock_moves.tenant_id")
        .onRef("stock.id", "=", "stock_moves.stock_id"),
    )
    .select(sql<string | number>`coalesce(sum(stock_moves.quantity), 0)`.as("sum"))
    .where("stock_moves.tenant_id", "=", tenantId)
    .where("stock_moves.branch_id", "=", branchId)
    .where("stock_moves.item_id", "=", item)
    .where("stock.status", "=", "available");
}

const leftOfItem = question(usable);

const reorderLevel = question(
  (db, { tenantId, id }: { readonly tenantId: string; readonly id: string }) =>
    db
      .selectFrom("items")
      .select("reorder_level")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", id),
);

/** What there is of an item at the branch that is neither set aside nor recalled, before the command. @param batch of one number alone, and those below it */
export async function availableOf(
  ctx: WriteContext,
  item: string,
  batch: string | null,
): Promise<number> {
  const of = { tenantId: ctx.tenantId, branchId: ctx.branch.id, item };
  const [left] =
    batch === null
      ? await leftOfItem(ctx.db, of)
      : await usable(ctx.db, of).where(ofNumber("stock_moves.batch_no", batch)).execute();
  return Number(left?.sum ?? 0);
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
  const [item] = await reorderLevel(ctx.db, { tenantId: ctx.tenantId, id: move.item_id });
  const level = item?.reorder_level ?? null;
  if (level === null) return;
  const before = await availableOf(ctx, move.item_id, null);
  if (before > level && before - gone <= level) emitMove(ctx, "low", move);
}
