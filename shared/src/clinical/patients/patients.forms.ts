import * as z from "zod";
import { enumOf, storedPhone } from "#contract/fields.ts";
import { isSealed } from "#kernel/value-seal.ts";
import { mergeDetailsShape } from "./patients.merge-details.ts";
import {
  emergencyContact,
  genders,
  identifier,
  mostIdentifiers,
  patientStatuses,
} from "./patients.contract.ts";

const sealedIdentifier = identifier.extend({ value: z.string().refine(isSealed, "is not sealed") });

/** The form in which some of a patient's fields are kept otherwise than they are sent. */
export const patientForms = {
  gender: enumOf(genders),
  emergency_contact: emergencyContact.extend({ phone: storedPhone }),
  status: enumOf(patientStatuses),
  identifiers: z.array(sealedIdentifier).max(mostIdentifiers),
  merge_details: mergeDetailsShape,
  identity_unverified: z.boolean(),
} as const;
