import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { feedHorizonsTable } from "#tables/fleet.table.ts";
import { horizonAt, horizonFor } from "./horizon.ts";

/** How long the feed keeps each change; a branch that was away longer begins anew. */
export const usualKeepDays = 30;

const sliceRows = 10_000;

/** A place in the feed of a branch. */
export interface BranchCursor {
  readonly tenantId: string;
  readonly branchId: string;
  readonly cursor: string;
}

/**
 * Whether a cursor is from before the horizon: what was taken out since would be missing. The question is sent as this is
 * called, not some turns later as a query builder's are: a reader asks it behind its others.
 */
export async function isExpired(
  session: Session,
  { tenantId, branchId, cursor }: BranchCursor,
): Promise<boolean> {
  const rows = await session.query(
    "SELECT horizon_cursor FROM feed_horizons WHERE tenant_id = $1 AND feed_scope IN ('*', $2)",
    [tenantId, branchId],
  );
  return rows.some((row) => isBefore(cursor, String(row["horizon_cursor"])));
}

/** Refuses a cursor from before the horizon. @throws AppError cursor_expired */
export async function refuseExpired(session: Session, place: BranchCursor): Promise<void> {
  if (!(await isExpired(session, place))) return;
  throw new AppError(
    "cursor_expired",
    "The feed no longer reaches back to this cursor; take a bootstrap file and go on behind it.",
  );
}

function isBefore(one: string, other: string): boolean {
  const [xid = "", pos = ""] = one.split(".");
  const [otherXid = "", otherPos = ""] = other.split(".");
  if (!/^\d+$/.test(xid) || !/^\d+$/.test(pos)) return false;
  if (BigInt(xid) !== BigInt(otherXid)) return BigInt(xid) < BigInt(otherXid);
  return BigInt(pos) < BigInt(otherPos);
}

// Superseded entries, and purges: whoever comes from before the horizon begins anew and has nothing to purge.
async function removeSlice(
  session: Session,
  tenantId: string,
  keepDays: number,
): Promise<readonly SqlRow[]> {
  const horizon = await horizonFor(session);
  return session.query(
    `WITH old AS (
       SELECT f.pos FROM feed f
        WHERE f.tenant_id = $1 AND f.made_at < now() - make_interval(secs => $2)
          AND f.xid < ${horizonAt(4)}
          AND (f.entry_kind = 'purge' OR EXISTS (
            SELECT 1 FROM feed newer WHERE newer.tenant_id = f.tenant_id
              AND newer.entity_id = f.entity_id AND newer.scope = f.scope AND newer.entity = f.entity
              AND newer.entry_kind = 'row' AND (newer.xid, newer.pos) > (f.xid, f.pos)
              AND newer.xid < ${horizonAt(4)}))
        LIMIT $3)
     DELETE FROM feed USING old WHERE feed.tenant_id = $1 AND feed.pos = old.pos
     RETURNING feed.scope AS scope, feed.xid::text AS xid, feed.pos::text AS pos`,
    [tenantId, keepDays * 86_400, sliceRows, horizon],
  );
}

// A scope of its own for each: a branch where little happens is not behind because much happened in another.
async function moveHorizon(
  session: Session,
  tenantId: string,
  scope: string,
  places: readonly string[],
): Promise<void> {
  const known = await session.kysely
    .selectFrom("feed_horizons")
    .select("horizon_cursor")
    .where("tenant_id", "=", tenantId)
    .where("feed_scope", "=", scope)
    .executeTakeFirst();
  const before = known?.horizon_cursor ?? "0.0";
  const horizon = places.reduce((last, place) => (isBefore(last, place) ? place : last), before);
  const row = { tenant_id: tenantId, feed_scope: scope, horizon_cursor: horizon };
  const statement = upsertStatement(session.dialect, feedHorizonsTable, row);
  await session.query(statement.text, statement.values);
}

async function compactSlice(session: Session, tenantId: string, keepDays: number): Promise<number> {
  const rows = await removeSlice(session, tenantId, keepDays);
  for (const [scope, group] of Map.groupBy(rows, (row) => String(row["scope"]))) {
    const places = group.map((row) => `${String(row["xid"])}.${String(row["pos"])}`);
    await moveHorizon(session, tenantId, scope, places);
  }
  return rows.length;
}

/** Keeps of what is older than some days the newest entry of each record; returns how many entries went. */
export async function compactFeed(
  store: Store,
  tenantId: string,
  keepDays: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await store.write({ tenantId }, (session) =>
      compactSlice(session, tenantId, keepDays),
    );
    removed += count;
    if (count < sliceRows) return removed;
  }
}
