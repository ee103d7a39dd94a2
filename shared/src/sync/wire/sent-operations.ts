import { deterministicId } from "#kernel/deterministic-id.ts";
import { isStorable, isSuspicious } from "#kernel/storable.ts";
import type { Operation } from "#db/model.ts";
import { sealedOperation } from "#db/sealed-values.ts";
import type { Schema } from "#db/schema.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import { legibleOperation } from "./quarantined-operations.ts";
import { readStub, stubFault, tooLargeCode } from "./operation-stub.ts";
import { MalformedOperation, operationFault, type ReceivedBatch } from "./batch.contract.ts";

/** An operation with its place in its sender's stream. */
export interface Sequenced {
  readonly seq: number;
  readonly operation: Operation;
  /** Why it is no operation at all; it is then refused, and stands here as far as it can be read. */
  readonly fault?: string;
  /** What kind of fault that is; `malformed_operation` where it does not say. */
  readonly faultCode?: string;
  /** As it came, where it could not be read. */
  readonly raw?: unknown;
}

/**
 * The operations of a batch with their places; one that is none is named by its place, where it has no name of its own,
 * and so is one that holds a text which no database keeps: it is kept as the JSON that it came as.
 * @param text the batch as JSON
 */
export function sequencedOf(
  batch: ReceivedBatch,
  senderId: string,
  text: string = JSON.stringify(batch),
): readonly Sequenced[] {
  const areStorable = !isSuspicious(text);
  return batch.ops.map((operation, index) => {
    const seq = batch.first_seq + index;
    const name = () => deterministicId("op", senderId, String(batch.epoch), String(seq));
    const isMalformed = operation instanceof MalformedOperation;
    const sent = isMalformed ? operation.raw : operation;
    if (!areStorable && !isStorable(sent)) {
      const raw = { as_sent: JSON.stringify(sent) };
      return { seq, operation: legibleOperation(raw, name()), fault: unstorable, raw };
    }
    if (!isMalformed) return { seq, operation };
    return { seq, operation: legibleOperation(sent, name()), ...faultOf(sent), raw: sent };
  });
}

/** An operation that came in, as it is kept: with nothing in clear that no database holds so. */
export function sealedItem(
  item: Sequenced,
  schema: Pick<Schema, "find">,
  seal: ValueSeal,
): Sequenced {
  if (item.fault !== undefined) return item;
  const { operation, fault } = sealedOperation(schema, item.operation, seal);
  if (operation === item.operation && fault === null) return item;
  return {
    ...item,
    operation,
    ...(fault === null ? {} : { fault, faultCode: "invalid_field" }),
  };
}

/** Why something is no operation: it is only the stub of one, or was never one. */
export function faultOf(raw: unknown): Required<Pick<Sequenced, "fault" | "faultCode">> {
  const stub = readStub(raw);
  return stub === null
    ? { fault: operationFault(raw), faultCode: malformedCode }
    : { fault: stubFault(stub), faultCode: tooLargeCode };
}

const unstorable = "holds a character that cannot be stored";

/** What becomes of something that is no operation. */
export const malformedCode = "malformed_operation";
