import { hash } from "node:crypto";
import type { Session } from "@edgeward/shared/db/session.ts";

/** A device's assertion, as far as it has to be remembered. */
interface UsedAssertion {
  readonly deviceId: string;
  readonly id: string;
  /** Milliseconds since the epoch: from then on its age alone refuses it. */
  readonly refusedAfter: number;
}

/** Notes that an assertion has been used; false for one that was used before. @param now milliseconds since the epoch */
export async function noteAssertion(
  session: Session,
  { deviceId, id, refusedAfter }: UsedAssertion,
  now: number,
): Promise<boolean> {
  await session.query("DELETE FROM used_assertions WHERE refused_after < ?", [now]);
  const rows = await session.query(
    `INSERT INTO used_assertions (assertion_hash, refused_after) VALUES (?, ?)
       ON CONFLICT DO NOTHING RETURNING assertion_hash`,
    [hash("sha256", `${deviceId}/${id}`), refusedAfter],
  );
  return rows.length > 0;
}
