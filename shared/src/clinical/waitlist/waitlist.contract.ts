import * as z from "zod";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import {
  crud,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { code, date, enumOf, idOf, int, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** Where somebody who waits for a time stands. */
export const waitlistStatuses = ["waiting", "offered", "accepted", "removed"] as const;

/** The state of an entry. */
export type WaitlistStatus = (typeof waitlistStatuses)[number];

/** The fields of an entry of the waiting list. */
export const waitlistFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  /** Whom the patient wants to see; anybody of the department, where nobody is named. */
  provider_id: field.id("stf", { optional: true, filter: true }),
  department: field.text(code, { optional: true, filter: true }),
  /** The first and the last local day on which a time would do. */
  from_day: field.text(date, { sort: true }),
  to_day: field.text(date, {}),
  encounter_type: field.word(encounterTypes, { initial: "OPD" }),
  note: field.text(str(0, 300), { optional: true }),
  status: field.word(waitlistStatuses, { given: "later", initial: "waiting", filter: true }),
  status_history: field.json(statusHistoryForm(waitlistStatuses), statusHistoryShape, {
    given: "never",
  }),
  /** The appointment that the entry became. */
  appointment_id: field.text(idOf("apt"), { optional: true, given: "never" }),
} as const;

/** Where the waiting list is served, and to whom. */
export const waitlistCrud = {
  path: "/v1/waitlist-entries",
  resource: "waitlist_entries",
  noun: ["waitlist entry", "waitlist entries"],
  prefix: "wle",
  home: "branch",
  sort: "from_day",
} as const satisfies CrudOptions;

const waitlistShape = recordAnswer(waitlistFields, waitlistCrud);

/** Somebody who waits for a time. */
export type WaitlistEntry = z.output<typeof waitlistShape>;

const { get, create } = crud(waitlistFields, waitlistCrud);
const update = updateEndpoint(waitlistFields, waitlistCrud, {
  /** Kept in the history of states beside a new state. */
  status_reason: str(0, 500).optional(),
});

/** The endpoints of the waiting list. */
export const waitlistContract = {
  list: {
    ...listEndpoint(waitlistFields, waitlistCrud, {
      /** Those for whom a day from this one on would do, or one up to that. */
      date_from: date.optional(),
      date_to: date.optional(),
      /** Those who still wait, whether or not a time was offered to them. */
      open: enumOf(["true"]).optional(),
    }),
    summary: "List who waits for a time at the acting branch",
  },
  get,
  create: {
    ...create,
    summary: "Put a patient on the waiting list",
    errors: [...create.errors, "invalid_reference", "patient_merged", "owned_by_branch"],
  },
  update: {
    ...update,
    summary: "Change what somebody waits for, offer a time, or take somebody off the list",
    errors: [...update.errors, "invalid_transition", "invalid_reference", "owned_by_branch"],
  },
  book: {
    ...update,
    method: "POST",
    path: "/v1/waitlist-entries/{id}/book",
    summary: "Turn an entry into an appointment: both or neither",
    operation: "waitlist_entry.book",
    body: z.strictObject({
      provider_id: idOf("stf"),
      slot_time: ts,
      duration_min: int(5, 480).optional(),
      reason: str(0, 500).optional(),
      online_reason: str(3, 200).optional(),
    }),
    errors: [
      "slot_unavailable",
      "invalid_transition",
      "invalid_reference",
      "patient_merged",
      "version_conflict",
      "branch_mismatch",
      "owned_by_branch",
      "forbidden",
    ],
  },
} as const;
