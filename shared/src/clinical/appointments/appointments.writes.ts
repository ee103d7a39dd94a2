import { str, ts } from "#contract/fields.ts";
import { writesOf, type Writes } from "#resource/command-writes.ts";
import { appointmentEvents } from "./appointments.events.ts";
import { appointmentsTable } from "./appointments.table.ts";

const eventFields = { previous_slot_time: ts, previous_token_code: str(1, 16) } as const;
const queued = ["queue_no", "queue_code", "token_code", "business_date"] as const;
const restated = [
  "status",
  "status_history",
  "cancel_reason",
  "cancel_note",
  "set_aside_at",
] as const;

/** What giving a walk-in a place in the queue writes, whatever command it is part of. */
export const bookedAppointment = writesOf(appointmentsTable, {
  makes: true,
  events: [appointmentEvents.booked, appointmentEvents.checked_in],
});

/** What taking an appointment to another state writes, whatever command it is part of. */
export const movedOnAppointment = writesOf(appointmentsTable, {
  changes: ["status", "status_history", "set_aside_at", ...queued],
  events: [
    appointmentEvents.checked_in,
    appointmentEvents.completed,
    appointmentEvents.cancelled,
    appointmentEvents.no_show,
    appointmentEvents.updated,
  ],
});

/** What the commands of appointments write. */
export const appointmentWrites: Writes = {
  "appointment.create": [bookedAppointment],
  "appointment.update": [
    writesOf(appointmentsTable, {
      changes: [
        ...restated,
        ...queued,
        "former_tokens",
        "provider_id",
        "slot_time",
        "end_time",
        "duration_min",
        "is_overbook",
        "service_id",
        "encounter_type",
        "channel",
        "reminder_channels",
        "reminder_status",
        "reason",
        "referred_by",
        "priority",
        "priority_reason",
        "rescheduled_count",
        "called_at",
        "metadata",
      ],
      events: [
        ...movedOnAppointment.events,
        appointmentEvents.rescheduled,
        appointmentEvents.queue_changed,
        appointmentEvents.called,
      ],
      eventFields,
    }),
  ],
  "appointment.cancel": [
    writesOf(appointmentsTable, {
      changes: restated,
      events: [appointmentEvents.cancelled, appointmentEvents.updated],
    }),
  ],
};
