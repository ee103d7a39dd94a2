import * as z from "zod";
import { crud, recordAnswer, updateEndpoint, type CrudOptions } from "#contract/crud.ts";
import { enumOf, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  abdmReference,
  abdmReferenceShape,
  accessModes,
  captureMethods,
  consentDecisions,
  consentFrequency,
  consentFrequencyShape,
  consentScope,
  consentScopeShape,
  consentStates,
  consentTypes,
  giverShape,
  healthInformationTypes,
  purposeCodes,
  writtenGiver,
} from "./consent-parts.contract.ts";

/** The fields of a consent. */
export const consentFields = {
  patient_id: field.id("pat", { given: "once", filter: true }),
  consent_type: field.word(consentTypes, { given: "once", filter: true }),
  /** Left out while nobody has said yes or no. */
  decision: field.text(enumOf(consentDecisions), { optional: true, given: "once" }),
  status: field.word(consentStates, { given: "later", initial: "requested", filter: true }),
  purpose_code: field.text(enumOf(purposeCodes), { optional: true, given: "once" }),
  hi_types: field.json(z.array(enumOf(healthInformationTypes)).max(8), z.array(z.string()), {
    optional: true,
    given: "once",
  }),
  scope: field.json(consentScope, consentScopeShape, { optional: true, given: "once" }),
  access_mode: field.text(enumOf(accessModes), { optional: true, given: "once" }),
  frequency: field.json(consentFrequency, consentFrequencyShape, {
    optional: true,
    given: "once",
  }),
  data_erase_at: field.text(ts, { optional: true, given: "once" }),
  valid_from: field.text(ts, { optional: true, given: "once" }),
  valid_until: field.text(ts, { optional: true, given: "once" }),
  abdm: field.json(abdmReference, abdmReferenceShape, { optional: true, given: "once" }),
  /** Which edition of the notice was read, and in which language (BCP 47). */
  notice_version: field.text(str(1, 64), { optional: true }),
  language: field.text(str(2, 35).regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/u), {
    optional: true,
  }),
  captured_method: field.text(enumOf(captureMethods), { optional: true }),
  given_by: field.json(writtenGiver, giverShape, { optional: true }),
  /** Who has heard what was only said. */
  witness_id: field.id("stf", { optional: true }),
  /** The signature, or the paper that was signed; a paper may be scanned later. */
  document_id: field.id("doc", { optional: true }),
  captured_by: field.text(actorIdForm, { optional: true, given: "never" }),
  decided_at: field.text(ts, { optional: true, given: "never" }),
  revoked_at: field.text(ts, { optional: true, given: "never" }),
  revoke_reason: field.text(text(500), { optional: true, given: "never" }),
  status_history: field.json(statusHistoryForm(consentStates), statusHistoryShape, {
    given: "never",
  }),
  /** Whether it is granted and its time has come and is not over. */
  active: field.computed(z.boolean()),
} as const;

/** Where consents are served, and to whom. */
export const consentCrud = {
  path: "/v1/consents",
  resource: "consents",
  noun: ["consent", "consents"],
  prefix: "cns",
  home: "any",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

const consentShape = recordAnswer(consentFields, consentCrud);

/** What somebody has agreed to, or not. */
export type Consent = z.output<typeof consentShape>;

const { list, get, create } = crud(consentFields, consentCrud);
const update = updateEndpoint(consentFields, consentCrud, {
  /** Kept in the history of states, and of a withdrawal as its reason. */
  status_reason: str(0, 500).optional(),
});

/** The endpoints of consents. */
export const consentsContract = {
  list,
  get,
  create: {
    ...create,
    summary: "Ask for a consent, or note that it was given or refused",
    errors: [...create.errors, "invalid_reference", "patient_merged", "conflicting_fields"],
  },
  update: {
    ...update,
    summary: "Grant, refuse or withdraw a consent",
    errors: [...update.errors, "invalid_transition", "invalid_reference", "conflicting_fields"],
  },
} as const;
