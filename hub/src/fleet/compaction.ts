import type { SqlSession, Store } from "@edgeward/shared/db/session.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { feedHorizonsTable } from "./fleet.table.ts";

/** How long the feed keeps each change; a branch that was away longer begins anew. */
export const usualKeepDays = 30;

const sliceRows = 10_000;

/** Refuses a cursor from before the horizon: what was taken out since would be missing. @throws AppError cursor_expired */
export async function refuseExpired(
  session: SqlSession,
  tenantId: string,
  cursor: string | undefined,
): Promise<void> {
  // Whoever begins at the beginning has nothing that could be out of date.
  if (cursor === undefined || cursor === "0.0") return;
  const row = await session.kysely
    .selectFrom("feed_horizons")
    .select("horizon_cursor")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (row === undefined || !isBefore(cursor, row.horizon_cursor)) return;
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
  session: SqlSession,
  tenantId: string,
  keepDays: number,
): Promise<{ readonly count: number; readonly last: string | null }> {
  const rows = await session.query(
    `WITH old AS (
       SELECT f.pos FROM feed f
        WHERE f.tenant_id = $1 AND f.made_at < now() - make_interval(secs => $2)
          AND f.xid < pg_snapshot_xmin(pg_current_snapshot())
          AND (f.entry_kind = 'purge' OR EXISTS (
            SELECT 1 FROM feed newer WHERE newer.tenant_id = f.tenant_id
              AND newer.entity_id = f.entity_id AND newer.scope = f.scope AND newer.entity = f.entity
              AND newer.entry_kind = 'row' AND (newer.xid, newer.pos) > (f.xid, f.pos)
              AND newer.xid < pg_snapshot_xmin(pg_current_snapshot())))
        LIMIT $3)
     DELETE FROM feed USING old WHERE feed.tenant_id = $1 AND feed.pos = old.pos
     RETURNING feed.xid::text AS xid, feed.pos::text AS pos`,
    [tenantId, keepDays * 86_400, sliceRows],
  );
  const places = rows.map((row) => `${String(row["xid"])}.${String(row["pos"])}`);
  const last = places.reduce<string | null>(
    (latest, place) => (latest === null || isBefore(latest, place) ? place : latest),
    null,
  );
  return { count: rows.length, last };
}

async function moveHorizon(session: SqlSession, tenantId: string, place: string): Promise<void> {
  const known = await session.kysely
    .selectFrom("feed_horizons")
    .select("horizon_cursor")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (known !== undefined && !isBefore(known.horizon_cursor, place)) return;
  const row = { tenant_id: tenantId, horizon_cursor: place };
  const statement = upsertStatement(session.dialect, feedHorizonsTable, row);
  await session.query(statement.text, statement.values);
}

/** Keeps of what is older than some days the newest entry of each record; returns how many entries went. */
export async function compactFeed(
  store: Store,
  tenantId: string,
  keepDays: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { count } = await store.write({ tenantId }, async (session) => {
      const slice = await removeSlice(session, tenantId, keepDays);
      if (slice.last !== null) await moveHorizon(session, tenantId, slice.last);
      return slice;
    });
    removed += count;
    if (count < sliceRows) return removed;
  }
}
