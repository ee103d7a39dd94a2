import * as z from "zod";
import { enumOf, ts } from "#contract/fields.ts";
import { actorIdForm } from "#contract/record.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { vitals } from "./encounter-parts.contract.ts";

/** The form in which some of an encounter's fields are kept otherwise than they are sent. */
export const encounterForms = {
  encounter_type: enumOf(encounterTypes),
  vitals_history: z.array(z.strictObject({ at: ts, by: actorIdForm, values: vitals })),
} as const;
