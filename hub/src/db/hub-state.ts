import type { Session } from "@edgeward/shared/db/session.ts";

/** What the hub remembers of itself under a name, or null. */
export async function readHubState(session: Session, name: string): Promise<string | null> {
  const [row] = await session.query("SELECT state_value FROM hub_state WHERE state_name = $1", [
    name,
  ]);
  return row === undefined ? null : String(row["state_value"]);
}

/** Remembers a value under a name. */
export async function putHubState(session: Session, name: string, value: string): Promise<void> {
  await session.query(
    `INSERT INTO hub_state (state_name, state_value) VALUES ($1, $2)
       ON CONFLICT (state_name) DO UPDATE SET state_value = excluded.state_value`,
    [name, value],
  );
}

/** Remembers a value under a name that has none yet; what stands there then. */
export async function beginHubState(
  session: Session,
  name: string,
  value: string,
): Promise<string> {
  await session.query(
    "INSERT INTO hub_state (state_name, state_value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [name, value],
  );
  return (await readHubState(session, name)) ?? value;
}

/** Replaces a value, where it is still the one that was seen. */
export async function replaceHubState(
  session: Session,
  name: string,
  seen: string,
  value: string,
): Promise<void> {
  await session.query(
    "UPDATE hub_state SET state_value = $3 WHERE state_name = $1 AND state_value = $2",
    [name, seen, value],
  );
}

/** Lets every series of a tenant's numbers leave out some; those of papers, which have no gaps, go on in another lane. */
export async function skipNumbers(
  session: Session,
  tenantId: string,
  count: number,
): Promise<void> {
  await session.query(
    `UPDATE counters SET counter_value = counter_value
        + CASE WHEN counter_name LIKE 'series!_lane:%' ESCAPE '!' THEN 1 ELSE $2 END
      WHERE tenant_id = $1 AND counter_name NOT LIKE 'series:%'`,
    [tenantId, count],
  );
}
