import type { DomainEvent } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import type { Fault } from "./judge.ts";

/**
 * Why an operation's events are not told as the records are whose they claim to be, or null.
 * @param rowOf a record as the operation leaves it
 */
export function foreignEvent(
  events: readonly DomainEvent[],
  rowOf: (event: DomainEvent) => RecordRow | null,
): Fault | null {
  for (const [index, event] of events.entries()) {
    const row = rowOf(event);
    if (row !== null && row.branch_id === event.branch_id) continue;
    const message = `events.${index}.branch_id: is not that of the record`;
    return { code: "branch_forbidden", message };
  }
  return null;
}
