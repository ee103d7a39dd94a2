import * as z from "zod";
import { num } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, enumOf, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  alertsShape,
  givenItems,
  givenOverride,
  itemsShape,
  keptAlerts,
  keptStatuses,
  overrideShape,
  prescriptionStatuses,
} from "./prescription-parts.contract.ts";

/** The fields of a prescription. */
export const prescriptionFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  encounter_id: field.id("enc", { given: "once", filter: true }),
  prescriber_id: field.id("stf", { given: "once", filter: true }),
  rx_no: field.text(str(1, 32), { given: "never" }),
  items: field.json(givenItems, itemsShape, {}),
  /** Whether the prescriber has asked for allergies. */
  allergies_checked: field.bool({ initial: false }),
  interaction_alerts: field.json(keptAlerts, alertsShape, { given: "never" }),
  override: field.json(givenOverride, overrideShape, { optional: true }),
  /** Required of a child below twelve, and where a dose is for every kilogram. */
  weight_kg: field.json(num(0.2, 500, 3), z.number(), { optional: true }),
  status: field.word(prescriptionStatuses, { given: "later", initial: "issued" }),
  status_history: field.json(statusHistoryForm(keptStatuses), statusHistoryShape, {
    given: "never",
  }),
  issued_at: field.text(ts, { optional: true, given: "never" }),
  /** The last local day on which it is dispensed. */
  valid_until: field.text(date, { optional: true, given: "never" }),
  /** The end of that day, from when on it has expired. */
  expires_at: field.text(ts, { optional: true, given: "never" }),
  /** The prescription in whose place this one is: it is stopped with it. */
  replaces_id: field.id("rx", { optional: true, given: "once" }),
} as const;

/** Where prescriptions are served, and to whom. */
export const prescriptionCrud = {
  path: "/v1/prescriptions",
  resource: "prescriptions",
  noun: ["prescription", "prescriptions"],
  prefix: "rx",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

const prescriptionShape = recordAnswer(prescriptionFields, prescriptionCrud);

/** What was prescribed. */
export type Prescription = z.output<typeof prescriptionShape>;

/** What a new prescription has from the server alone. */
export const prescriptionComputed = [
  "rx_no",
  "interaction_alerts",
  "status",
  "status_history",
  "issued_at",
  "valid_until",
  "expires_at",
] as const;

const create = createEndpoint(prescriptionFields, prescriptionCrud, {
  ...readOnlyFields(prescriptionComputed),
  /** Whether it is only written down, and issued later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(prescriptionFields, prescriptionCrud, {
  /** Kept in the history of states; required where it is stopped, cancelled or was entered in error. */
  status_reason: str(0, 500).optional(),
});

const errors = [
  "invalid_reference",
  "prescriber_unregistered",
  "invalid_transition",
  "owned_by_branch",
  "forbidden",
] as const;

/** The endpoints of prescriptions. */
export const prescriptionsContract = {
  list: {
    ...listEndpoint(prescriptionFields, prescriptionCrud, {
      status: enumOf(prescriptionStatuses).optional(),
      rx_no: str(1, 32).optional(),
      issued_from: ts.optional(),
      issued_to: ts.optional(),
    }),
    summary: "List the prescriptions of the acting branch, newest first",
  },
  get: getEndpoint(prescriptionFields, prescriptionCrud),
  create: {
    ...create,
    summary: "Issue a prescription, or replace one",
    errors: [...create.errors, ...errors, "patient_merged", "read_only_field"],
  },
  update: {
    ...update,
    summary:
      "Change or issue a draft, or stop or cancel a prescription; an issued one never changes",
    errors: [...update.errors, ...errors],
  },
} as const;
