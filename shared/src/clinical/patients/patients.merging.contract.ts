import * as z from "zod";
import { noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, int, str } from "#contract/fields.ts";

/** What a surviving record may take over of one that is merged into it. */
export const takenFields = [
  "name",
  "gender",
  "dob",
  "phone",
  "alternate_phone",
  "email",
  "abha_id",
  "abha_address",
  "address",
  "blood_group",
  "marital_status",
  "preferred_language",
  "relative",
  "emergency_contact",
  "is_vip",
  "photo_document_id",
] as const;

/** A field that a surviving record may take over. */
export type TakenField = (typeof takenFields)[number];

/** Why two records are merged, or are two people after all. */
export const mergeReason = str(3, 500);

const params = z.strictObject({ id: idOf("pat") });
const access = { resource: "patients", action: "approve" } as const;
const tag = "Patients";

/** What merging a patient takes. */
export const mergePatientBody = z.strictObject({
  /** The record of the same person that stays. */
  survivor_id: idOf("pat"),
  reason: mergeReason,
  /** Fields whose values the survivor takes over; allergies and conditions of both stay in any case. */
  take: z.array(enumOf(takenFields)).max(takenFields.length).optional(),
  /** The survivor's version that the choice was made by. */
  survivor_version: int(1, Number.MAX_SAFE_INTEGER).optional(),
});

/** What undoing a merge takes. */
export const unmergePatientBody = z.strictObject({ reason: mergeReason });

/** The endpoints that merge patients and undo it. @param patient a patient as it is answered */
export function mergingEndpoints<Patient extends z.ZodType>(patient: Patient) {
  return {
    merge: writeEndpoint({
      method: "POST",
      path: "/v1/patients/{id}/merge",
      summary:
        "Merge a patient into another record of the same person; its own records stay where they are",
      tag,
      access,
      operation: "patient.merge",
      home: "any",
      params,
      query: noQuery,
      body: mergePatientBody,
      response: z.strictObject({ patient, survivor: patient }),
      status: 200,
      errors: ["version_conflict", "patient_merged", "invalid_reference", "duplicate_abha_id"],
    }),
    unmerge: writeEndpoint({
      method: "POST",
      path: "/v1/patients/{id}/unmerge",
      summary: "Undo a merge: both records are again what they were before it",
      tag,
      access,
      operation: "patient.unmerge",
      home: "any",
      params,
      query: noQuery,
      body: unmergePatientBody,
      response: z.strictObject({
        patient,
        survivor: patient,
        /** Fields that the survivor took over and that were changed since: they stay as they are. */
        kept_fields: z.array(z.string()),
      }),
      status: 200,
      errors: ["version_conflict", "patient_merged", "invalid_transition", "duplicate_abha_id"],
    }),
  } as const;
}
