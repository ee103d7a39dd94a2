import * as z from "zod";
import { labPriorities } from "#clinical/lab-orders/lab-order-parts.contract.ts";
import {
  acknowledgementShape,
  givenAcknowledgement,
} from "#clinical/lab-results/lab-result-parts.contract.ts";
import { dicomUid } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { code, enumOf, icd10, idOf, int, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  givenReport,
  lateralities,
  modalities,
  pastReports,
  pastReportsShape,
  pregnancyStatuses,
  radiationDose,
  radiationDoseShape,
  radiologyStatuses,
  renalFunctions,
  reportShape,
} from "./radiology-study-parts.contract.ts";

/** The fields of a study. */
export const radiologyFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  encounter_id: field.id("enc", { optional: true, given: "once", filter: true }),
  ordered_by: field.id("stf", { given: "once", filter: true }),
  /** By which the machine, the images and the report know the study. */
  accession_no: field.text(str(1, 16), { given: "never" }),
  study_instance_uid: field.text(dicomUid, { optional: true }),
  modality: field.word(modalities, { given: "once", filter: true }),
  body_site: field.text(str(1, 120), {}),
  laterality: field.word(lateralities, { optional: true }),
  /** Of the catalogue, or of the clinic's own list. */
  procedure_code: field.text(code, { optional: true, given: "once" }),
  contrast: field.bool({ initial: false }),
  /** That the patient was asked whether contrast medium was ever borne badly. */
  contrast_allergy_checked: field.bool({ initial: false }),
  renal_function: field.word(renalFunctions, { optional: true }),
  pregnancy_status: field.word(pregnancyStatuses, { optional: true }),
  /** That form F of India's PNDT act was filled in, without which no unborn child is looked at there. */
  pndt_form_f: field.bool({ initial: false }),
  priority: field.word(labPriorities, { initial: "routine", filter: true }),
  /** What is asked of the images, and what is known. */
  clinical_notes: field.text(text(2000), { optional: true }),
  diagnosis_code: field.text(icd10, { optional: true }),
  scheduled_at: field.text(ts, { optional: true, given: "later" }),
  room_id: field.text(idOf("rom"), { optional: true, given: "later" }),
  radiation_dose: field.json(radiationDose, radiationDoseShape, {
    optional: true,
    given: "later",
  }),
  series_count: field.int(int(0, 100_000), { optional: true, given: "later" }),
  image_count: field.int(int(0, 1_000_000), { optional: true, given: "later" }),
  report: field.json(givenReport, reportShape, { optional: true, given: "later" }),
  /** Verified reports that were amended since, the oldest first, each as it was. */
  past_reports: field.json(pastReports, pastReportsShape, { given: "never" }),
  /** Who was told of a critical finding and has read it back. */
  critical_ack: field.json(givenAcknowledgement, acknowledgementShape, {
    optional: true,
    given: "later",
  }),
  status: field.word(radiologyStatuses, { given: "later", initial: "ordered", filter: true }),
  status_history: field.json(statusHistoryForm(radiologyStatuses), statusHistoryShape, {
    given: "never",
  }),
  ordered_at: field.text(ts, { optional: true, given: "never" }),
  acquired_at: field.text(ts, { optional: true, given: "never" }),
} as const;

/** Where studies are served, and to whom. */
export const radiologyCrud = {
  path: "/v1/radiology/studies",
  resource: "radiology_studies",
  noun: ["radiology study", "radiology studies"],
  prefix: "rad",
  home: "branch",
  orders: ["created_at", "-created_at", "work_order"],
  ofBranches: true,
} as const satisfies CrudOptions;

const radiologyShape = recordAnswer(radiologyFields, radiologyCrud);

/** A radiology study, from the order to the verified report. */
export type RadiologyStudy = z.output<typeof radiologyShape>;

/** What a new study has from the server alone, or gets later. */
export const radiologyComputed = [
  "accession_no",
  "scheduled_at",
  "room_id",
  "radiation_dose",
  "series_count",
  "image_count",
  "report",
  "past_reports",
  "critical_ack",
  "status",
  "status_history",
  "ordered_at",
  "acquired_at",
] as const;

const create = createEndpoint(radiologyFields, radiologyCrud, {
  ...readOnlyFields(radiologyComputed),
  /** Whether it is only written down, and asked for later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(radiologyFields, radiologyCrud, {
  /** Kept in the history of states; required where a study is cancelled, amended or was entered in error. */
  status_reason: str(0, 500).optional(),
});

const changeErrors = ["invalid_reference", "owned_by_branch", "forbidden"] as const;

/** The endpoints of studies. */
export const radiologyContract = {
  list: {
    ...listEndpoint(radiologyFields, radiologyCrud, {
      /** Those with something still to do; in the order of work with `sort=work_order`: the most urgent first, then the oldest. */
      open: enumOf(["true"]).optional(),
      accession_no: str(1, 16).optional(),
      /** Those with a critical finding of which nobody has been told. */
      unacknowledged_critical: enumOf(["true"]).optional(),
      scheduled_from: ts.optional(),
      /** Before it. */
      scheduled_to: ts.optional(),
    }),
    summary: "List the radiology studies of the acting branch, newest first",
  },
  get: getEndpoint(radiologyFields, radiologyCrud),
  create: {
    ...create,
    summary: "Order a radiology study",
    errors: [...create.errors, ...changeErrors, "patient_merged", "read_only_field"],
  },
  update: {
    ...update,
    summary:
      "Schedule, acquire, report, verify, amend, cancel or change a study, or acknowledge a critical finding",
    errors: [...update.errors, ...changeErrors, "invalid_transition"],
  },
} as const;
