import * as z from "zod";
import { bedClasses } from "#clinical/beds/beds.contract.ts";
import {
  createEndpoint,
  crud,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, enumOf, idOf, money, str, ts } from "#contract/fields.ts";
import { field, sentShape } from "#contract/record-fields.ts";
import { metadataField, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  attendant,
  attendantShape,
  clearanceStep,
  clearanceStepShape,
  clearancesShape,
  discharge,
  dischargeShape,
  givenClearances,
  transfer,
  transferShape,
} from "./admission-parts.contract.ts";

/** The states of an admission; the ways between them stand in the state table beside this file. */
export const admissionStatuses = [
  "requested",
  "bed_assigned",
  "admitted",
  "discharge_initiated",
  "discharge_ready",
  "discharged",
  "cancelled",
  "transferred_out",
] as const;

/** One state of an admission. */
export type AdmissionStatus = (typeof admissionStatuses)[number];

/** The states of a stay that is not over: a patient has one at a time, and so has a bed. */
export const openStatuses = [
  "requested",
  "bed_assigned",
  "admitted",
  "discharge_initiated",
  "discharge_ready",
] as const satisfies readonly AdmissionStatus[];

/** The states in which the patient lies in the bed. */
const stayingStatuses = [
  "admitted",
  "discharge_initiated",
  "discharge_ready",
] as const satisfies readonly AdmissionStatus[];

/** Whether a stay is not over. */
export function isOpen(status: string): boolean {
  return openStatuses.some((one) => one === status);
}

/** Whether the patient lies in the bed. */
export function isStaying(status: string): boolean {
  return stayingStatuses.some((one) => one === status);
}

/** Why somebody is taken in. */
export const admissionTypes = [
  "elective",
  "emergency",
  "maternity",
  "day_care",
  "newborn",
  "transfer_in",
] as const;

/** From where somebody is taken in. */
export const admitSources = ["opd", "er", "referral", "transfer", "born", "other"] as const;

/** What a patient may eat. `npo` is: nothing by mouth. */
export const diets = [
  "regular",
  "soft",
  "liquid",
  "diabetic",
  "renal",
  "low_salt",
  "npo",
  "other",
] as const;

/** Who pays for a stay. */
export const payerTypes = ["self", "insurance", "scheme", "corporate"] as const;

/** What is known of a stay from its first moment, whoever asks for it. */
const stayFields = {
  admitting_doctor_id: field.id("stf", {}),
  attending_doctor_id: field.text(idOf("stf"), { optional: true, filter: true }),
  admission_type: field.word(admissionTypes, { filter: true }),
  admit_source: field.text(enumOf(admitSources), { optional: true }),
  /** Without a bed: the ward that is wished for. With one it is the bed's. */
  ward_id: field.text(idOf("wrd"), { optional: true, filter: true }),
  bed_id: field.text(idOf("bed"), { optional: true, filter: true }),
  bed_class: field.word(bedClasses, { filter: true }),
  expected_discharge_date: field.text(date, { optional: true }),
  /** In the currency's minor unit. */
  deposit_required_minor: field.int(money, { optional: true }),
  diet: field.text(enumOf(diets), { optional: true }),
  payer_type: field.word(payerTypes, {}),
  /** Whether the police are to be told of it: a medico-legal case, with its number. */
  mlc: field.bool({ initial: false }),
  mlc_no: field.text(str(1, 40), { optional: true }),
  attendant: field.json(attendant, attendantShape, { optional: true }),
} as const;

/** The fields of an admission. */
export const admissionFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  /** The inpatient visit. */
  encounter_id: field.id("enc", { given: "never", filter: true }),
  ...stayFields,
  /** Of the bed. */
  room_id: field.text(idOf("rom"), { optional: true, given: "never" }),
  status: field.word(admissionStatuses, { given: "later", initial: "requested", filter: true }),
  admitted_at: field.text(ts, { optional: true, given: "never" }),
  discharged_at: field.text(ts, { optional: true, given: "never" }),
  transfers: field.json(z.array(transfer), z.array(transferShape), { given: "never" }),
  discharge: field.json(discharge, dischargeShape, { optional: true, given: "later" }),
  discharge_clearances: field.json(givenClearances, clearancesShape, { given: "later" }),
  clearance_history: field.json(z.array(clearanceStep), z.array(clearanceStepShape), {
    given: "never",
  }),
  status_history: field.json(statusHistoryForm(admissionStatuses), statusHistoryShape, {
    given: "never",
  }),
} as const;

/** Where admissions are served, and to whom. */
export const admissionCrud = {
  path: "/v1/admissions",
  resource: "admissions",
  noun: ["admission", "admissions"],
  prefix: "adm",
  home: "branch",
} as const satisfies CrudOptions;

const admissionShape = recordAnswer(admissionFields, admissionCrud);

/** A stay in a bed, from the request to the discharge. */
export type Admission = z.output<typeof admissionShape>;

/** What a stay begins as: asked for, with a bed kept for it, or with the patient in it. */
const openingStatus = enumOf(["requested", "bed_assigned", "admitted"]);

/** A stay as the body says it that opens its visit as well. */
export const stayBody = z.strictObject({
  ...sentShape(stayFields),
  status: openingStatus.optional(),
  metadata: metadataField,
});

const { get } = crud(admissionFields, admissionCrud);
const create = createEndpoint(admissionFields, admissionCrud, {
  /** Without one the visit is opened with the admission. */
  encounter_id: idOf("enc").optional(),
  status: openingStatus.optional(),
});
const update = updateEndpoint(admissionFields, admissionCrud, {
  /** Kept in the history of states beside a new state, and beside a clearance that is waived. */
  status_reason: str(0, 500).optional(),
  /** Kept beside a move to another bed. */
  transfer_reason: str(0, 500).optional(),
});

/** What a body can be refused with that names a bed, a doctor or a patient. */
const refusals = [
  "invalid_reference",
  "patient_merged",
  "already_admitted",
  "bed_unavailable",
  "conflicting_fields",
  "invalid_transition",
] as const;

/** The endpoints of admissions. */
export const admissionsContract = {
  list: {
    ...listEndpoint(admissionFields, admissionCrud, {
      mlc: enumOf(["true", "false"]).optional(),
      admitted_from: ts.optional(),
      admitted_to: ts.optional(),
      /** Those whose stay is not over. */
      open: enumOf(["true"]).optional(),
    }),
    summary: "List admissions of the acting branch, newest first",
  },
  get,
  create: {
    ...create,
    summary: "Admit a patient, keep a bed, or ask for one; with the visit, where none is named",
    errors: [...create.errors, ...refusals, "owned_by_branch"],
  },
  update: {
    ...update,
    summary: "Admit, move to another bed, clear, discharge or change an admission",
    errors: [...update.errors, ...refusals, "forbidden", "owned_by_branch"],
  },
} as const;
