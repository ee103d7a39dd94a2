import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { triageTable, type TriageRow } from "./triage.table.ts";

/** What is published of triage. */
export const triageEvents = eventTypes("triage", {
  recorded: "an emergency was triaged, or triaged again",
  updated: "a triage was changed otherwise",
});

// Payloads leave the node: ids, states and times, never what is wrong with somebody.
function thin(row: TriageRow) {
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
  ctx.write.emit(event, triageTable, after, thin(after));
}
