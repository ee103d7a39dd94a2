import type { Session } from "@edgeward/shared/db/session.ts";
import type { HandshakeReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { bootstrapNeeded } from "#db/after-upgrade.ts";
import {
  oldestPending,
  placeBeforeDecisions,
  reopenBehind,
  type JournalPlace,
} from "#db/journal-rows.ts";
import { forgetStatement, readState, stateStatement } from "#db/node-state.ts";
import { replayOperation, type ReplayOrigin } from "#db/replay.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";

/** Stands while the hub is to be given back what it had made and lost. */
export const hubLost = "hub_lost";

/** Stands while the hub takes back what it has lost: what other branches send again may lack what the hub had made of it. */
export const hubRestored = "hub_restored";

/** When, by the hub's clock, all that this branch has had been given back to it. */
export const hubGivenBack = "hub_given_back";

/** The branch whose journal the hub has lost a part of. */
export interface LosingBranch {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  readonly runtime: ReplayOrigin["runtime"];
}

/**
 * Sends again what lies behind the place up to which the hub holds the journal, in the transaction at hand.
 * @param isForgotten as of `reopenBehind`
 */
export async function sendAgainBehind(
  session: Session,
  { identity, runtime }: Omit<LosingBranch, "store">,
  place: JournalPlace,
  isForgotten = false,
): Promise<void> {
  const { tenantId, nodeId, branchId } = identity;
  const discarded = await reopenBehind(session, tenantId, place, isForgotten);
  for (const { operation } of discarded)
    await replayOperation(session, operation, {
      tenantId,
      nodeId,
      kind: "branch",
      branchId,
      runtime,
    });
}

function earlierOf(one: JournalPlace, other: JournalPlace | null): JournalPlace {
  if (other === null) return one;
  const isBefore = other.epoch < one.epoch || (other.epoch === one.epoch && other.seq < one.seq);
  return isBefore ? other : one;
}

/**
 * Follows a hub that was put back to a backup: what it had taken since waits to be sent once more, and the feed, whose
 * places mean nothing any more, is read from its beginning; what it had made itself and lost is given back to it then. What
 * was decided at it about operations of this branch may be lost as well: from the first of those on it is asked again what
 * became of each. Done again, it changes nothing.
 * @returns whether the hub was put back since it was last heard, so that its answers about the journal are old
 */
export async function followHub(branch: LosingBranch, reply: HandshakeReply): Promise<boolean> {
  const { held, incarnation, schema } = reply;
  const { tenantId } = branch.identity;
  return branch.store.write({ tenantId, urgency: "note" }, async (session) => {
    const known = await readState(session, "hub_incarnation");
    const isOther = known !== null && known !== incarnation;
    const decided = isOther ? await placeBeforeDecisions(session, tenantId) : null;
    await sendAgainBehind(session, branch, earlierOf(held, decided), isOther);
    await session.runAll([
      stateStatement(session, "hub_incarnation", incarnation),
      stateStatement(session, "hub_schema", String(schema)),
      ...(isOther
        ? [
            stateStatement(session, "bootstrap", bootstrapNeeded),
            stateStatement(session, hubLost, "1"),
            forgetStatement(hubGivenBack),
          ]
        : []),
      ...(isOther || reply.takes_lost_rows === true
        ? [stateStatement(session, hubRestored, "1")]
        : []),
      // It has everything that this branch can give it.
      ...(reply.takes_lost_rows === false && !isOther
        ? [forgetStatement(hubRestored), forgetStatement(hubGivenBack)]
        : []),
    ]);
    return isOther;
  });
}

/**
 * Notes that this branch has given back all that it has: what the hub had lost was read anew, what was its own has been sent
 * again, and the feed has been read to its end.
 * @param at when the hub read that
 */
export async function noteGivenBack(
  { store, identity }: Omit<LosingBranch, "runtime">,
  at: string,
) {
  const { tenantId } = identity;
  const isDone = await store.read({ tenantId }, async (session) => {
    const isReading = (await readState(session, hubLost)) !== null;
    return !isReading && (await oldestPending(session, tenantId)) === null;
  });
  if (!isDone) return;
  await store.write({ tenantId, urgency: "note" }, (session) =>
    session.runAll([stateStatement(session, hubGivenBack, at)]),
  );
}
