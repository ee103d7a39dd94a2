import type { Session } from "@edgeward/shared/db/session.ts";
import { readState } from "./node-state.ts";

// What a tablet has sent bears the tablet's stamps, which may be older than this node's own before them.
const looked = 100;

/**
 * The newest stamp that this node has given or taken in, null where there is none. What it gave stands in the journal:
 * noted beside it as well, it was a page more to write with each change.
 */
export async function lastStamp(session: Session, tenantId: string): Promise<string | null> {
  const noted = await readState(session, "last_hlc");
  const [row] = await session.query(
    `SELECT max(operation ->> '$.hlc') AS newest FROM (
       SELECT operation FROM journal WHERE tenant_id = ? ORDER BY epoch DESC, seq DESC LIMIT ?)`,
    [tenantId, looked],
  );
  const given = row?.["newest"];
  if (typeof given !== "string") return noted;
  return noted !== null && noted > given ? noted : given;
}
