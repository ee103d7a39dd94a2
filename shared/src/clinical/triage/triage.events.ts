import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { triageTable, type TriageRow } from "./triage.table.ts";

/** What is published of triage. */
export const triageEvents = eventTypes("triage", {
  recorded: "an emergency was triaged, or triaged again",
  breached: "an emergency still waits when the time of its level has gone by",
  updated: "a triage was changed otherwise",
});

/** What events say of a triage: ids, states and times, for payloads leave the node, and never what is wrong with somebody. */
export function thinTriage(row: TriageRow) {
  return {
    patient_id: row.patient_id,
    encounter_id: row.encounter_id,
    scale: row.scale,
    level: row.level,
    status: row.status,
    due_at: row.due_at,
  };
}

/** Publishes a triage that was recorded or changed. */
export function emitTriage(
  ctx: Pick<WriteContext, "write">,
  before: TriageRow | null,
  after: TriageRow,
): void {
  const isRecorded = before === null || before.level !== after.level;
  const event = triageEvents[isRecorded ? "recorded" : "updated"];
  ctx.write.emit(event, triageTable, after, thinTriage(after));
}
