import { HubRefusal } from "@edgeward/branch-node/sync/hub-client.ts";
import type { Sequenced } from "@edgeward/hub/fleet/ingest/ingest-set.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Batch, OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { HandshakeReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import * as z from "zod";
import type { Defects } from "./defects.ts";
import type { ReceivedOperation, SimNode } from "./hub.ts";

const handshakeShape = z.object({
  epoch: z.int(),
  next_seq: z.int(),
  is_forked: z.boolean(),
  answered_seq: z.int().optional(),
});

/** How far a node's operations have been taken. */
interface Stream {
  readonly epoch: number;
  readonly accepted: number;
}

interface Kept extends ReceivedOperation {
  readonly result: OperationResult;
}

// One in which nothing has come up yet was given out in an answer that may have been lost: it is given again.
function nextStream(stream: Stream, given: number): Stream {
  if (stream.accepted === 0 && stream.epoch > given) return stream;
  return { epoch: Math.max(stream.epoch, given) + 1, accepted: 0 };
}

/** The streams of a hub in memory: what each node has sent, in which epoch, at which place. */
export class MemoryStreams {
  readonly #now: () => number;
  readonly #defects: Defects;
  readonly #streams = new Map<string, Stream>();
  readonly #kept: Kept[] = [];

  constructor(now: () => number, defects: Defects) {
    this.#now = now;
    this.#defects = defects;
  }

  of(node: SimNode): Stream {
    return this.#streams.get(node.nodeId) ?? { epoch: 1, accepted: 0 };
  }

  received(): readonly ReceivedOperation[] {
    return this.#kept;
  }

  /** Moves a node's stream on. */
  advance(node: SimNode, stream: Stream): void {
    this.#streams.set(node.nodeId, stream);
  }

  /** Refuses a batch that does not join on to what is here. @throws HubRefusal */
  checkPlace(node: SimNode, batch: Batch): void {
    const { epoch, accepted } = this.of(node);
    const isGap = batch.first_seq > accepted + 1 && !this.#defects.has("gap_accepted");
    if (batch.epoch === epoch && !isGap) return;
    throw new HubRefusal(409, "sequence_gap", "The batch does not join on to what the hub has.", {
      expected_seq: accepted + 1,
      epoch,
    });
  }

  /** Refuses a batch of a journal that has gone apart from what is here. @throws HubRefusal */
  refuseFork(node: SimNode, items: readonly Sequenced[]): void {
    const { epoch, accepted } = this.of(node);
    const isOther = (kept: Kept) =>
      items.some(({ seq, operation }) => seq === kept.seq && operation.op_id !== kept.result.op_id);
    const own = this.#kept.filter((one) => one.nodeId === node.nodeId && one.epoch === epoch);
    if (!own.some(isOther) || this.#defects.has("restore_unnoticed")) return;
    throw new HubRefusal(409, "sequence_gap", "The hub holds another operation at this place.", {
      expected_seq: accepted + 1,
      epoch,
      is_forked: true,
    });
  }

  /** What became of an operation that is known already. */
  earlier(node: SimNode, seq: number): OperationResult {
    const { epoch } = this.of(node);
    const kept = this.#kept.find(
      (one) => one.nodeId === node.nodeId && one.epoch === epoch && one.seq === seq,
    );
    if (kept === undefined) return { op_id: "op_lost", seq, outcome: "duplicate" };
    const isQuarantined = kept.outcome === "held" || kept.outcome === "rejected";
    if (isQuarantined && !this.#defects.has("reply_not_kept")) return kept.result;
    return { op_id: kept.result.op_id, seq, outcome: "duplicate" };
  }

  /** Keeps operations with what became of them. */
  keep(
    node: SimNode,
    epoch: number,
    items: readonly Sequenced[],
    results: readonly OperationResult[],
  ): void {
    const byOp = new Map(results.map((result) => [result.op_id, result]));
    for (const { seq, operation } of items) {
      const result = byOp.get(operation.op_id);
      const isKept = this.#kept.some((one) => one.operation.op_id === operation.op_id);
      if (result === undefined || isKept) continue;
      const { nodeId } = node;
      this.#kept.push({ nodeId, epoch, seq, outcome: result.outcome, operation, result });
    }
  }

  /** Notifies a node where its stream stands; one that is behind it begins a new epoch. */
  handshake(node: SimNode, body: unknown): HandshakeReply {
    const handshake = handshakeShape.parse(body);
    const stream = this.of(node);
    const isBehind =
      handshake.epoch !== stream.epoch ||
      handshake.next_seq <= stream.accepted ||
      handshake.is_forked;
    const isRestored = isBehind && !this.#defects.has("epoch_kept");
    const next = isRestored ? nextStream(stream, handshake.epoch) : stream;
    this.advance(node, next);
    const last = this.#kept.find(
      (one) => one.nodeId === node.nodeId && one.epoch === next.epoch && one.seq === next.accepted,
    );
    return {
      verdict: isRestored ? "restored" : "known",
      reason: null,
      epoch: next.epoch,
      accepted_seq: next.accepted,
      accepted_op_id: last?.operation.op_id ?? null,
      counters: [],
      server_time: isoInstant(this.#now()),
      schema: operationSchemaVersion,
      ...(isRestored ? {} : this.#unanswered(node, handshake.answered_seq)),
    };
  }

  #unanswered(node: SimNode, answered: number | undefined): Pick<HandshakeReply, "unanswered"> {
    // A hub of the release before does not say it, and a branch has to get along with that.
    if (this.#defects.has("overlay_of_taken")) return {};
    const { epoch, accepted } = this.of(node);
    const rows = this.#kept.filter(
      (one) =>
        one.nodeId === node.nodeId && one.epoch === epoch && one.seq > (answered ?? accepted),
    );
    if (rows.length === 0 || rows.length !== accepted - (answered ?? accepted)) return {};
    const isForgotten = this.#defects.has("reply_not_kept");
    const aside = rows.filter(({ outcome }) => outcome === "held" || outcome === "rejected");
    const reported = isForgotten ? [] : aside.map(({ result }) => result);
    return { unanswered: { through_seq: accepted, aside: reported } };
  }

  /** A node's own operations after a place. */
  ownOperations(node: SimNode, query: URLSearchParams): unknown {
    const [epoch = 0, seq = 0] = [query.get("epoch"), query.get("after_seq")].map(Number);
    const rows = this.#kept
      .filter((one) => one.nodeId === node.nodeId)
      .filter((one) => one.epoch > epoch || (one.epoch === epoch && one.seq > seq))
      .toSorted((one, other) => one.epoch - other.epoch || one.seq - other.seq);
    const data = rows.map(({ nodeId: _nodeId, ...own }) => ({
      ...own,
      op_id: own.operation.op_id,
    }));
    return structuredClone({ data, has_more: false });
  }
}
