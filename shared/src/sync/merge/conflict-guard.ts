import { conflictsTable } from "#db/core.table.ts";
import type { Change } from "#db/model.ts";
import type { ChangeResult } from "./merge-outcome.ts";

/**
 * Whether a person's decision came second: another node had resolved the same conflict, unseen. The first decision
 * stands, and what the second would have done to the record is left undone with it, so that the two never fight.
 * A decision is the first change of its operation; this asks about that one.
 */
export function isLostDecision(change: Change, result: ChangeResult): boolean {
  if (change.table !== conflictsTable.name || result.outcome !== "conflict") return false;
  return result.conflicts.some(({ kind }) => kind === "state");
}
