import { openedStay } from "#clinical/admissions/admissions.writes.ts";
import { movedOnAppointment } from "#clinical/appointments/appointments.writes.ts";
import { writesOf, type Writes } from "#resource/command-writes.ts";
import { encounterEvents } from "./encounters.events.ts";
import { encountersTable } from "./encounters.table.ts";

/** What the commands of encounters write; the appointment goes along with its visit. */
export const encounterWrites: Writes = {
  "encounter.create": [
    writesOf(encountersTable, { makes: true, events: [encounterEvents.created] }),
    openedStay,
    movedOnAppointment,
  ],
  "encounter.update": [
    writesOf(encountersTable, {
      changes: [
        "doctor_id",
        "visit_status",
        "status_history",
        "diagnosis_code",
        "diagnosis_system",
        "diagnoses",
        "notes",
        "advice",
        "addenda",
        "care_stage",
        "disposition",
        "triage_waived_reason",
        "chief_complaint",
        "vitals",
        "vitals_history",
        "started_at",
        "ended_at",
        "department",
        "location",
        "follow_up_date",
        "telehealth",
        "metadata",
      ],
      events: [encounterEvents.updated, encounterEvents.completed, encounterEvents.cancelled],
    }),
    movedOnAppointment,
  ],
};
