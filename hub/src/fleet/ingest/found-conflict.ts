import type { Change, Operation } from "@edgeward/shared/db/model.ts";
import { patientOf, type RecordRow, type TableDeclaration } from "@edgeward/shared/db/table.ts";
import { conflictIdOf } from "@edgeward/shared/sync/merge/conflict-id.ts";
import type { FieldConflict } from "@edgeward/shared/sync/merge/merge-outcome.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";

/** A conflict with what it is about. */
export interface FoundConflict extends FieldConflict {
  readonly id: string;
  readonly operation: Operation;
  readonly change: Change;
  readonly keptActorId: string | null;
  readonly otherActorId: string | null;
  /** Null where every branch shares the record. */
  readonly branchId: string | null;
  readonly patientId: string | null;
}

/** What met: a change of an operation, and the record as it stood. */
interface Met {
  readonly operation: Operation;
  readonly change: Change;
  readonly table: TableDeclaration | null;
  readonly current: RecordRow | null;
}

/** A conflict with the operation and the record that it is of. */
export function foundConflict(
  conflict: FieldConflict,
  { operation, change, table, current }: Met,
): FoundConflict {
  // Who made what stood here: known where the field was the record's last change.
  const isLastHere = current !== null && stampOf(current, conflict.field) === current.hlc;
  const actorHere = isLastHere ? current.updated_by : null;
  const isIncomingKept = conflict.keptStamp === operation.hlc;
  const isShared = table?.audience === "tenant";
  return {
    ...conflict,
    id: conflictIdOf(operation, change, conflict),
    operation,
    change,
    keptActorId: isIncomingKept ? operation.actor.id : actorHere,
    otherActorId: isIncomingKept ? actorHere : operation.actor.id,
    branchId: isShared ? null : (current?.branch_id ?? null),
    patientId: table === null || current === null ? null : patientOf(table, current),
  };
}
