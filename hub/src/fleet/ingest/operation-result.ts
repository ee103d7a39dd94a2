import type { Operation } from "@edgeward/shared/db/model.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";

/** What the sender is told of an operation that was taken. */
export function resultOf(
  operation: Operation,
  seq: number,
  found: readonly { readonly id: string }[],
  isMerged: boolean,
  isDuplicate: boolean,
): OperationResult {
  const base = { op_id: operation.op_id, seq };
  if (found.length > 0) {
    return { ...base, outcome: "conflict", conflict_ids: found.map((conflict) => conflict.id) };
  }
  if (isDuplicate && operation.changes.length > 0) return { ...base, outcome: "duplicate" };
  return { ...base, outcome: isMerged ? "merged" : "applied" };
}
