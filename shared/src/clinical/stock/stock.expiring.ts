import { sql, type SqlBool } from "kysely";
import { itemsTable } from "#clinical/items/items.record.ts";
import type { Reader, Session } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import { reportOnce, type Looked, type ReportOptions } from "#resource/report-once.ts";
import { stockEvents } from "./stock.events.ts";
import { nearMs, onHandOf } from "./stock.queries.ts";
import { stockTable, type StockRow } from "./stock.table.ts";

const mostAtOnce = 200;

/** When the last days of a batch begin; null for one that never expires. */
function nearFrom(expiresAt: unknown): string | null {
  return typeof expiresAt === "string" ? isoInstant(Date.parse(expiresAt) - nearMs) : null;
}

/** What is wrong with a batch that is said to expire soon where that arrives: its last days have begun, and nothing else is said. */
function expiringFault({ operation, before }: Arrival): string | null {
  const [change] = operation.changes;
  const row = change === undefined ? null : before(change);
  if (change === undefined || row === null) return null;
  const at = change.fields["expiry_told_at"];
  const known = row["expiry_told_at"] ?? null;
  if (at !== nearFrom(row["expires_at"]) || operation.at < String(at))
    return "changes.0.fields.expiry_told_at: is not when its last days began";
  return known === null || known === at ? null : "changes.0.fields.expiry_told_at: is set once";
}

/** What telling of a batch that expires soon writes: no person gives it. */
export const expiringCommand = nodeCommand(
  "stock.expire_soon",
  [writesOf(stockTable, { changes: ["expiry_told_at"], events: [stockEvents.expiring] })],
  expiringFault,
);

function isNear({ status, expires_at: until }: StockRow, now: string): boolean {
  const from = nearFrom(until);
  return status === "available" && until !== null && from !== null && from <= now && until > now;
}

/** Whether the branch has been told of a batch already, at another of its places. */
async function isToldElsewhere(db: Reader, row: StockRow): Promise<boolean> {
  const other = await db
    .selectFrom("stock")
    .select("id")
    .where("tenant_id", "=", row.tenant_id)
    .where("branch_id", "=", row.branch_id)
    .where("item_id", "=", row.item_id)
    .where("batch_no", "=", row.batch_no)
    .where("expiry_told_at", "is not", null)
    .executeTakeFirst();
  return other !== undefined;
}

function due({ kysely }: Session, { tenantId, branchId, nowMs }: Looked) {
  return (
    kysely
      .selectFrom("stock")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "=", "available")
      .where("expiry_told_at", "is", null)
      // By the day, of which there is an index: its end is at most a day away in any zone.
      .where("expiry_date", ">=", isoInstant(nowMs - 86_400_000).slice(0, 10))
      .where("expiry_date", "<=", isoInstant(nowMs + nearMs).slice(0, 10))
      .where("expires_at", ">", isoInstant(nowMs))
      .where("expires_at", "<=", isoInstant(nowMs + nearMs))
      .where(
        sql<SqlBool>`(select sum(quantity) from stock_moves where stock_moves.tenant_id = stock.tenant_id and stock_moves.stock_id = stock.id) > 0`,
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("stock as told")
              .select("told.id")
              .whereRef("told.tenant_id", "=", "stock.tenant_id")
              .whereRef("told.branch_id", "=", "stock.branch_id")
              .whereRef("told.item_id", "=", "stock.item_id")
              .whereRef("told.batch_no", "=", "stock.batch_no")
              .where("told.expiry_told_at", "is not", null),
          ),
        ),
      )
      .orderBy("expiry_date")
      .orderBy("id")
      .limit(mostAtOnce)
      .execute()
  );
}

/**
 * Tells once of each batch of a branch whose last 90 days have begun and of which something is there to be given out, at
 * whichever of its places, by the node that is the branch's home. Returns how many.
 */
export function reportExpiring(options: ReportOptions): Promise<number> {
  return reportOnce(options, {
    command: expiringCommand,
    due,
    tell: async (write, id) => {
      const row = await write.load(stockTable, id);
      if (row === null || row.expiry_told_at !== null || !isNear(row, write.at)) return false;
      const { kysely: db } = write.session;
      // Of one batch at two places only one is told of, also by two processes.
      await write.load(itemsTable, row.item_id);
      if (await isToldElsewhere(db, row)) return false;
      if ((await onHandOf({ db, tenantId: row.tenant_id }, [id]))(id) <= 0) return false;
      const changed = write.update(stockTable, row, { expiry_told_at: nearFrom(row.expires_at) });
      const { item_id, location_id, batch_no, expiry_date, status } = changed;
      const thin = { item_id, location_id, batch_no, expiry_date, status };
      write.emit(stockEvents.expiring, stockTable, changed, thin);
      return true;
    },
  });
}
