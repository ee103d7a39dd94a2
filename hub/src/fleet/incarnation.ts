import { randomBytes } from "node:crypto";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/db/write.ts";
import type { PostgresStore } from "../db/postgres-store.ts";
import { systemOrigin } from "../tenancy/system-origin.ts";

// Numbers that the hub gave out after the backup stand on slips and in branches; more are not given out in a day.
const lostNumbers = 1_000;

/** What putting the hub's fleet in order again needs. */
export interface IncarnationOptions {
  readonly store: PostgresStore;
  readonly runtime: NodeRuntime;
}

async function known(session: SqlSession): Promise<string | null> {
  const [row] = await session.query(
    "SELECT state_value FROM hub_state WHERE state_name = 'incarnation'",
    [],
  );
  return row === undefined ? null : String(row["state_value"]);
}

/** The hub's incarnation: another one after its database has been put back to a backup. */
export async function incarnationOf(session: SqlSession): Promise<string> {
  const here = await known(session);
  if (here !== null) return here;
  const first = randomBytes(12).toString("hex");
  await session.query(
    "INSERT INTO hub_state (state_name, state_value) VALUES ('incarnation', $1) ON CONFLICT DO NOTHING",
    [first],
  );
  return (await known(session)) ?? first;
}

async function tenantIds(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.platform((session) =>
    session.query("SELECT DISTINCT tenant_id FROM directory ORDER BY tenant_id", []),
  );
  return rows.map((row) => String(row["tenant_id"]));
}

async function skipAhead({ store, runtime }: IncarnationOptions, tenantId: string): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    const sql = "UPDATE counters SET counter_value = counter_value + $2 WHERE tenant_id = $1";
    await session.query(sql, [tenantId, lostNumbers]);
    const write = openWrite(session, runtime, systemOrigin(tenantId, null), "hub.restored");
    write.audit({
      module: "sync",
      action: "restore",
      outcome: "success",
      entity_type: "hub",
      entity_id: runtime.nodeId,
      patient_id: null,
      changes: [],
    });
    await write.flush([]);
  });
}

/**
 * Begins another incarnation in the place of the one that lost something, once however many notice it: the branches
 * send again what the hub had taken, read the feed from its beginning, and no number of the hub's is given out twice.
 */
export async function beginIncarnation(options: IncarnationOptions, seen: string): Promise<void> {
  const { store } = options;
  const isCurrent = (session: SqlSession) => known(session).then((here) => here === seen);
  if (!(await store.platform(isCurrent))) return;
  // First, so that a stop in between leaves numbers out rather than giving them again.
  for (const tenantId of await tenantIds(store)) await skipAhead(options, tenantId);
  await store.platform((session) =>
    session.query(
      "UPDATE hub_state SET state_value = $2 WHERE state_name = 'incarnation' AND state_value = $1",
      [seen, randomBytes(12).toString("hex")],
    ),
  );
}
