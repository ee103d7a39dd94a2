import { consentEvents } from "#clinical/consents/consents.events.ts";
import { consentsTable } from "#clinical/consents/consents.table.ts";
import { conflictEvents } from "#clinical/conflicts/conflicts.events.ts";
import { conflictsTable } from "#db/core.table.ts";
import { writesOf, type Writes } from "#resource/command-writes.ts";
import { recordWrites } from "#resource/record-table.ts";
import { patientFields, patientsContract } from "./patients.contract.ts";
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
  "no_known_allergies",
  "conditions",
  "name_key",
  "dob_estimated",
  ...takenFields,
] as const;

const byFields = recordWrites(patientsTable, patientFields, patientsContract, patientEvents);

/** What the commands of patients write. */
export const patientWrites: Writes = {
  "patient.create": [
    madePatient,
    writesOf(consentsTable, { makes: true, events: [consentEvents.granted, consentEvents.denied] }),
  ],
  "patient.update": [
    ...(byFields["patient.update"] ?? []),
    writesOf(patientsTable, { changes: ["dob_estimated", "identity_unverified"] }),
  ],
  "patient.merge": [
    writesOf(patientsTable, {
      several: true,
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
      several: true,
      changes: changedByMerging,
      events: [patientEvents.unmerged, patientEvents.updated],
    }),
  ],
};
