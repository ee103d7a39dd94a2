import type * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  certificateStatuses,
  certificateTypes,
  keptSummary,
  summaryShape,
} from "./certificate-parts.contract.ts";

/** The fields of a certificate. */
export const certificateFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  encounter_id: field.id("enc", { given: "once", filter: true }),
  doctor_id: field.id("stf", { given: "once", filter: true }),
  certificate_no: field.text(str(1, 32), { given: "never" }),
  certificate_type: field.word(certificateTypes, { given: "once", filter: true }),
  /** Of a sick leave: the first and the last day. */
  rest_from: field.text(date, { optional: true, given: "once" }),
  rest_to: field.text(date, { optional: true, given: "once" }),
  /** Of fitness: the first day, and for what. */
  fit_from: field.text(date, { optional: true, given: "once" }),
  fit_for: field.text(str(1, 200), { optional: true, given: "once" }),
  /** Of a referral: to which doctor or department, where, and why. */
  referred_to: field.text(str(1, 200), { optional: true, given: "once" }),
  referred_place: field.text(str(1, 200), { optional: true, given: "once" }),
  reason: field.text(text(2000), { optional: true, given: "once" }),
  remarks: field.text(text(1000), { optional: true, given: "once" }),
  /** Whether it says what the patient has, as the visit says it then: an employer need not know. */
  shows_diagnosis: field.bool({ initial: false, given: "once" }),
  diagnosis: field.text(str(1, 500), { optional: true, given: "never" }),
  /** Of a referral: what the visit said as it was issued. */
  summary: field.json(keptSummary, summaryShape, { optional: true, given: "never" }),
  status: field.word(certificateStatuses, { given: "later", initial: "issued", filter: true }),
  status_history: field.json(statusHistoryForm(certificateStatuses), statusHistoryShape, {
    given: "never",
  }),
  issued_at: field.text(ts, { given: "never" }),
} as const;

/** Where certificates are served, and to whom. */
export const certificateCrud = {
  path: "/v1/certificates",
  resource: "certificates",
  noun: ["certificate", "certificates"],
  prefix: "crt",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

const certificateShape = recordAnswer(certificateFields, certificateCrud);

/** What a doctor has certified, or to whom a patient was referred. */
export type Certificate = z.output<typeof certificateShape>;

/** What a new certificate has from the server alone. */
export const certificateComputed = [
  "certificate_no",
  "diagnosis",
  "summary",
  "status",
  "status_history",
  "issued_at",
] as const;

const create = createEndpoint(certificateFields, certificateCrud, {
  ...readOnlyFields(certificateComputed),
});

const update = updateEndpoint(certificateFields, certificateCrud, {
  /** Kept in the history of states; required where it is cancelled or was entered in error. */
  status_reason: str(0, 500).optional(),
});

/** The endpoints of certificates. */
export const certificatesContract = {
  list: {
    ...listEndpoint(certificateFields, certificateCrud, {
      certificate_no: str(1, 32).optional(),
    }),
    summary: "List the certificates and referrals of the acting branch, newest first",
  },
  get: getEndpoint(certificateFields, certificateCrud),
  create: {
    ...create,
    summary: "Issue a sick-leave or fitness certificate or a referral letter",
    errors: [
      ...create.errors,
      "invalid_reference",
      "prescriber_unregistered",
      "conflicting_fields",
      "forbidden",
      "patient_merged",
      "read_only_field",
    ],
  },
  update: {
    ...update,
    summary: "Cancel a certificate; an issued one never changes",
    errors: [...update.errors, "invalid_transition", "owned_by_branch"],
  },
} as const;
