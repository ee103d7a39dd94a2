import { createHash } from "node:crypto";
import { FlattenedSign } from "jose";
import { sql } from "kysely";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/operation.ts";
import {
  batchReplyShape,
  maximumBatchBytes,
  type Batch,
  type BatchReply,
  type OperationResult,
} from "@edgeward/shared/sync/batch.contract.ts";
import { journalOpen, type JournalRow } from "../db/branch.table.ts";
import { readState, stateStatement } from "../db/node-state.ts";
import type { SqliteStore } from "../db/sqlite-store.ts";
import type { NodeIdentity } from "../identity.ts";
import { BatchSize } from "./batch-size.ts";
import { HubRefusal, type HubClient } from "./hub-client.ts";
import { sendAgainBehind } from "./hub-restored.ts";

/** What a push needs of the node. */
export interface PushOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "post">;
  /** What has been learnt of how much gets through. */
  readonly size?: BatchSize;
}

/** A detached JWS over the canonical JSON of a batch. */
export async function signBatch(
  batch: Readonly<Record<string, unknown>>,
  identity: Pick<NodeIdentity, "nodeId" | "privateKey">,
): Promise<string> {
  const signed = await new FlattenedSign(new TextEncoder().encode(canonicalJson(batch)))
    .setProtectedHeader({ alg: "EdDSA", kid: identity.nodeId })
    .sign(identity.privateKey);
  return `${signed.protected ?? ""}..${signed.signature}`;
}

function unsent(
  session: SqlSession,
  identity: NodeIdentity,
  afterSeq: number,
  most: number,
): Promise<readonly JournalRow[]> {
  return session.kysely
    .selectFrom("journal")
    .selectAll()
    .where("tenant_id", "=", identity.tenantId)
    .where("epoch", "=", identity.epoch)
    .where(sql<boolean>`${sql.raw(journalOpen)}`)
    .where("journal_state", "=", "pending")
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(most)
    .execute();
}

// A batch ends between operations, never within one; one operation larger than a batch goes alone.
function fitting(rows: readonly JournalRow[]): readonly JournalRow[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row.operation));
    return bytes > maximumBatchBytes - 10_000;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}

/** The next batch of what waits behind a place of the journal, or null when nothing does. */
export async function buildBatch(
  options: Pick<PushOptions, "store" | "identity" | "runtime" | "size">,
  afterSeq: number,
): Promise<Batch | null> {
  const { store, identity, runtime, size = new BatchSize() } = options;
  const scope = { tenantId: identity.tenantId };
  const { rows, previous, hubSchema } = await store.read(scope, async (session) => ({
    rows: fitting(await unsent(session, identity, afterSeq, size.most)),
    previous: await readState(session, "last_batch_hash"),
    hubSchema: await readState(session, "hub_schema"),
  }));
  const [first] = rows;
  if (first === undefined) return null;
  return {
    batch_id: runtime.newId("bat"),
    branch: identity.branchId,
    epoch: identity.epoch,
    first_seq: first.seq,
    schema: operationSchemaVersion,
    sent_at: isoInstant(runtime.now()),
    prev_batch_hash: previous,
    ops: rows.map((row) => mutable(forHub(row.operation, hubSchema))),
  };
}

// A hub of the first release refuses a batch whose operations say what they build on.
function forHub(operation: JournalRow["operation"], hubSchema: string | null) {
  if (hubSchema !== "1") return operation;
  const { deps: _unknown, ...rest } = operation;
  return rest;
}

// The contract's type of an operation has lists that may be written; the journal's has not. They are the same JSON.
function mutable(operation: JournalRow["operation"]): Batch["ops"][number] {
  return {
    ...operation,
    changes: operation.changes.map((change) => ({
      ...change,
      fields: { ...change.fields },
      base: { ...change.base },
    })),
    events: operation.events.map((event) => ({ ...event, payload: { ...event.payload } })),
  };
}

function journalState(result: OperationResult): string {
  return result.outcome === "held" || result.outcome === "rejected"
    ? result.outcome
    : "acknowledged";
}

/** The name of a batch in the one that follows it. */
function batchHash(batch: Batch): string {
  return createHash("sha256").update(canonicalJson(batch)).digest("hex");
}

/** Notes what became of a batch. @param hash the batch's, where it is at hand */
export async function noteReply(
  options: Pick<PushOptions, "store" | "identity">,
  hash: string | null,
  reply: BatchReply,
): Promise<void> {
  const { store, identity } = options;
  await store.write({ tenantId: identity.tenantId }, async (session) => {
    for (const result of reply.results) {
      await session.query(
        "UPDATE journal SET journal_state = ?, result = ? WHERE op_id = ? AND journal_state = 'pending'",
        [journalState(result), JSON.stringify(result), result.op_id],
      );
      // A refused operation stays marked on its record, so that nobody takes it for settled.
      if (journalState(result) === "acknowledged") {
        await session.query("DELETE FROM pending_entities WHERE tenant_id = ? AND op_id = ?", [
          identity.tenantId,
          result.op_id,
        ]);
      }
    }
    await session.runAll([
      ...(hash === null ? [] : [stateStatement(session, "last_batch_hash", hash)]),
      stateStatement(session, "last_contact_at", reply.server_time),
    ]);
  });
}

// The hub says where it stands: what lies before was taken although its answer was lost; what lies behind goes again.
async function rejoin(options: PushOptions, epoch: number, expectedSeq: number): Promise<void> {
  const { store, identity } = options;
  await store.write({ tenantId: identity.tenantId }, (session) =>
    sendAgainBehind(session, identity, { epoch, seq: expectedSeq - 1 }),
  );
}

/** What one push came to. */
export type PushResult =
  | { readonly kind: "idle" }
  | { readonly kind: "sent"; readonly count: number; readonly results: readonly OperationResult[] };

/**
 * Sends the next batch of the journal. Sending it again, wholly or in part, changes nothing at the hub.
 * @throws HubUnreachable, HubRefusal
 */
export async function pushOnce(options: PushOptions): Promise<PushResult> {
  const batch = await buildBatch(options, 0);
  if (batch === null) return { kind: "idle" };
  const signature = await signBatch(batch, options.identity);
  try {
    const answer = await options.hub.post(
      "/v1/sync/offline-batch",
      { ...batch, signature },
      batch.batch_id,
    );
    const reply = batchReplyShape.parse(answer);
    await noteReply(options, batchHash(batch), reply);
    options.size?.passed();
    return { kind: "sent", count: batch.ops.length, results: reply.results };
  } catch (error) {
    const isTooLarge = error instanceof HubRefusal && error.status === 413;
    if (isTooLarge && options.size?.refused(batch.ops.length) === true) return pushOnce(options);
    if (error instanceof HubRefusal && error.code === "sequence_gap") {
      const { expected_seq: expected, epoch, is_forked: isForked } = error.details;
      // In another epoch, or on another's stream, there is nothing to join on to: the greeting that follows says so.
      const isOurs = epoch === batch.epoch && isForked !== true;
      if (isOurs && typeof expected === "number") await rejoin(options, batch.epoch, expected);
    }
    throw error;
  }
}
