import * as z from "zod";
import { enumOf, idOf, storedPhone, uhid } from "#contract/fields.ts";
import { recordForms } from "#contract/record.ts";
import { emergencyContact, patientFields, patientStatuses } from "./patients.contract.ts";

/** The form in which a patient's fields are kept. */
export const patientForms = {
  ...recordForms("pat"),
  ...patientFields,
  uhid,
  dob_estimated: z.boolean(),
  phone: storedPhone,
  alternate_phone: storedPhone,
  emergency_contact: emergencyContact.extend({ phone: storedPhone }),
  status: enumOf(patientStatuses),
  merged_into_id: idOf("pat"),
} as const;
