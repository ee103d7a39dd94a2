import * as z from "zod";
import { stayBody } from "#clinical/admissions/admissions.contract.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, date, enumOf, idListOf, idOf, str, text, ts } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { answerShape, field, patchShape, sentShape } from "#contract/record-fields.ts";
import {
  actorIdForm,
  metadataField,
  readOnlyFields,
  recordReadOnly,
  recordShape,
  statusHistoryForm,
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
  "medication",
  "dispense",
  "document",
  "consent",
  "invoice",
  "payment",
  "audit",
  "print",
  "ai",
] as const;

const keptDiagnosis = z.strictObject({
  code: z.string(),
  system: z.enum(diagnosisSystems),
  display: optionalText,
  use: z.enum(diagnosisUses),
  rank: z.int(),
  onset: optionalText,
});

const keptPlace = z.strictObject({ ward: optionalText, room: optionalText, bed: optionalText });

const keptTelehealth = z.strictObject({
  platform: optionalText,
  join_url: optionalText,
  patient_consented: z.boolean(),
});

/** What is added to notes that stand. */
export const addendumText = text(20_000);

const addendum = z.strictObject({ text: addendumText, by: actorIdForm, at: ts });
const addenda = z.array(z.strictObject({ text: z.string(), by: z.string(), at: z.string() }));

const measuredForm = z.strictObject({ at: ts, by: actorIdForm, values: vitals });
const measuredShape = z.strictObject({ at: z.string(), by: z.string(), values: vitalsShape });

/** An encounter's own fields. */
export const encounterFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  doctor_id: field.text(idOf("stf"), { optional: true, filter: true }),
  encounter_type: {
    ...field.word(encounterTypes, { given: "once", filter: true }),
    sent: encounterTypeField,
  },
  visit_status: field.word(visitStatuses, { filter: true }),
  diagnosis_code: field.text(diagnosisCode, { optional: true, filter: true }),
  diagnosis_system: field.word(diagnosisSystems, {}),
  diagnoses: field.json(z.array(diagnosis).max(50), z.array(keptDiagnosis), {}),
  notes: field.text(text(20_000), { optional: true }),
  /** What the patient is told to do, to take with them. */
  advice: field.text(text(20_000), { optional: true }),
  addenda: field.json(z.array(addendum), addenda, { given: "never" }),
  care_stage: field.text(enumOf(careStages), { optional: true }),
  disposition: field.text(enumOf(dispositions), { optional: true }),
  appointment_id: field.text(idOf("apt"), { optional: true, given: "once" }),
  admission_id: field.text(str(1, 64), { optional: true, given: "never" }),
  triage_id: field.text(str(1, 64), { optional: true, given: "never" }),
  triage_waived_reason: field.text(str(0, 500), { optional: true }),
  chief_complaint: field.text(str(0, 500), { optional: true }),
  vitals: field.json(vitals, vitalsShape, { optional: true }),
  /** Every set that was taken, with who took it; `vitals` holds the newest value of each kind. */
  vitals_history: field.json(z.array(measuredForm), z.array(measuredShape), { given: "never" }),
  started_at: field.text(ts, { optional: true }),
  ended_at: field.text(ts, { optional: true }),
  department: field.text(code, { optional: true }),
  location: field.json(location, keptPlace, { optional: true }),
  follow_up_date: field.text(date, { optional: true }),
  telehealth: field.json(telehealth, keptTelehealth, { optional: true }),
  status_history: field.json(statusHistoryForm(visitStatuses), statusHistoryShape, {
    given: "never",
  }),
} as const;

const sent = sentShape(encounterFields);

/** What opening an encounter says. */
export const createEncounterBody = z.strictObject({
  ...sent,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  visit_status: sent.visit_status.optional(),
  diagnosis_system: sent.diagnosis_system.optional(),
  diagnoses: sent.diagnoses.optional(),
  /** `admit` opens an inpatient visit with its `admission`, both or neither. */
  workflow_event: enumOf(["visit", "admit"]).optional(),
  admission: stayBody.optional(),
  metadata: metadataField,
});

/** What a change says. `reason` is kept in the history of states, and required for `entered_in_error`. */
export const updateEncounterBody = z.strictObject({
  ...readOnlyFields([...recordReadOnly, "branch_id"]),
  ...patchShape(encounterFields),
  reason: str(0, 500).optional(),
  metadata: metadataField,
});

/** An encounter, as the wire writes it. */
export const encounterShape = z.strictObject({
  id: idOf("enc"),
  branch_id: idOf("brn").nullable(),
  ...answerShape(encounterFields),
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
  /** In English. */
  summary: z.string(),
  /** What happened, by the words of the record's own lists: its kind where there are several, the state that it came to. */
  words: z.array(z.string()),
  /** What the record says of it, as it was written down: names, numbers and values; null for nothing. */
  text: z.string().nullable(),
  actor_id: z.string().nullable(),
});

/** Something that happened in an encounter. */
export type TimelineEntry = z.output<typeof timelineEntryShape>;

/** When somebody was last seen: the beginning of the visit, never of one that was planned, called off or entered in error. */
export const lastVisitShape = z.strictObject({
  patient_id: idOf("pat"),
  started_at: z.string(),
  /** The newest blood pressure of those visits, in mmHg; only where it is asked for. */
  blood_pressure: z
    .strictObject({ sbp: z.number(), dbp: z.number(), at: z.string() })
    .nullable()
    .optional(),
});

/** When somebody was last seen. */
export type LastVisit = z.output<typeof lastVisitShape>;

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
  latest: readEndpoint({
    path: "/v1/encounters/latest",
    summary: "When each of up to 100 patients was last seen, in the branches the caller may see",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      patient_id: idListOf("pat"),
      with: enumOf(["blood_pressure"]).optional(),
    }),
    response: z.strictObject({ data: z.array(lastVisitShape) }),
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
    summary: "Open an encounter, with or without an appointment, or admit a patient",
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
      "already_admitted",
      "bed_unavailable",
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
