import type { Session } from "@edgeward/shared/db/session.ts";

// Where rows stand on several machines, each of them counts transactions of its own, and a statement runs where its rows are:
// the number in a row of the feed is the coordinator's, so the horizon has to be asked there, by a statement without a table.

const text = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon";

// A transaction that commits in two phases is over here before its rows are seen where they stand; the lock on its own number,
// of 32 bits, it holds until then.
const spreadText = `WITH oldest AS MATERIALIZED (
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid)
    SELECT (oldest.xid - coalesce((
      SELECT max(held.behind) FROM (
        SELECT mod(oldest.xid - transactionid::text::bigint + 4294967296, 4294967296) AS behind FROM pg_locks
         WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted) AS held
       WHERE held.behind < 2147483648), 0))::text AS horizon
    FROM oldest`;

/** The oldest transaction that is still open: what was written before it is seen by whatever is asked from now on. */
export async function askHorizon(session: Pick<Session, "query" | "dialect">): Promise<string> {
  const [row] = await session.query(session.dialect.isSpread ? spreadText : text, []);
  return String(row?.["horizon"]);
}

/** What a statement is given as its horizon: null where it asks by itself, which spares a round trip. */
export async function horizonFor(
  session: Pick<Session, "query" | "dialect">,
): Promise<string | null> {
  return session.dialect.isSpread ? askHorizon(session) : null;
}

/**
 * The horizon in a statement, as a value that an index can be asked for: beside a row policy the planner takes `coalesce` for
 * something that could give away rows of others, and looks at each row of the tenant instead.
 * @param position of the value that `horizonFor` gave, from 1
 */
export function horizonAt(position: number): string {
  const given = `$${position}::xid8`;
  return `CASE WHEN ${given} IS NULL THEN pg_snapshot_xmin(pg_current_snapshot()) ELSE ${given} END`;
}
