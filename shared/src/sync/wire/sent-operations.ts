import { deterministicId } from "#kernel/deterministic-id.ts";
import type { Operation } from "#db/model.ts";
import { legibleOperation } from "./quarantined-operations.ts";
import { MalformedOperation, operationFault, type ReceivedBatch } from "./batch.contract.ts";

/** An operation with its place in its sender's stream. */
export interface Sequenced {
  readonly seq: number;
  readonly operation: Operation;
  /** Why it is no operation at all; it is then refused, and stands here as far as it can be read. */
  readonly fault?: string;
  /** As it came, where it could not be read. */
  readonly raw?: unknown;
}

/** The operations of a batch with their places; one that is none is named by its place, where it has no name of its own. */
export function sequencedOf(batch: ReceivedBatch, senderId: string): readonly Sequenced[] {
  return batch.ops.map((operation, index) => {
    const seq = batch.first_seq + index;
    if (!(operation instanceof MalformedOperation)) return { seq, operation };
    const { raw } = operation;
    const name = deterministicId("op", senderId, String(batch.epoch), String(seq));
    return { seq, operation: legibleOperation(raw, name), fault: operationFault(raw), raw };
  });
}

/** What becomes of something that is no operation. */
export const malformedCode = "malformed_operation";
