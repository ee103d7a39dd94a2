import { movedOnAppointment } from "#clinical/appointments/appointments.writes.ts";
import { bedEvents } from "#clinical/beds/beds.events.ts";
import { bedsTable } from "#clinical/beds/beds.table.ts";
import { encounterEvents } from "#clinical/encounters/encounters.events.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { writesOf, type Writes } from "#resource/command-writes.ts";
import { admissionEvents } from "./admissions.events.ts";
import { admissionsTable } from "./admissions.table.ts";

const { created, admitted, transferred, discharged, updated } = admissionEvents;
const { created: opened, updated: visited, cancelled } = encounterEvents;

/** A stay that begins, with whatever command. */
export const openedStay = writesOf(admissionsTable, { makes: true, events: [created, admitted] });

const followedVisit = writesOf(encountersTable, {
  makes: true,
  changes: ["admission_id", "visit_status", "status_history", "started_at", "ended_at"],
  events: [opened, visited, cancelled],
});

const leftBed = writesOf(bedsTable, {
  changes: ["status", "status_reason", "status_since", "status_history"],
  events: [bedEvents.updated],
});

/** What the commands of admissions write; the visit and the bed go along. */
export const admissionWrites: Writes = {
  "admission.create": [openedStay, followedVisit, movedOnAppointment],
  "admission.update": [
    writesOf(admissionsTable, {
      changes: [
        "admitting_doctor_id",
        "attending_doctor_id",
        "admission_type",
        "admit_source",
        "ward_id",
        "room_id",
        "bed_id",
        "bed_class",
        "expected_discharge_date",
        "deposit_required_minor",
        "diet",
        "payer_type",
        "mlc",
        "mlc_no",
        "attendant",
        "status",
        "admitted_at",
        "discharged_at",
        "transfers",
        "discharge",
        "discharge_clearances",
        "clearance_history",
        "status_history",
        "metadata",
      ],
      events: [admitted, transferred, discharged, updated],
    }),
    { ...followedVisit, makes: false },
    movedOnAppointment,
    leftBed,
  ],
};
