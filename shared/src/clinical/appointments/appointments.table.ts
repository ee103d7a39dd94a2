import type { Claim, Reservation, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { appointmentFields } from "./appointments.contract.ts";
import { queueCounter } from "./appointments.queue.ts";
import { appointmentStates } from "./appointments.states.ts";

/** Booked times and places in the queue. Changed only by the branch where they are held. */
export const appointmentsTable = recordTable(appointmentFields, {
  name: "appointments",
  keptFiles: "any",
  prefix: "apt",
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => appointmentStates.transitions,
  treating: [
    {
      field: "status",
      states: ["booked", "confirmed", "checked_in", "in_consultation", "completed"],
      today: "slot_time",
    },
  ],
  fieldRules: { status_history: "list", end_time: { follows: "slot_time" } },
  columns: {},
  namedIndexes: [
    { name: "appointments_by_time", columns: ["tenant_id", "branch_id", "slot_time", "id"] },
    { name: "appointments_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "appointments_by_provider", columns: ["tenant_id", "provider_id", "slot_time", "id"] },
    { name: "appointments_by_patient", columns: ["tenant_id", "patient_id", "slot_time", "id"] },
  ],
  series: [
    {
      column: "queue_no",
      within: ["queue_code", "business_date"],
      day: "business_date",
      counter: (branchId, { queue_code: code, business_date: day }) =>
        queueCounter(branchId, String(code), String(day)),
      countOf: Number,
    },
  ],
  reservation: reservedTime,
  claims: tokenClaims,
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

interface Token {
  readonly business_date: string | null;
  readonly queue_code: string | null;
  readonly queue_no: number | null;
}

interface Tokens extends Token {
  readonly branch_id: string | null;
  readonly former_tokens: readonly Token[] | null;
}

/** The tokens that are or were called: printed on a slip, one stays given out whatever becomes of the appointment. */
function tokenClaims(row: Tokens): readonly Claim[] {
  return [row, ...(row.former_tokens ?? [])].flatMap(({ business_date, queue_code, queue_no }) => {
    if (queue_no === null) return [];
    const value = [row.branch_id, business_date, queue_code, queue_no].join(" ");
    const kind = "appointments.queue_no";
    return [{ kind, value, field: "queue_no", code: "duplicate_value", disputed: "queue_no" }];
  });
}

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
