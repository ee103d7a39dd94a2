import type { StatusHistory } from "#contract/record.ts";
import { column, defineTable, recordColumns, type Reservation, type RowOf } from "#db/table.ts";
import { appointmentStates } from "./appointments.states.ts";
import { appointmentForms } from "./appointments.forms.ts";

/** Booked times and places in the queue. Changed only by the branch where they are held. */
export const appointmentsTable = defineTable({
  name: "appointments",
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => appointmentStates.transitions,
  fieldRules: { status_history: "list", end_time: { follows: "slot_time" } },
  forms: appointmentForms,
  columns: {
    ...recordColumns,
    patient_id: column.text(),
    provider_id: column.text(),
    slot_time: column.text(),
    duration_min: column.int(),
    end_time: column.text(),
    service_id: column.nullable.text(),
    encounter_type: column.text(),
    channel: column.text(),
    source: column.text(),
    status: column.text(),
    queue_no: column.nullable.int(),
    queue_code: column.nullable.text(),
    token_code: column.nullable.text(),
    business_date: column.nullable.text(),
    reminder_status: column.text(),
    reminder_channels: column.json<readonly string[]>(),
    reason: column.nullable.text(),
    priority: column.text(),
    booking_id: column.nullable.text(),
    rescheduled_count: column.int(),
    cancel_reason: column.nullable.text(),
    cancel_note: column.nullable.text(),
    video_url: column.nullable.text(),
    is_overbook: column.bool(),
    status_history: column.json<Readonly<StatusHistory>>(),
    called_at: column.nullable.text(),
  },
  indexes: [
    { name: "appointments_by_time", columns: ["tenant_id", "branch_id", "slot_time", "id"] },
    { name: "appointments_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "appointments_by_provider", columns: ["tenant_id", "provider_id", "slot_time", "id"] },
    { name: "appointments_by_patient", columns: ["tenant_id", "patient_id", "slot_time", "id"] },
  ],
  reservation: reservedTime,
});

declare module "#db/database.ts" {
  interface Database {
    appointments: RowOf<typeof appointmentsTable>;
  }
}

/** One appointment's row. */
export type AppointmentRow = RowOf<typeof appointmentsTable>;

interface Timed {
  readonly provider_id: string;
  readonly slot_time: string;
  readonly end_time: string;
  readonly source: string;
  readonly status: string;
  readonly is_overbook: boolean;
}

const freeingStatuses: ReadonlySet<string> = new Set(["cancelled", "no_show"]);

/** The provider's time that an appointment takes; an overbooked one and a walk-in's token take none. */
function reservedTime(row: Timed): Reservation | null {
  if (freeingStatuses.has(row.status) || row.is_overbook || row.source === "walk_in") return null;
  return {
    resourceId: row.provider_id,
    field: "slot_time",
    startMs: Date.parse(row.slot_time),
    endMs: Date.parse(row.end_time),
  };
}
