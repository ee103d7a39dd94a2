import * as z from "zod";
import { readEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";

/** What was done with a patient's record. */
export const patientChangeActions = ["create", "update", "status_change"] as const;

/** One change of a patient's record: who, when, which fields. Values are not kept with it. */
export const patientChangeShape = z.strictObject({
  id: z.string(),
  at: z.string(),
  action: z.enum(patientChangeActions),
  /** The record that was changed: this one, or one that was merged with it. */
  patient_id: idOf("pat"),
  actor_id: z.string(),
  actor_type: z.string(),
  branch_id: z.string().nullable(),
  device_id: z.string().nullable(),
  reason: z.string().nullable(),
  /** The fields that were changed; none where the record was made. */
  fields: z.array(z.string()),
});

/** One change of a patient's record. */
export type PatientChange = z.output<typeof patientChangeShape>;

/** Where a patient's changes are read. */
export const patientChangesEndpoint = readEndpoint({
  path: "/v1/patients/{id}/changes",
  summary:
    "Who changed which fields of a patient and when, as this node has noted it, newest first",
  tag: "Patients",
  access: { resource: "patient_changes", action: "read" },
  params: z.strictObject({ id: idOf("pat") }),
  query: z.strictObject({ ...pageQuery }),
  response: pageOf(patientChangeShape),
  errors: ["invalid_cursor", "cursor_expired"],
});
