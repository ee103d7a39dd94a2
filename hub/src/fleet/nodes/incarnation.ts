import { randomBytes } from "node:crypto";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import {
  beginHubState,
  putHubState,
  readHubState,
  replaceHubState,
  skipNumbers,
} from "#db/hub-state.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";

// Numbers that the hub gave out after the backup stand on slips and in branches; more are not given out in a day.
const lostNumbers = 1_000;

/** What putting the hub's fleet in order again needs. */
export interface IncarnationOptions {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
}

const name = "incarnation";

/** Under this the hub remembers when it noticed last that it was put back to a backup. */
export const beganName = "incarnation_began";

/** Under this from when on something may have been lost: the last moment that the backup is known to have. */
export const lostFromName = "incarnation_lost_from";

/** The hub's incarnation as far as one has begun; it writes nothing. */
export function knownIncarnation(session: Session): Promise<string | null> {
  return readHubState(session, name);
}

/** The hub's incarnation: another one after its database has been put back to a backup. */
export async function incarnationOf(session: Session): Promise<string> {
  const here = await knownIncarnation(session);
  return here ?? beginHubState(session, name, randomBytes(12).toString("hex"));
}

// A database that was loaded from a dump into another server counts its transactions from the beginning: what the feed
// holds seems to be of transactions still to come, which no reader passes. Cursors from before begin anew anyway.
async function bringFeedBack(session: Session, tenantId: string): Promise<void> {
  await session.query(
    `WITH moved AS (
       UPDATE feed SET xid = pg_current_xact_id()
        WHERE tenant_id = $1 AND xid > pg_current_xact_id() RETURNING 1)
     DELETE FROM feed_horizons WHERE tenant_id = $1 AND EXISTS (SELECT 1 FROM moved)`,
    [tenantId],
  );
}

async function skipAhead({ store, runtime }: IncarnationOptions, tenantId: string): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    await skipNumbers(session, tenantId, lostNumbers);
    await bringFeedBack(session, tenantId);
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
 * @param backupSeenAt RFC 3339: a moment that the backup has, where one is known
 */
export async function beginIncarnation(
  options: IncarnationOptions,
  seen: string,
  backupSeenAt: string | null = null,
): Promise<void> {
  const { store } = options;
  if ((await store.platform((session) => readHubState(session, name))) !== seen) return;
  // First, so that a stop in between leaves numbers out rather than giving them again.
  for (const tenantId of await tenantIds(store)) await skipAhead(options, tenantId);
  const began = isoInstant(options.runtime.now());
  await store.platform(async (session) => {
    await putHubState(session, beganName, began);
    // What was lost before that may still come back from a branch that has been away.
    const earlier = await readHubState(session, lostFromName);
    const from = [earlier ?? backupSeenAt ?? "", backupSeenAt ?? ""].toSorted()[0] ?? "";
    await putHubState(session, lostFromName, from);
  });
  const next = randomBytes(12).toString("hex");
  await store.platform((session) => replaceHubState(session, name, seen, next));
}
