import type { Session } from "@edgeward/shared/db/session.ts";

// Where rows stand on several machines, each of them counts transactions of its own, and a statement runs where its rows are:
// the number in a row of the feed is the coordinator's, so the horizon has to be asked there, by a statement without a table.

/** The oldest transaction that is still open: what was written before it is seen by whatever is asked from now on. */
export async function askHorizon(session: Pick<Session, "query">): Promise<string> {
  const [row] = await session.query(
    "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon",
    [],
  );
  return String(row?.["horizon"]);
}

/** What a statement is given as its horizon: null where it asks by itself, which spares a round trip. */
export async function horizonFor(
  session: Pick<Session, "query" | "dialect">,
): Promise<string | null> {
  return session.dialect.isSpread ? askHorizon(session) : null;
}

/** The horizon in a statement. @param position of the value that `horizonFor` gave, from 1 */
export function horizonAt(position: number): string {
  return `coalesce($${position}::xid8, pg_snapshot_xmin(pg_current_snapshot()))`;
}
