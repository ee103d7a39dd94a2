import { enumOf } from "#contract/fields.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";

/** The form in which some of an encounter's fields are kept otherwise than they are sent. */
export const encounterForms = {
  encounter_type: enumOf(encounterTypes),
} as const;
