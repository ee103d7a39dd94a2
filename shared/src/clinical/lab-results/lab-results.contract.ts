import * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { loinc } from "#contract/code-fields.ts";
import { code, enumOf, idOf, int, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";
import {
  acknowledgementShape,
  givenAcknowledgement,
  givenObservations,
  labResultStatuses,
  observationsShape,
} from "./lab-result-parts.contract.ts";

/** The fields of one version of a result. */
export const labResultFields = {
  order_id: field.id("lor", { given: "once", filter: true }),
  /** Which of the order's tests it answers. */
  test_id: field.id("lot", { given: "once" }),
  test_code: field.text(code, { given: "never", filter: true }),
  patient_id: field.id("pat", { given: "never", filter: true }),
  encounter_id: field.id("enc", { optional: true, given: "never", filter: true }),
  specimen_id: field.id("spc", { optional: true, given: "once" }),
  /** Counts the versions of one result, from 1. */
  revision: field.int(int(1, 10_000), { given: "never" }),
  /** The version before. */
  amends_result_id: field.id("lrs", { optional: true, given: "never" }),
  status: field.word(labResultStatuses, { given: "later", initial: "preliminary", filter: true }),
  status_reason: field.text(str(0, 500), { optional: true, given: "later" }),
  observations: field.json(givenObservations, observationsShape, {}),
  conclusion: field.text(text(5000), { optional: true }),
  attachments: field.json(z.array(idOf("fil")).max(20), z.array(z.string()), { initial: [] }),
  performed_by: field.text(actorIdForm, { given: "never" }),
  performed_at: field.text(ts, { given: "never" }),
  verified_by: field.text(actorIdForm, { optional: true, given: "never" }),
  verified_at: field.text(ts, { optional: true, given: "never" }),
  critical: field.bool({ given: "never" }),
  critical_ack: field.json(givenAcknowledgement, acknowledgementShape, {
    optional: true,
    given: "later",
  }),
  /** The version that stands in place of this one. */
  superseded_by_id: field.computed(z.string().nullable()),
} as const;

/** Where results are served, and to whom. */
export const labResultCrud = {
  path: "/v1/lab/results",
  resource: "lab_results",
  noun: ["lab result", "lab results"],
  prefix: "lrs",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

const labResultShape = recordAnswer(labResultFields, labResultCrud);

/** One version of a result. */
export type LabResult = z.output<typeof labResultShape>;

/** What a new result has from the server alone. */
export const labResultComputed = [
  "test_code",
  "patient_id",
  "encounter_id",
  "revision",
  "amends_result_id",
  "status",
  "performed_by",
  "performed_at",
  "verified_by",
  "verified_at",
  "critical",
  "critical_ack",
  "superseded_by_id",
] as const;

/** That a value is what was measured, though it is beyond what is plausible. */
const confirm = z.boolean().optional();

const create = createEndpoint(labResultFields, labResultCrud, {
  ...readOnlyFields(labResultComputed),
  confirm,
});

const update = updateEndpoint(labResultFields, labResultCrud, { confirm });

const errors = ["invalid_reference", "implausible_value", "owned_by_branch"] as const;

/** The endpoints of results. */
export const labResultsContract = {
  list: {
    ...listEndpoint(labResultFields, labResultCrud, {
      loinc: loinc.optional(),
      critical: enumOf(["true"]).optional(),
      /** Those of which somebody has still to be told. */
      unacknowledged_critical: enumOf(["true"]).optional(),
      /** Also the versions that others stand in place of. */
      history: enumOf(["true"]).optional(),
    }),
    summary: "List the results of the acting branch, newest first: of each the version that stands",
  },
  get: getEndpoint(labResultFields, labResultCrud),
  create: {
    ...create,
    summary: "Enter the result of a test, to be verified by somebody else",
    errors: [...create.errors, ...errors, "read_only_field"],
  },
  update: {
    ...update,
    summary:
      "Verify, correct or withdraw a result, or acknowledge a critical one: makes a new version",
    errors: [...update.errors, ...errors, "invalid_transition", "forbidden"],
  },
} as const;
