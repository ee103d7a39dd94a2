import { sealedOperation } from "@edgeward/shared/db/sealed-values.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import * as z from "zod";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  fleetContract,
  type HandshakeReply,
  type OwnOperation,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { readOperation } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { readStub } from "@edgeward/shared/sync/wire/operation-stub.ts";
import { malformedCode } from "@edgeward/shared/sync/wire/sent-operations.ts";
import {
  lastAnsweredSeq,
  movePending,
  putIntoJournal,
  skipAheadStatement,
} from "#db/journal-rows.ts";
import {
  forgetStatement,
  readState,
  seriesAboveStatement,
  stateStatement,
} from "#db/node-state.ts";
import { putWaitingOnTop } from "#db/arrived-rows.ts";
import { replayOperation } from "#db/replay.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { Epoch } from "./epoch.ts";
import type { HubClient } from "./hub-client.ts";

const pageSize = 500;
// One transaction may keep the desk's writes waiting no longer than this many operations take.
const sliceSize = 100;
// Numbers that stood on slips when the machine was lost and never came up; more are not given out between two contacts.
const lostNumbers = 200;

const restoreShape = z.object({ epoch: z.int(), seq: z.int() });
const pageShape = fleetContract.ownOperations.response;

/** What a restored node needs to take its operations back. */
export interface RestoreOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get" | "post">;
  readonly epoch: Epoch;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
}

/** Lets every series of the branch go on above what the hub has seen of it. */
export function raiseCounters(
  session: Session,
  tenantId: string,
  reply: HandshakeReply,
): Promise<void> {
  return session.runAll(
    reply.counters.map(({ name, value }) => seriesAboveStatement(tenantId, name, value)),
  );
}

/**
 * Goes over to the epoch that the hub has given: what waits here moves into it, the numbers skip ahead, and the place
 * from which the node's own operations are missing is noted, so that a crash at any point goes on from there.
 */
export async function enterEpoch(options: RestoreOptions, reply: HandshakeReply): Promise<void> {
  const { store, identity, epoch } = options;
  const { tenantId } = identity;
  try {
    await store.write({ tenantId }, async (session) => {
      const from = epoch.current;
      const unfinished = await readState(session, "restore");
      const seq = await lastAnsweredSeq(session, tenantId, from);
      const cut = await readState(session, "journal_cut");
      const place = unfinished ?? cut ?? JSON.stringify({ epoch: from, seq });
      await movePending(session, tenantId, reply.epoch);
      await raiseCounters(session, tenantId, reply);
      await session.runAll([
        skipAheadStatement(tenantId, lostNumbers),
        forgetStatement("journal_cut"),
        stateStatement(session, "restore", place),
      ]);
      await epoch.enter(session, reply.epoch);
    });
  } catch (error) {
    await epoch.recall(store, tenantId);
    throw error;
  }
}

async function takeBack(
  options: RestoreOptions,
  session: Session,
  own: OwnOperation,
): Promise<void> {
  const { identity, runtime } = options;
  const given = readOperation(own.operation, own.op_id);
  const seal = valueSealOf(identity.clientKey);
  const sent = sealedOperation(session.schema, given, seal).operation;
  const isStub = readStub(own.operation) !== null;
  const isMalformed = isStub || own.result["code"] === malformedCode;
  const known = await session.query("SELECT operation FROM journal WHERE op_id = ?", [sent.op_id]);
  // Of one that was too large to be sent the hub has nothing to give back; what is here is the whole.
  const operation = isStub && known[0] !== undefined ? readOperation(known[0]["operation"]) : sent;
  // What was no operation made no record here either.
  if (known.length === 0 && !isMalformed) {
    await replayOperation(session, operation, {
      tenantId: identity.tenantId,
      nodeId: identity.nodeId,
      kind: "branch",
      branchId: identity.branchId,
      runtime,
    });
    await putWaitingOnTop(session, identity, operation.changes);
  }
  const isQuarantined = own.outcome === "held" || own.outcome === "rejected";
  await putIntoJournal(session, {
    tenant_id: identity.tenantId,
    epoch: own.epoch,
    seq: own.seq,
    op_id: operation.op_id,
    operation,
    journal_state: isQuarantined ? own.outcome : "acknowledged",
    result: own.result,
    created_at: operation.at,
  });
  if (!isMalformed) options.receiveStamp(operation.hlc);
}

async function takeSlice(options: RestoreOptions, slice: readonly OwnOperation[]): Promise<void> {
  const { store, identity, runtime } = options;
  const last = slice.at(-1);
  if (last === undefined) return;
  await store.write({ tenantId: identity.tenantId }, async (session) => {
    for (const own of slice) await takeBack(options, session, own);
    await session.runAll([
      stateStatement(session, "restore", JSON.stringify({ epoch: last.epoch, seq: last.seq })),
      stateStatement(session, "last_hlc", runtime.tick()),
    ]);
  });
}

async function finish(options: RestoreOptions): Promise<void> {
  const { store, identity, epoch } = options;
  await store.write({ tenantId: identity.tenantId }, async (session) => {
    // Some of what was moved had come up before: its places are free, and an epoch has no gaps.
    await movePending(session, identity.tenantId, epoch.current);
    await session.runAll([forgetStatement("restore")]);
  });
}

/**
 * Takes the node's own operations back from the hub, where a restore is under way; nothing is sent before all are here.
 * @throws HubUnreachable, HubRefusal
 */
export async function takeBackOwnOperations(options: RestoreOptions): Promise<void> {
  const { store, identity, hub } = options;
  for (;;) {
    const text = await store.read({ tenantId: identity.tenantId }, (session) =>
      readState(session, "restore"),
    );
    if (text === null) return;
    const { epoch, seq } = restoreShape.parse(JSON.parse(text));
    const query = `epoch=${epoch}&after_seq=${seq}&limit=${pageSize}`;
    const page = pageShape.parse(await hub.get(`/v1/sync/own-operations?${query}`));
    for (let from = 0; from < page.data.length; from += sliceSize)
      await takeSlice(options, page.data.slice(from, from + sliceSize));
    if (!page.has_more) await finish(options);
  }
}
