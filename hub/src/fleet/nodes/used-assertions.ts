import { createHash } from "node:crypto";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

/** Uses an assertion up, for every process of the hub; false for one that was used before. @param until milliseconds since the epoch, when it is refused by its age */
export function useAssertion(
  store: Pick<PostgresStore, "platform">,
  name: string,
  until: number,
): Promise<boolean> {
  const hash = createHash("sha256").update(name).digest("hex");
  return store.platform(async (session) => {
    const rows = await session.query(
      `INSERT INTO used_assertions (assertion_hash, refused_after) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING assertion_hash`,
      [hash, until],
    );
    return rows.length === 1;
  });
}

/** Forgets those that are refused by their age by now. @param now milliseconds since the epoch */
export async function forgetUsedAssertions(session: Session, now: number): Promise<void> {
  await session.query("DELETE FROM used_assertions WHERE refused_after < $1", [now]);
}
