import type * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm } from "#contract/record.ts";

/** Why somebody opens a record that is closed to them. */
export const emergencyCauses = ["life_at_risk", "unconscious", "nobody_else", "other"] as const;

/** Whether somebody has looked at it since. */
export const emergencyStatuses = ["open", "reviewed"] as const;

/** How long a record stays open. */
export const emergencyMinutes = 60;

/** The fields of an opening. */
export const emergencyAccessFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  cause: field.word(emergencyCauses, { given: "once" }),
  /** In words. */
  reason: field.text(str(10, 500), { given: "once" }),
  opened_by: field.text(actorIdForm, { given: "never", filter: true }),
  expires_at: field.text(ts, { given: "never" }),
  status: field.word(emergencyStatuses, { given: "later", initial: "open", filter: true }),
  reviewed_by: field.text(actorIdForm, { given: "never", optional: true }),
  reviewed_at: field.text(ts, { given: "never", optional: true }),
  /** What whoever has looked at it says. */
  review_note: field.text(str(3, 500), { given: "later", optional: true }),
} as const;

/** Where openings are served, and to whom. */
export const emergencyAccessCrud = {
  path: "/v1/emergency-accesses",
  resource: "emergency_accesses",
  noun: ["emergency access", "emergency accesses"],
  prefix: "eac",
  home: "branch",
} as const satisfies CrudOptions;

const { list, get, create, update } = crud(emergencyAccessFields, emergencyAccessCrud);

/** The endpoints of openings. */
export const emergencyAccessesContract = {
  list,
  get,
  create: {
    ...create,
    summary: "Open a patient's record for an hour in an emergency, in sight of the administrator",
    errors: [...create.errors, "invalid_reference"],
  },
  update: {
    ...update,
    summary: "Note that an emergency access was looked at",
    errors: [...update.errors, "invalid_transition"],
  },
} as const;

const shape = recordAnswer(emergencyAccessFields, emergencyAccessCrud);

/** An opening, as the wire writes it. */
export type EmergencyAccess = z.output<typeof shape>;
