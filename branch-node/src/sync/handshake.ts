import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { fleetContract, type HandshakeReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { lastAnsweredSeq, lastSeq, oldestPending, operationIdAt } from "#db/journal-rows.ts";
import type { AuditExchange } from "./audit-exchange.ts";
import type { BranchClock } from "./branch-clock.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import { release } from "#node/release.ts";
import { noteTaken } from "./answers.ts";
import { HubRefusal } from "./hub-client.ts";
import { followHub, hubGivenBack } from "./hub-restored.ts";
import {
  enterEpoch,
  raiseCounters,
  takeBackOwnOperations,
  type RestoreOptions,
} from "./restore.ts";

/** What a node needs to introduce itself to the hub. */
export interface HandshakeOptions extends RestoreOptions {
  readonly installId: string;
  /** Learns from the answer what time it is. */
  readonly clock?: Pick<BranchClock, "deviceNow" | "learn">;
  /** Swaps checkpoints of the audit with the hub. */
  readonly audit?: Pick<AuditExchange, "give" | "take">;
  /** As of `noteReply`. */
  readonly onQuarantined?: () => void;
}

const replyShape = fleetContract.handshake.response;

async function say(options: HandshakeOptions, isForked: boolean): Promise<HandshakeReply> {
  const { store, identity, hub, installId, epoch, runtime } = options;
  const { tenantId } = identity;
  const here = await store.read({ tenantId }, async (session) => ({
    last: await lastSeq(session, tenantId, epoch.current),
    answered: await lastAnsweredSeq(session, tenantId, epoch.current),
    oldest: await oldestPending(session, tenantId),
    incarnation: await readState(session, "hub_incarnation"),
    nonce: await readState(session, "greeting_nonce"),
    givenBack: await readState(session, hubGivenBack),
  }));
  const handshake = {
    epoch: epoch.current,
    next_seq: here.last + 1,
    install_id: installId,
    is_forked: isForked,
    schema: operationSchemaVersion,
    answered_seq: here.answered,
    incarnation: here.incarnation,
    nonce: here.nonce,
    given_back_at: here.givenBack,
    oldest_unsent_at: here.oldest,
    release,
    ...(options.audit === undefined ? {} : { audit: await options.audit.give() }),
  };
  const askedAt = options.clock?.deviceNow() ?? 0;
  const answer = await hub.post("/v1/sync/hello", handshake, runtime.newId("req"));
  const reply = replyShape.parse(answer);
  options.clock?.learn(Date.parse(reply.server_time), askedAt);
  const { nonce } = reply;
  if (reply.audit !== undefined) await options.audit?.take(reply.audit);
  if (nonce !== null)
    await store.write({ tenantId, urgency: "note" }, (session) =>
      session.runAll([stateStatement(session, "greeting_nonce", nonce)]),
    );
  return reply;
}

// A backup that was put back may have grown past the hub's place with other operations; numbers alone do not show it.
async function isOwnStream(options: HandshakeOptions, reply: HandshakeReply): Promise<boolean> {
  const { accepted_op_id: opId, accepted_seq: seq, epoch } = reply;
  const { tenantId } = options.identity;
  // A journal that came back from a mirror without what the hub had: the hub brings all that back.
  const cut = await options.store.read({ tenantId }, (session) =>
    readState(session, "journal_cut"),
  );
  if (cut !== null) return false;
  if (opId === null) return true;
  const here = await options.store.read({ tenantId }, (session) =>
    operationIdAt(session, tenantId, epoch, seq),
  );
  return here === opId;
}

/**
 * Gets in touch with the hub: learns whether the node's stream is still its own, and takes back what a restored
 * machine has lost before anything else is exchanged. @throws HubUnreachable, HubRefusal `blocked` for a copy
 * @param isForked whether the hub has refused a batch because it holds another operation at one of its places
 */
export async function performHandshake(
  options: HandshakeOptions,
  isForked: boolean,
): Promise<void> {
  await takeBackOwnOperations(options);
  const first = await say(options, isForked);
  const isFork = first.verdict === "known" && !(await isOwnStream(options, first));
  const second = isFork ? await say(options, true) : first;
  if (second.verdict === "blocked") {
    throw new HubRefusal(409, "blocked", second.reason ?? "the hub refuses this machine", {
      reason: "another_machine",
    });
  }
  const isPutBack = await followHub(options, second);
  // It has answered by a journal that has been opened again since.
  const reply = isPutBack && second.verdict === "known" ? await say(options, false) : second;
  if (reply.verdict === "restored") {
    await enterEpoch(options, reply);
    await takeBackOwnOperations(options);
  } else {
    const { tenantId } = options.identity;
    // With the operation at the hub's place everything before it is the same, too: no place is ever taken twice.
    if (reply.unanswered !== undefined && reply.accepted_op_id !== null)
      await noteTaken(options, reply.unanswered);
    await options.store.write({ tenantId, urgency: "note" }, (session) =>
      raiseCounters(session, tenantId, reply),
    );
  }
}
