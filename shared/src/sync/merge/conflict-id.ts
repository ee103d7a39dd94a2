import { deterministicId } from "#kernel/deterministic-id.ts";
import type { Change, Operation } from "#db/model.ts";

/** The id of the conflict that a change's field meets: whichever node finds it, and however often, it is one conflict. */
export function conflictIdOf(
  operation: Pick<Operation, "op_id">,
  change: Pick<Change, "table" | "id">,
  field: string,
): string {
  return deterministicId("cnf", operation.op_id, change.table, change.id, field);
}
