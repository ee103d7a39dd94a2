import type { Session } from "@edgeward/shared/db/session.ts";
import type { HandshakeReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { bootstrapNeeded } from "#db/after-upgrade.ts";
import { reopenBehind, type JournalPlace } from "#db/journal-rows.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import { replayOperation, type ReplayOrigin } from "#db/replay.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";

/** Stands while the hub is to be given back what it had made and lost. */
export const hubLost = "hub_lost";

/** Stands once the hub has ever lost something: what other branches send again may lack what the hub had made of it. */
export const hubRestored = "hub_restored";

/** The branch whose journal the hub has lost a part of. */
export interface LosingBranch {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  readonly runtime: ReplayOrigin["runtime"];
}

/** Sends again what lies behind the place up to which the hub holds the journal, in the transaction at hand. */
export async function sendAgainBehind(
  session: Session,
  { identity, runtime }: Omit<LosingBranch, "store">,
  place: JournalPlace,
): Promise<void> {
  const { tenantId, nodeId, branchId } = identity;
  const discarded = await reopenBehind(session, tenantId, place);
  for (const { operation } of discarded)
    await replayOperation(session, operation, {
      tenantId,
      nodeId,
      kind: "branch",
      branchId,
      runtime,
    });
}

/**
 * Follows a hub that was put back to a backup: what it had taken since waits to be sent once more, and the feed, whose
 * places mean nothing any more, is read from its beginning; what it had made itself and lost is given back to it then. Done
 * again, it changes nothing.
 */
export async function followHub(branch: LosingBranch, reply: HandshakeReply): Promise<void> {
  const { held, incarnation, schema } = reply;
  const { tenantId } = branch.identity;
  await branch.store.write({ tenantId, urgency: "note" }, async (session) => {
    const known = await readState(session, "hub_incarnation");
    await sendAgainBehind(session, branch, held);
    const isOther = known !== null && known !== incarnation;
    await session.runAll([
      stateStatement(session, "hub_incarnation", incarnation),
      stateStatement(session, "hub_schema", String(schema)),
      ...(isOther
        ? [
            stateStatement(session, "bootstrap", bootstrapNeeded),
            stateStatement(session, hubLost, "1"),
            stateStatement(session, hubRestored, "1"),
          ]
        : []),
    ]);
  });
}
