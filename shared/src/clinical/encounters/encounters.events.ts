import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { encountersTable, type EncounterRow } from "./encounters.table.ts";

/** What is published of encounters. */
export const encounterEvents = eventTypes("encounter", {
  created: "a visit began",
  updated: "a visit was changed",
  completed: "a doctor visit was completed",
  cancelled: "a visit was called off",
});

// Payloads leave the node: ids, states and times, never what was found.
function thin(row: EncounterRow) {
  return {
    patient_id: row.patient_id,
    doctor_id: row.doctor_id,
    appointment_id: row.appointment_id,
    encounter_type: row.encounter_type,
    visit_status: row.visit_status,
    started_at: row.started_at,
    ended_at: row.ended_at,
  };
}

/** Publishes a new encounter. */
export function emitOpened(ctx: WriteContext, row: EncounterRow): void {
  ctx.write.emit(encounterEvents.created, encountersTable, row, thin(row));
}

/** Publishes a change; completing and cancelling have events of their own, once each. */
export function emitChanged(ctx: WriteContext, before: EncounterRow, after: EncounterRow): void {
  const isEnded =
    before.visit_status !== after.visit_status &&
    (after.visit_status === "completed" || after.visit_status === "cancelled");
  const event = isEnded
    ? encounterEvents[after.visit_status === "completed" ? "completed" : "cancelled"]
    : encounterEvents.updated;
  ctx.write.emit(event, encountersTable, after, thin(after));
}
