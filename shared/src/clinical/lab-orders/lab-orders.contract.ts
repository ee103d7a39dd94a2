import * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { enumOf, icd10, idOf, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  externalLab,
  externalLabShape,
  givenSpecimens,
  labOrderStatuses,
  labPriorities,
  orderedTests,
  orderedTestsShape,
  rejectReasons,
  specimenBarcode,
  specimensShape,
} from "./lab-order-parts.contract.ts";

/** The fields of an order. */
export const labOrderFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  encounter_id: field.id("enc", { optional: true, given: "once", filter: true }),
  ordered_by: field.id("stf", { given: "once", filter: true }),
  /** As it stands on the labels. */
  order_no: field.text(str(1, 32), { given: "never" }),
  priority: field.word(labPriorities, { initial: "routine", filter: true }),
  tests: field.json(orderedTests, orderedTestsShape, { given: "once" }),
  specimens: field.json(givenSpecimens, specimensShape, { given: "later", initial: [] }),
  clinical_notes: field.text(text(2000), { optional: true }),
  diagnosis_code: field.text(icd10, { optional: true }),
  external_lab: field.json(externalLab, externalLabShape, { optional: true }),
  status: field.word(labOrderStatuses, { given: "later", initial: "ordered", filter: true }),
  status_history: field.json(statusHistoryForm(labOrderStatuses), statusHistoryShape, {
    given: "never",
  }),
  ordered_at: field.text(ts, { optional: true, given: "never" }),
  /** When all of it should be answered, by the slowest of its tests. */
  due_at: field.text(ts, { optional: true, given: "never" }),
  completed_at: field.text(ts, { optional: true, given: "never" }),
  /** From the order to the last answer, or until now. */
  tat_minutes: field.computed(z.int().nullable()),
  tat_breached: field.computed(z.boolean()),
} as const;

/** Where orders are served, and to whom. */
export const labOrderCrud = {
  path: "/v1/lab/orders",
  resource: "lab_orders",
  noun: ["lab order", "lab orders"],
  prefix: "lor",
  home: "branch",
  orders: ["created_at", "-created_at", "work_order"],
  ofBranches: true,
} as const satisfies CrudOptions;

const labOrderShape = recordAnswer(labOrderFields, labOrderCrud);

/** An order of laboratory tests. */
export type LabOrder = z.output<typeof labOrderShape>;

/** What a new order has from the server alone. */
export const labOrderComputed = [
  "order_no",
  "specimens",
  "status",
  "status_history",
  "ordered_at",
  "due_at",
  "completed_at",
  "tat_minutes",
  "tat_breached",
] as const;

const create = createEndpoint(labOrderFields, labOrderCrud, {
  ...readOnlyFields(labOrderComputed),
  /** Whether it is only written down, and asked for later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(labOrderFields, labOrderCrud, {
  /** Kept in the history of states; required where an order is cancelled or was entered in error. */
  status_reason: str(0, 500).optional(),
  /** Why all specimens that are not rejected by name are of no use, where a new one is required. */
  reject_reason: enumOf(rejectReasons).optional(),
  /** The patient whose wristband was read where the specimens are taken: the order's own. */
  wristband: idOf("pat").optional(),
  /** The labels that were read, at the bed as the specimens are taken or in the laboratory as they come in. */
  scanned: z.array(specimenBarcode).min(1).max(60).optional(),
});

const changeErrors = [
  "invalid_reference",
  "patient_merged",
  "owned_by_branch",
  "forbidden",
] as const;

/** The endpoints of orders. */
export const labOrdersContract = {
  list: {
    ...listEndpoint(labOrderFields, labOrderCrud, {
      /** Those that still have to be answered; in the order of work with `sort=work_order`: the most urgent first, then the oldest. */
      open: enumOf(["true"]).optional(),
      order_no: str(1, 32).optional(),
      /** The order of a specimen, by what stands on its label. */
      barcode: specimenBarcode.optional(),
      tat_breached: enumOf(["true"]).optional(),
    }),
    summary: "List the orders of the acting branch, newest first",
  },
  get: getEndpoint(labOrderFields, labOrderCrud),
  create: {
    ...create,
    summary: "Order laboratory tests; panels are expanded",
    errors: [...create.errors, ...changeErrors, "read_only_field"],
  },
  update: {
    ...update,
    summary: "Collect, receive or reject specimens, or cancel or change an order",
    errors: [
      ...update.errors,
      ...changeErrors,
      "invalid_transition",
      "specimen_mismatch",
      "duplicate_value",
    ],
  },
} as const;
