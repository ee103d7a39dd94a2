import { conflictEvents } from "#clinical/conflicts/conflicts.events.ts";
import { conflictsTable } from "#db/core.table.ts";
import { writesOf, type Writes } from "#resource/command-writes.ts";
import { patientEvents } from "./patients.events.ts";
import { takenFields } from "./patients.merging.contract.ts";
import { patientsTable } from "./patients.table.ts";

/** What making a patient writes, whatever command it is part of. */
export const madePatient = writesOf(patientsTable, {
  makes: true,
  events: [patientEvents.created],
});

const changedByMerging = [
  "status",
  "merged_into_id",
  "merge_reason",
  "merge_details",
  "merged_ids",
  "allergies",
  "name_key",
  "dob_estimated",
  ...takenFields,
] as const;

/** What the commands of patients write. */
export const patientWrites: Writes = {
  "patient.create": [madePatient],
  "patient.update": [
    writesOf(patientsTable, {
      changes: [
        "name",
        "name_key",
        "gender",
        "dob",
        "dob_estimated",
        "phone",
        "alternate_phone",
        "email",
        "abha_id",
        "abha_address",
        "consent_status",
        "address",
        "blood_group",
        "marital_status",
        "preferred_language",
        "relative",
        "emergency_contact",
        "allergies",
        "identifiers",
        "is_unidentified",
        "is_vip",
        "is_deceased",
        "deceased_at",
        "status",
        "metadata",
        "identity_unverified",
      ],
      events: [patientEvents.updated],
    }),
  ],
  "patient.merge": [
    writesOf(patientsTable, {
      changes: changedByMerging,
      events: [patientEvents.merged, patientEvents.updated],
    }),
    writesOf(conflictsTable, {
      changes: ["conflict_status", "resolution", "resolution_note"],
      events: [conflictEvents.conflict_resolved],
    }),
  ],
  "patient.unmerge": [
    writesOf(patientsTable, {
      changes: changedByMerging,
      events: [patientEvents.unmerged, patientEvents.updated],
    }),
  ],
};
