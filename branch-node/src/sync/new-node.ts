import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { bootstrapNeeded } from "#db/after-upgrade.ts";
import { movePending } from "#db/journal-rows.ts";
import { forgetStatement, readState, stateStatement } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { sendAgainBehind } from "./hub-restored.ts";

/**
 * Makes the work of the node that this machine was before this node's: all of its journal waits to be sent once more, in
 * the epoch that the hub has given, and everything is taken from the hub anew. What the hub has already, it says so. Once.
 */
export async function takeOverWork(
  store: SqliteStore,
  identity: NodeIdentity,
  hashValue: NodeRuntime["hashValue"],
): Promise<void> {
  const { tenantId, nodeId, epoch, previousNodeId } = identity;
  if (previousNodeId === undefined) return;
  await store.write({ tenantId }, async (session) => {
    if ((await readState(session, "node_id")) === nodeId) return;
    const runtime = { nodeId, newId: createIdSource(systemClock.now), hashValue };
    await sendAgainBehind(session, { identity, runtime }, { epoch: 0, seq: 0 });
    await movePending(session, tenantId, epoch);
    await session.runAll([
      forgetStatement("journal_cut"),
      forgetStatement("restore"),
      forgetStatement("greeting_nonce"),
      stateStatement(session, "epoch", String(epoch)),
      stateStatement(session, "bootstrap", bootstrapNeeded),
      stateStatement(session, "node_id", nodeId),
    ]);
  });
}
