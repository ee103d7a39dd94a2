import * as z from "zod";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, date, enumOf, idOf, str, text, ts } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import {
  metadataField,
  readOnlyFields,
  recordReadOnly,
  recordShape,
  statusHistoryShape,
} from "#contract/record.ts";
import {
  diagnosis,
  diagnosisCode,
  diagnosisSystems,
  diagnosisUses,
  encounterTypeField,
  location,
  optionalText,
  telehealth,
  vitals,
  vitalsShape,
} from "./encounter-parts.contract.ts";

/** The states of an encounter; the ways between them stand in the state table beside this file. */
export const visitStatuses = [
  "planned",
  "arrived",
  "triaged",
  "in_progress",
  "on_leave",
  "discharge_ready",
  "completed",
  "cancelled",
  "no_show",
  "entered_in_error",
] as const;

/** One state of an encounter. */
export type VisitStatus = (typeof visitStatuses)[number];

/** How far care has come within an encounter. */
const careStages = [
  "registration",
  "triage",
  "consultation",
  "investigation",
  "treatment",
  "procedure",
  "observation",
  "discharge_planning",
  "follow_up",
] as const;

/** Where the patient went. `lama` is: left against medical advice. */
export const dispositions = [
  "home",
  "admitted",
  "transferred",
  "referred",
  "lama",
  "absconded",
  "expired",
  "follow_up",
  "observation",
  "other",
] as const;

/** What an entry of a timeline is about. */
export const timelineKinds = [
  "status",
  "note",
  "vital",
  "triage",
  "lab_order",
  "lab_result",
  "radiology",
  "prescription",
  "dispense",
  "document",
  "consent",
  "invoice",
  "payment",
  "audit",
  "print",
  "ai",
] as const;

/** What both opening and changing may say. */
export const encounterFields = z
  .strictObject({
    doctor_id: idOf("stf").nullable(),
    visit_status: enumOf(visitStatuses),
    diagnosis_code: diagnosisCode.nullable(),
    diagnosis_system: enumOf(diagnosisSystems),
    diagnoses: z.array(diagnosis).max(50),
    notes: text(20_000).nullable(),
    care_stage: enumOf(careStages).nullable(),
    disposition: enumOf(dispositions).nullable(),
    chief_complaint: str(0, 500).nullable(),
    vitals: vitals.nullable(),
    started_at: ts.nullable(),
    ended_at: ts.nullable(),
    department: code.nullable(),
    location: location.nullable(),
    follow_up_date: date.nullable(),
    telehealth: telehealth.nullable(),
    triage_waived_reason: str(0, 500).nullable(),
  })
  .partial().shape;

/** What opening an encounter says. */
export const createEncounterBody = z.strictObject({
  ...encounterFields,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  patient_id: idOf("pat"),
  encounter_type: encounterTypeField,
  appointment_id: idOf("apt").nullable().optional(),
  workflow_event: enumOf(["visit", "admit"]).optional(),
  metadata: metadataField,
});

/** What only the server sets on an encounter, or what never changes. */
export const encounterReadOnly = [
  ...recordReadOnly,
  "branch_id",
  "patient_id",
  "encounter_type",
  "appointment_id",
  "admission_id",
  "triage_id",
  "addenda",
  "status_history",
] as const;

/** What a change says. `reason` is kept in the history of states, and required for `entered_in_error`. */
export const updateEncounterBody = z.strictObject({
  ...readOnlyFields(encounterReadOnly),
  ...encounterFields,
  reason: str(0, 500).optional(),
  metadata: metadataField,
});

/** An encounter, as the wire writes it. */
export const encounterShape = z.strictObject({
  id: idOf("enc"),
  branch_id: idOf("brn").nullable(),
  patient_id: idOf("pat"),
  doctor_id: z.string().nullable(),
  encounter_type: z.enum(encounterTypes),
  visit_status: z.enum(visitStatuses),
  diagnosis_code: z.string().nullable(),
  diagnosis_system: z.enum(diagnosisSystems),
  diagnoses: z.array(
    z.strictObject({
      code: z.string(),
      system: z.enum(diagnosisSystems),
      display: optionalText,
      use: z.enum(diagnosisUses),
      rank: z.int(),
      onset: optionalText,
    }),
  ),
  notes: z.string().nullable(),
  addenda: z.array(z.strictObject({ text: z.string(), by: z.string(), at: z.string() })),
  care_stage: z.string().nullable(),
  disposition: z.string().nullable(),
  appointment_id: z.string().nullable(),
  admission_id: z.string().nullable(),
  triage_id: z.string().nullable(),
  triage_waived_reason: z.string().nullable(),
  chief_complaint: z.string().nullable(),
  vitals: vitalsShape.nullable(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  department: z.string().nullable(),
  location: z
    .strictObject({ ward: optionalText, room: optionalText, bed: optionalText })
    .nullable(),
  follow_up_date: z.string().nullable(),
  telehealth: z
    .strictObject({
      platform: optionalText,
      join_url: optionalText,
      patient_consented: z.boolean(),
    })
    .nullable(),
  status_history: statusHistoryShape,
  ...recordShape,
});

/** An encounter: one visit, from arrival to leaving. */
export type Encounter = z.output<typeof encounterShape>;

const encounterWithWarnings = encounterShape.extend({
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string(), field: z.string() })),
});

/** Something that happened in an encounter. */
export const timelineEntryShape = z.strictObject({
  at: z.string(),
  kind: z.enum(timelineKinds),
  ref_type: z.string(),
  ref_id: z.string(),
  summary: z.string(),
  actor_id: z.string().nullable(),
});

/** Something that happened in an encounter. */
export type TimelineEntry = z.output<typeof timelineEntryShape>;

/** The filters of a list of encounters. */
export const encounterFilters = z.strictObject({
  ...recordFilters,
  patient_id: idOf("pat").optional(),
  doctor_id: idOf("stf").optional(),
  encounter_type: encounterTypeField.optional(),
  visit_status: enumOf(visitStatuses).optional(),
  started_from: ts.optional(),
  started_to: ts.optional(),
  diagnosis_code: diagnosisCode.optional(),
  branch_id: idOf("brn").optional(),
});

const idParams = z.strictObject({ id: idOf("enc") });
const read = { resource: "encounters", action: "read" } as const;
const tag = "Encounters";

/** The endpoints of encounters. */
export const encountersContract = {
  list: readEndpoint({
    path: "/v1/encounters",
    summary: "List encounters of the acting branch, newest first",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...encounterFilters.shape,
      sort: enumOf(["-created_at", "created_at"]).optional(),
    }),
    response: pageOf(encounterShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/encounters/{id}",
    summary: "Get one encounter",
    tag,
    access: read,
    params: idParams,
    query: noQuery,
    response: encounterShape,
  }),
  timeline: readEndpoint({
    path: "/v1/encounters/{id}/timeline",
    summary: "All that happened in an encounter, in order",
    tag,
    access: read,
    params: idParams,
    query: z.strictObject(pageQuery),
    response: pageOf(timelineEntryShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/encounters",
    summary: "Open an encounter, with or without an appointment",
    tag,
    access: { resource: "encounters", action: "create" },
    operation: "encounter.create",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: createEncounterBody,
    response: encounterWithWarnings,
    status: 201,
    errors: [
      "invalid_reference",
      "patient_merged",
      "invalid_transition",
      "conflicting_fields",
      "owned_by_branch",
    ],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/encounters/{id}",
    summary: "Change diagnosis, notes, vitals, disposition, care stage or state of an encounter",
    tag,
    access: { resource: "encounters", action: "update" },
    operation: "encounter.update",
    home: "branch",
    params: idParams,
    query: noQuery,
    body: updateEncounterBody,
    response: encounterWithWarnings,
    status: 200,
    errors: [
      "invalid_reference",
      "invalid_transition",
      "version_conflict",
      "conflicting_fields",
      "owned_by_branch",
    ],
  }),
} as const;
