import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { admissionsTable, type AdmissionRow } from "./admissions.table.ts";

/** What is published of admissions. */
export const admissionEvents = eventTypes("admission", {
  created: "a bed was asked for, or kept for a patient",
  admitted: "a patient was admitted",
  transferred: "a patient was moved to another bed",
  discharged: "a patient was discharged",
  updated: "an admission was changed otherwise",
});

// Payloads leave the node: ids, states and times, never why somebody stays.
function thin(row: AdmissionRow) {
  return {
    patient_id: row.patient_id,
    encounter_id: row.encounter_id,
    ward_id: row.ward_id,
    bed_id: row.bed_id,
    status: row.status,
    admitted_at: row.admitted_at,
    discharged_at: row.discharged_at,
  };
}

/** Publishes a new admission. */
export function emitOpened(ctx: WriteContext, row: AdmissionRow): void {
  const event = admissionEvents[row.status === "admitted" ? "admitted" : "created"];
  ctx.write.emit(event, admissionsTable, row, thin(row));
}

function eventOf(before: AdmissionRow, after: AdmissionRow): keyof typeof admissionEvents {
  const isRestated = before.status !== after.status;
  if (isRestated && after.status === "discharged") return "discharged";
  if (before.admitted_at === null && after.admitted_at !== null) return "admitted";
  return before.transfers.length < after.transfers.length ? "transferred" : "updated";
}

/** Publishes a change; admitting, moving and discharging have events of their own, one for each change. */
export function emitChanged(ctx: WriteContext, before: AdmissionRow, after: AdmissionRow): void {
  const event = admissionEvents[eventOf(before, after)];
  ctx.write.emit(event, admissionsTable, after, thin(after));
}
