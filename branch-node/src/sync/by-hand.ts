import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import * as z from "zod";
import { createHlc, tolerableAheadMs } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { carriedFeedShape, carriedReplyShape } from "@edgeward/shared/sync/wire/by-hand.ts";
import { lastStamp } from "#db/last-stamp.ts";
import { readState } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { branchSeal, type NodeIdentity } from "#node/identity.ts";
import { journalSink } from "./journal-sink.ts";
import { pullOnce } from "./pull.ts";
import { noteReply } from "./answers.ts";
import { buildBatch, signBatch } from "./push.ts";

/** A branch whose exchange with the hub is carried by hand; the desk may be at work on the same database. */
export interface HandBranch {
  readonly identity: NodeIdentity;
  readonly store: SqliteStore;
  readonly runtime: WriteRuntime;
  readonly receiveStamp: (hlc: string) => void;
}

const keySetShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** A branch's parts for an exchange by hand. */
export async function handBranch(
  identity: NodeIdentity,
  store: SqliteStore,
  hashValue: WriteRuntime["hashValue"],
): Promise<HandBranch> {
  const clock = createHlc({
    now: systemClock.now,
    nodeTag: identity.nodeId,
    mostAheadMs: tolerableAheadMs,
  });
  const lastHlc = await store.read({ tenantId: identity.tenantId }, (session) =>
    lastStamp(session, identity.tenantId),
  );
  if (lastHlc !== null) clock.restore(lastHlc);
  const runtime: WriteRuntime = {
    nodeId: identity.nodeId,
    kind: "branch",
    now: systemClock.now,
    newId: createIdSource(systemClock.now),
    tick: clock.tick,
    hashValue,
    valueSeal: branchSeal(identity),
    sink: journalSink(() => identity.epoch),
    reactors: [],
  };
  const receiveStamp = (hlc: string) => {
    clock.receive(hlc);
  };
  return { identity, store, runtime, receiveStamp };
}

/** Where the branch's feed stands; the hub's file has to begin there or before. */
export function feedPlace({ store, identity }: HandBranch): Promise<string | null> {
  return store.read({ tenantId: identity.tenantId }, (session) =>
    readState(session, "feed_cursor"),
  );
}

/** All that waits to be sent, a signed batch to a line. Nothing is marked as sent: that is for the reply to say. */
export async function* carriedBatches(branch: HandBranch): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const batch = await buildBatch(branch, after);
    if (batch === null) return;
    after = batch.first_seq + batch.ops.length - 1;
    yield JSON.stringify({ ...batch, signature: await signBatch(batch, branch.identity) });
  }
}

async function opened(branch: HandBranch, jws: string): Promise<unknown> {
  const text = await branch.store.read({ tenantId: branch.identity.tenantId }, (session) =>
    readState(session, "hub_keys"),
  );
  if (text === null) throw new Error("this branch has never been in touch with its hub");
  const keys: JSONWebKeySet = keySetShape.parse(JSON.parse(text));
  try {
    const { payload } = await compactVerify(jws, createLocalJWKSet(keys), {
      algorithms: ["EdDSA"],
    });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    throw new Error("the file was not signed by this branch's hub");
  }
}

/** Notes the hub's answer to one batch; returns how many operations it is about. @throws Error for another node's or a forged one */
export async function takeCarriedReply(branch: HandBranch, jws: string): Promise<number> {
  const { node_id: nodeId, reply } = carriedReplyShape.parse(await opened(branch, jws));
  if (nodeId !== branch.identity.nodeId) throw new Error("the reply is for another node");
  await noteReply(branch, reply);
  return reply.results.length;
}

function isBefore(one: string, other: string): boolean {
  const [xid = "0", pos = "0"] = one.split(".");
  const [otherXid = "0", otherPos = "0"] = other.split(".");
  if (BigInt(xid) !== BigInt(otherXid)) return BigInt(xid) < BigInt(otherXid);
  return BigInt(pos) < BigInt(otherPos);
}

/** Takes one page of the feed; returns how many rows it brought, 0 for one that is here already. @throws Error for a page of another branch, or one with a gap before it */
export async function takeCarriedFeed(branch: HandBranch, jws: string): Promise<number> {
  const { identity } = branch;
  const carried = carriedFeedShape.parse(await opened(branch, jws));
  if (carried.tenant_id !== identity.tenantId || carried.branch_id !== identity.branchId)
    throw new Error("the feed is for another branch");
  const here = (await feedPlace(branch)) ?? "0.0";
  if (!isBefore(here, carried.page.cursor)) return 0;
  if (isBefore(here, carried.from))
    throw new Error("rows are missing before this file; have one made that begins earlier");
  const hub = { get: () => Promise.resolve(carried.page) };
  await pullOnce({ ...branch, hub, onArrived: () => undefined });
  return carried.page.data.length;
}
