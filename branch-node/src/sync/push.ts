import { sql } from "kysely";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { type NodeRuntime, operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  batchReplyShape,
  type Batch,
  type OperationResult,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { stubOf } from "@edgeward/shared/sync/wire/operation-stub.ts";
import {
  batchEnvelopeBytes,
  maximumBatchBytes,
} from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { signatureOf, signedText } from "@edgeward/shared/sync/wire/batch-signature.ts";
import type { BranchClock } from "./branch-clock.ts";
import { journalOpen, type JournalRow } from "#db/branch.table.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { noteReply } from "./answers.ts";
import { BatchSize } from "./batch-size.ts";
import { HubRefusal, type HubClient } from "./hub-client.ts";
import { sendAgainBehind } from "./hub-restored.ts";

/** What a push needs of the node. */
export interface PushOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "post">;
  /** The machine's own clock, which the hub compares with its own. */
  readonly clock?: Pick<BranchClock, "deviceNow">;
  /** What has been learnt of how much gets through. */
  readonly size?: BatchSize;
  /** Hears of each batch that has been answered, and how many operations it had. */
  readonly onAnswered?: (count: number) => void;
  /** As of `noteReply`. */
  readonly onQuarantined?: () => void;
}

// Reading, packing and signing 1,000 operations and noting what became of them holds the thread that answers for 90 to 180 ms.
const busyOperations = 200;

type Signer = Pick<NodeIdentity, "nodeId" | "privateKey">;

/** A detached JWS over the canonical JSON of a batch. */
export function signBatch(
  batch: Readonly<Record<string, unknown>>,
  identity: Signer,
): Promise<string> {
  return signatureOf(canonicalJson(batch), identity);
}

function unsent(
  session: Session,
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
    return bytes > maximumBatchBytes - batchEnvelopeBytes;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}

/** The next batch of what waits behind a place of the journal, or null when nothing does. */
export async function buildBatch(
  options: Pick<PushOptions, "store" | "identity" | "runtime" | "size" | "clock">,
  afterSeq: number,
): Promise<Batch | null> {
  const { store, identity, runtime, size = new BatchSize() } = options;
  const most = store.isBusy?.() === true ? Math.min(size.most, busyOperations) : size.most;
  const rows = await store.read(
    { tenantId: identity.tenantId, urgency: "behind" },
    async (session) => fitting(await unsent(session, identity, afterSeq, most)),
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    batch_id: runtime.newId("bat"),
    branch: identity.branchId,
    epoch: identity.epoch,
    first_seq: first.seq,
    schema: operationSchemaVersion,
    sent_at: isoInstant(options.clock?.deviceNow() ?? runtime.now()),
    ops: rows.map((row) => mutable(row.operation)),
  };
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

// The hub says where it stands: what lies before was taken although its answer was lost; what lies behind goes again.
async function rejoin(options: PushOptions, epoch: number, expectedSeq: number): Promise<void> {
  const { store, identity } = options;
  await store.write({ tenantId: identity.tenantId, urgency: "note" }, (session) =>
    sendAgainBehind(session, options, { epoch, seq: expectedSeq - 1 }),
  );
}

/** What one push came to. */
export type PushResult =
  | { readonly kind: "idle" }
  | { readonly kind: "sent"; readonly count: number; readonly results: readonly OperationResult[] };

/** A batch that has been sent. */
interface Sent {
  readonly batch: Batch;
  readonly answer: Promise<unknown>;
}

/** A batch, whose operations may be stubs. */
type SentBatch = Readonly<Record<string, unknown>> & Pick<Batch, "batch_id">;

/** A batch as it goes to the hub. */
interface SignedBatch<B extends SentBatch = Batch> {
  readonly batch: B;
  readonly signature: string;
  /** The very text that was signed, with the signature behind it: the hub need make none of its own. */
  readonly text: string;
}

/** Signs a batch for the hub. */
export async function signedBatch<B extends SentBatch>(
  batch: B,
  identity: Signer,
): Promise<SignedBatch<B>> {
  const content = canonicalJson(batch);
  const signature = await signatureOf(content, identity);
  const text = signedText(content, signature);
  return { batch, signature, text };
}

/** Sends a signed batch. @throws HubUnreachable, HubRefusal */
export function sendBatch(
  hub: PushOptions["hub"],
  signed: SignedBatch<SentBatch>,
): Promise<unknown> {
  const { batch, signature, text } = signed;
  const body = { ...batch, signature };
  return hub.post("/v1/sync/offline-batch", body, batch.batch_id, text);
}

function send({ hub }: PushOptions, signed: SignedBatch): Sent {
  return { batch: signed.batch, answer: sendBatch(hub, signed) };
}

/** The batches of one push, in their order: so many under way as have proved to get through. */
class BatchQueue {
  readonly #options: PushOptions;
  readonly #size: BatchSize;
  #most: number;
  #waiting: Sent[] = [];
  #last: Sent | null = null;
  #hasFailed = false;

  constructor(options: PushOptions, size: BatchSize, most: number) {
    this.#options = options;
    this.#size = size;
    this.#most = most;
  }

  async fill(): Promise<void> {
    while (this.#most > 0 && this.#waiting.length < this.#size.underWay) {
      const last = this.#last?.batch;
      const after = last === undefined ? 0 : last.first_seq + last.ops.length - 1;
      const batch = await buildBatch(this.#options, after);
      this.#most = batch === null ? 0 : this.#most - 1;
      if (batch === null) return;
      const next = await signedBatch(batch, this.#options.identity);
      // Behind one that did not get through the next would come before its turn, and have to go again as well.
      if (this.#hasFailed) return;
      this.#last = send(this.#options, next);
      // It is awaited when those before it have been answered; until then nobody may take it for one that nobody handles.
      this.#last.answer.catch(() => {
        this.#hasFailed = true;
      });
      this.#waiting.push(this.#last);
    }
  }

  next(): Sent | undefined {
    return this.#waiting.shift();
  }

  /** Waits until nothing is under way any more. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#waiting.map(({ answer }) => answer));
    this.#waiting = [];
  }
}

// In another epoch, or on another's stream, there is nothing to join on to: the handshake that follows says so.
async function joinOn(options: PushOptions, batch: Batch, error: unknown): Promise<void> {
  if (!(error instanceof HubRefusal) || error.code !== "sequence_gap") return;
  const { expected_seq: expected, epoch, is_forked: isForked } = error.details;
  const isOurs = epoch === batch.epoch && isForked !== true;
  if (isOurs && typeof expected === "number") await rejoin(options, batch.epoch, expected);
}

// The hub, or a gateway before it, refuses one operation by itself for its size: in its place in the stream goes what it is,
// and the stream goes on. The whole stays here, in sight among what was refused.
async function sendStub(
  options: PushOptions,
  { ops, ...rest }: Batch,
): Promise<readonly OperationResult[]> {
  const batch = { ...rest, batch_id: options.runtime.newId("bat"), ops: ops.map(stubOf) };
  const answer = await sendBatch(options.hub, await signedBatch(batch, options.identity));
  const reply = batchReplyShape.parse(answer);
  await noteReply(options, reply);
  options.onAnswered?.(reply.results.length);
  return reply.results;
}

function cameTo(results: readonly OperationResult[]): PushResult {
  return results.length === 0 ? { kind: "idle" } : { kind: "sent", count: results.length, results };
}

/** What one push came to, and what was done behind it. */
function together(results: readonly OperationResult[], behind: PushResult): PushResult {
  return cameTo([...results, ...(behind.kind === "sent" ? behind.results : [])]);
}

/**
 * Sends the next batches of the journal, the later ones without waiting for the answers to those before: a line that
 * takes long to answer then costs its time once and not once a batch. Sending any of them again, wholly or in part,
 * changes nothing at the hub. @param most batches @throws HubUnreachable, HubRefusal
 */
export async function pushSome(options: PushOptions, most: number): Promise<PushResult> {
  const size = options.size ?? new BatchSize();
  const queue = new BatchQueue(options, size, most);
  const results: OperationResult[] = [];
  for (;;) {
    await queue.fill();
    const sent = queue.next();
    if (sent === undefined) break;
    try {
      const reply = batchReplyShape.parse(await sent.answer);
      await noteReply(options, reply);
      size.passed();
      results.push(...reply.results);
      options.onAnswered?.(reply.results.length);
    } catch (error) {
      size.failed();
      await queue.drain();
      if (error instanceof HubRefusal && error.status === 413) {
        const isDivisible = size.refused(sent.batch.ops.length);
        if (!isDivisible) results.push(...(await sendStub(options, sent.batch)));
        return together(results, await pushSome(options, isDivisible ? most : most - 1));
      }
      await joinOn(options, sent.batch, error);
      throw error;
    }
  }
  return cameTo(results);
}

/** Sends the next batch of the journal. @throws HubUnreachable, HubRefusal */
export function pushOnce(options: PushOptions): Promise<PushResult> {
  return pushSome(options, 1);
}
