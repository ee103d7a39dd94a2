import * as z from "zod";
import {
  doseUnits,
  frequencies,
  routes,
} from "#clinical/prescriptions/prescription-parts.contract.ts";
import { num } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { noParams, readEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, str, ts } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** What became of a dose; the ways between them stand in the state table beside this file. */
export const administrationStatuses = ["given", "refused", "held", "entered_in_error"] as const;

/** One of them. */
export type AdministrationStatus = (typeof administrationStatuses)[number];

const reason = str(3, 500);

/** The fields of one version of an administration. */
export const administrationFields = {
  /** The patient whose wristband was read: the prescription's. */
  patient_id: field.id("pat", { given: "once", filter: true }),
  prescription_id: field.id("rx", { given: "once", filter: true }),
  /** Which of the prescription's medicines. */
  prescribed_item_id: field.id("rxi", { given: "once", filter: true }),
  /** The prescription's. */
  encounter_id: field.id("enc", { given: "never", filter: true }),
  /** Of an inpatient. */
  admission_id: field.id("adm", { optional: true, given: "never", filter: true }),
  /** When the prescription asks for it; null for what is given as it is needed. */
  due_at: field.text(ts, { optional: true, given: "once" }),
  status: field.word(administrationStatuses, { filter: true }),
  given_at: field.text(ts, { optional: true }),
  dose: field.json(num(0.001, 1_000_000, 3), z.number(), { optional: true }),
  dose_unit: field.text(enumOf(doseUnits), { optional: true }),
  route: field.text(enumOf(routes), { optional: true }),
  /** Why it was not given, or otherwise than the prescription says. */
  reason: field.text(reason, { optional: true }),
  /** The administration of the same dose that this one knowingly stands after. */
  follows_id: field.id("mad", { optional: true, given: "never" }),
  /** Who gave it, or noted that it was not given. */
  performed_by: field.text(actorIdForm, { given: "never", filter: true }),
  /** The version before. */
  amends_id: field.id("mad", { optional: true, given: "never" }),
  /** Why that was wrong. */
  amend_reason: field.text(reason, { optional: true, given: "later" }),
  /** The version that stands in place of this one. */
  superseded_by_id: field.computed(z.string().nullable()),
} as const;

/** Where administrations are served, and to whom. */
export const administrationCrud = {
  path: "/v1/medication-administrations",
  resource: "medication_administrations",
  noun: ["medication administration", "medication administrations"],
  prefix: "mad",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

const administrationShape = recordAnswer(administrationFields, administrationCrud);

/** One version of what became of a dose. */
export type MedicationAdministration = z.output<typeof administrationShape>;

/** What a new one has from the server alone. */
export const administrationComputed = [
  "encounter_id",
  "admission_id",
  "follows_id",
  "performed_by",
  "amends_id",
  "amend_reason",
  "superseded_by_id",
] as const;

/**
 * How a dose stands: not for some time yet, to be given now, not given in time, or what became of it. What is given as it
 * is needed waits for nobody.
 */
export const doseStates = [
  "upcoming",
  "due",
  "late",
  "given",
  "refused",
  "held",
  "as_needed",
] as const;

/** One of them. */
export type DoseState = (typeof doseStates)[number];

const dueDose = z.strictObject({
  prescription_id: idOf("rx"),
  prescribed_item_id: idOf("rxi"),
  encounter_id: idOf("enc"),
  rx_no: z.string(),
  drug_name: z.string(),
  generic_name: z.string(),
  strength: z.string().nullable(),
  instructions: z.string().nullable(),
  frequency: z.enum(frequencies),
  custom_text: z.string().nullable(),
  route: z.enum(routes),
  /** How much, for this patient; null where the weight that it depends on is not known. */
  dose: z.number().nullable(),
  dose_unit: z.enum(doseUnits),
  due_at: z.string().nullable(),
  state: z.enum(doseStates),
  /** What became of it: the version that stands. */
  administration: administrationShape.nullable(),
});

/** A dose that a patient is to have, and what became of it. */
export type DueDose = z.output<typeof dueDose>;

const create = createEndpoint(administrationFields, administrationCrud, {
  ...readOnlyFields(administrationComputed),
});

const update = updateEndpoint(administrationFields, administrationCrud, {});

const errors = ["invalid_reference", "conflicting_fields", "owned_by_branch"] as const;

/** The endpoints of administrations. */
export const administrationsContract = {
  list: {
    ...listEndpoint(administrationFields, administrationCrud, {
      due_from: ts.optional(),
      /** Before it. */
      due_to: ts.optional(),
      /** Also the versions that others stand in place of. */
      history: enumOf(["true"]).optional(),
    }),
    summary: "List the medicines that were given, refused or held, newest first",
  },
  get: getEndpoint(administrationFields, administrationCrud),
  due: readEndpoint({
    path: "/v1/medication-administrations/due",
    summary:
      "List the doses of a patient who stays here: today's and what was left open since yesterday, the earliest first, then what is given as it is needed",
    tag: "Medication administrations",
    access: { resource: administrationCrud.resource, action: "read" },
    params: noParams,
    query: z.strictObject({ ...pageQuery, patient_id: idOf("pat") }),
    response: pageOf(dueDose),
    errors: ["invalid_cursor", "invalid_reference"],
  }),
  create: {
    ...create,
    summary: "Note that a medicine was given, refused or held",
    errors: [
      ...create.errors,
      ...errors,
      "patient_merged",
      "read_only_field",
      "duplicate_value",
      "invalid_transition",
    ],
  },
  update: {
    ...update,
    summary: "Correct what was noted of a medicine, or say that it never was: makes a new version",
    errors: [...update.errors, ...errors, "invalid_transition", "duplicate_value"],
  },
} as const;
