import { conflictsTable } from "#db/core.table.ts";
import type { Change } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import type { ChangeResult } from "./merge-outcome.ts";

/**
 * Whether a person's decision came second: another node had resolved the same conflict, unseen. The first decision
 * stands, and what the second would have done to the record is left undone with it, so that the two never fight; also
 * where they decided alike. A decision is the first change of its operation; this asks about that one.
 * @param before the conflict as it stood
 */
export function isLostDecision(
  change: Change,
  before: RecordRow | null,
  result: ChangeResult,
): boolean {
  if (change.table !== conflictsTable.name || before === null) return false;
  if (result.outcome === "rejected" || result.outcome === "duplicate") return false;
  const isClosed = before["conflict_status"] !== "open";
  return isClosed || result.conflicts.some(({ kind }) => kind === "state");
}
