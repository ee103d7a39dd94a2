import * as z from "zod";
import { enumOf, storedPhone } from "#contract/fields.ts";
import { mergeDetailsShape } from "./patients.merge-details.ts";
import { emergencyContact, genders, patientStatuses } from "./patients.contract.ts";

/** The form in which some of a patient's fields are kept otherwise than they are sent. */
export const patientForms = {
  gender: enumOf(genders),
  emergency_contact: emergencyContact.extend({ phone: storedPhone }),
  status: enumOf(patientStatuses),
  merge_details: mergeDetailsShape,
  identity_unverified: z.boolean(),
} as const;
