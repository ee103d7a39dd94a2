import { deterministicId } from "#kernel/deterministic-id.ts";
import type { Change, Operation } from "#db/model.ts";
import type { FieldConflict } from "./merge-outcome.ts";

/**
 * The id of the conflict of two values that an operation has met with a field: whichever node finds it, and however often, it
 * is one conflict. What one operation meets differs from node to node, and each value that it meets is a conflict of its own:
 * where a branch had one value and the hub already the next, the second would otherwise be taken for the first, and lost.
 */
export function conflictIdOf(
  operation: Pick<Operation, "op_id">,
  change: Pick<Change, "table" | "id">,
  { field, keptStamp, otherStamp }: Pick<FieldConflict, "field" | "keptStamp" | "otherStamp">,
): string {
  // Which of two stands may still turn; which two they are does not.
  const met = [keptStamp, otherStamp].toSorted();
  return deterministicId("cnf", operation.op_id, change.table, change.id, field, ...met);
}
