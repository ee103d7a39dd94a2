import { sql, type RawBuilder, type SqlBool } from "kysely";
import type * as z from "zod";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import type { Viewer } from "#db/read.ts";
import { inList } from "#db/statements.ts";
import { isoInstant } from "#kernel/clock.ts";
import type { Condition } from "#resource/word-search.ts";
import { batchStatuses, keptBatchStatuses, type BatchStatus } from "./stock-parts.contract.ts";
import type { stockContract } from "./stock.contract.ts";
import type { StockRow } from "./stock.table.ts";

/** So long before its end a batch is said to expire soon. */
export const nearMs = 90 * 86_400_000;

type Expiring = Pick<StockRow, "status" | "expires_at">;

/** The state that answers say. @param now RFC 3339 @param there what is there of it */
export function answeredBatchStatus(
  { status, expires_at: until }: Expiring,
  now: string,
  there: number,
): BatchStatus {
  if (status !== "available") return enumValueOf(batchStatuses, status);
  if (until !== null && until <= now) return "expired";
  return there === 0 ? "depleted" : "available";
}

/** Of batches those of a number, and of the numbers below it. @param column that holds it */
export function ofNumber(column: string, batchNo: string): RawBuilder<SqlBool> {
  const below = `${batchNo}/%`;
  return sql<SqlBool>`(${sql.ref(column)} = ${batchNo} OR ${sql.ref(column)} LIKE ${below})`;
}

const sumsOf = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("stock_moves")
      .select(["stock_id", sql<string | number>`sum(quantity)`.as("sum")])
      .where("tenant_id", "=", tenantId)
      .where("stock_id", "in", ids)
      .groupBy("stock_id"),
);

/** What there is of some batches at their places, by their ids. */
export async function onHandOf(
  { db, tenantId }: Pick<Viewer, "db" | "tenantId">,
  ids: readonly string[],
): Promise<(id: string) => number> {
  if (ids.length === 0) return () => 0;
  const rows = await sumsOf(db, { tenantId, ids });
  const sums = new Map(rows.map(({ stock_id: id, sum }) => [id, Number(sum)]));
  return (id) => sums.get(id) ?? 0;
}

/** What answers say of batches beyond their rows. */
export async function figuresOfEach(viewer: Viewer, rows: readonly StockRow[]) {
  const onHand = await onHandOf(
    viewer,
    rows.map(({ id }) => id),
  );
  const nowMs = viewer.now?.() ?? 0;
  const [now, near] = [isoInstant(nowMs), isoInstant(nowMs + nearMs)];
  return (row: StockRow) => ({
    status: answeredBatchStatus(row, now, onHand(row.id)),
    on_hand: onHand(row.id),
    is_near_expiry: row.expires_at !== null && row.expires_at > now && row.expires_at <= near,
  });
}

/** What was there after each of some moves. */
export async function balancesAfter(
  { db, tenantId }: Pick<Viewer, "db" | "tenantId">,
  rows: readonly { readonly id: string; readonly stock_id: string }[],
): Promise<(id: string) => number> {
  if (rows.length === 0) return () => 0;
  const stock = [...new Set(rows.map(({ stock_id: id }) => id))];
  const running = db
    .selectFrom("stock_moves")
    .select([
      "id",
      sql<string | number>`sum(quantity) OVER (PARTITION BY stock_id ORDER BY created_at, id)`.as(
        "after",
      ),
    ])
    .where("tenant_id", "=", tenantId)
    .where("stock_id", "in", inList(stock));
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectFrom(running.as("moves"))
    .select(["moves.id", "moves.after"])
    .where("moves.id", "in", inList(ids))
    .execute();
  const sums = new Map(found.map(({ id, after }) => [id, Number(after)]));
  return (id) => sums.get(id) ?? 0;
}

const there = sql<number>`(SELECT coalesce(sum(quantity), 0) FROM stock_moves
  WHERE stock_moves.tenant_id = record.tenant_id AND stock_moves.stock_id = record.id)`;

function withStatus(status: BatchStatus, now: string): Condition {
  if (keptBatchStatuses.some((one) => one === status && one !== "available"))
    return sql<SqlBool>`status = ${status}`;
  const fresh = sql<SqlBool>`status = 'available' AND (expires_at IS NULL OR expires_at > ${now})`;
  if (status === "expired") return sql<SqlBool>`status = 'available' AND expires_at <= ${now}`;
  return status === "depleted"
    ? sql<SqlBool>`${fresh} AND ${there} = 0`
    : sql<SqlBool>`${fresh} AND ${there} <> 0`;
}

// What is set aside or has been recalled cannot be given out, and is not counted.
const isLow = sql<SqlBool>`item_id IN (SELECT id FROM items
  WHERE items.tenant_id = record.tenant_id AND reorder_level >= (
    SELECT coalesce(sum(quantity), 0) FROM stock_moves
      JOIN stock ON stock.tenant_id = stock_moves.tenant_id AND stock.id = stock_moves.stock_id
     WHERE stock_moves.tenant_id = record.tenant_id AND stock_moves.branch_id = record.branch_id
       AND stock_moves.item_id = items.id AND stock.status = 'available'))`;

type Query = z.output<typeof stockContract.list.query>;

/** The conditions of a list of stock beside those of its fields. */
export function listedStock(query: Query, now: string): readonly Condition[] {
  const { status, expiring_before: before, in_stock: isThere, low } = query;
  return [
    ...(status === undefined ? [] : [withStatus(status, now)]),
    ...(before === undefined ? [] : [sql<SqlBool>`expiry_date < ${before}`]),
    ...(isThere === undefined ? [] : [sql<SqlBool>`${there} <> 0`]),
    ...(low === undefined ? [] : [isLow]),
  ];
}
