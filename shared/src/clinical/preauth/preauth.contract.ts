import * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, enumOf, int, money, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  attached,
  attachedShape,
  claimPapers,
  diagnosisCodes,
  givenAnswer,
  givenQuery,
  keptQueries,
  policy,
  policyShape,
  procedureCodes,
  queriesShape,
} from "./claim-parts.contract.ts";

/** The states of an authorisation. */
export const preauthStatuses = [
  "draft",
  "submitted",
  "under_review",
  "queried",
  "approved",
  "partially_approved",
  "rejected",
  "utilised",
  "cancelled",
] as const;

/** One of them. */
export type PreauthStatus = (typeof preauthStatuses)[number];

/** What a payer is asked for. */
export const requestTypes = ["initial", "enhancement", "discharge"] as const;

const mostOfPart = 1_000_000_000_000;
const part = int(0, mostOfPart);
const estimate = z.strictObject({
  room_minor: part,
  surgeon_minor: part,
  investigations_minor: part,
  medicines_minor: part,
  implants_minor: part,
  other_minor: part,
});

const never = { given: "never" } as const;
const lateOptional = { given: "later", optional: true } as const;
const once = { given: "once" } as const;
const onceOptional = { given: "once", optional: true } as const;

/** The fields of an authorisation. Amounts are in the tenant's currency's minor unit. */
export const preauthFields = {
  patient_id: field.id("pat", { ...once, filter: true }),
  encounter_id: field.id("enc", { ...onceOptional, filter: true }),
  admission_id: field.id("adm", { ...onceOptional, filter: true }),
  payer_id: field.id("pyr", { ...once, filter: true }),
  policy: field.json(policy, policyShape, {}),
  request_type: field.word(requestTypes, { ...once, filter: true }),
  /** Of more, or of the discharge: the authorisation that it goes on from. */
  parent_id: field.id("pre", { ...onceOptional, filter: true }),
  planned_admission: field.text(ts, { optional: true }),
  expected_days: field.int(int(0, 180), { optional: true }),
  diagnosis_codes: field.json(diagnosisCodes, z.array(z.string()), {}),
  procedure_codes: field.json(procedureCodes, z.array(z.string()), { initial: [] }),
  doctor_id: field.id("stf", {}),
  estimate: field.json(estimate, estimate, {}),
  /** What the parts of the estimate come to. */
  requested_minor: field.int(money, never),
  approved_minor: field.int(money, lateOptional),
  authorization_no: field.text(str(1, 50), lateOptional),
  /** The last day on which it holds. */
  valid_until: field.text(date, lateOptional),
  remarks: field.text(text(2000), { optional: true }),
  documents: field.json(attached, attachedShape, { initial: [] }),
  queries: field.json(keptQueries, queriesShape, never),
  submitted_at: field.text(ts, { ...never, optional: true }),
  /** Until when the payer has to decide. */
  sla_due_at: field.text(ts, { ...never, optional: true }),
  decided_at: field.text(ts, { ...never, optional: true }),
  status: field.word(preauthStatuses, { given: "later", initial: "draft", filter: true }),
  status_history: field.json(statusHistoryForm(preauthStatuses), statusHistoryShape, never),
  /** Whether the payer has not decided in time. */
  sla_breached: field.computed(z.boolean()),
  /** Papers that are wanted for it and lack. */
  documents_missing: field.computed(z.array(z.enum(claimPapers))),
} as const;

/** Where authorisations are served, and to whom. */
export const preauthCrud = {
  path: "/v1/preauth",
  resource: "preauth",
  noun: ["preauth", "preauths"],
  tag: "Pre-authorisations",
  prefix: "pre",
  home: "any",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a new authorisation has from the server alone. */
export const preauthComputed = [
  "requested_minor",
  "queries",
  "submitted_at",
  "sla_due_at",
  "decided_at",
  "status_history",
] as const;

const create = createEndpoint(preauthFields, preauthCrud, {
  ...readOnlyFields(preauthComputed),
  /** Whether it is only drawn up, and submitted later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(preauthFields, preauthCrud, {
  /** Kept in the history of states. */
  status_reason: str(0, 500).optional(),
  /** What the payer asks: it waits for an answer. */
  query: givenQuery.optional(),
  /** The answer to one of the payer's questions. */
  answer: givenAnswer.optional(),
});

/** The endpoints of authorisations. */
export const preauthContract = {
  list: {
    ...listEndpoint(preauthFields, preauthCrud, {
      /** Those that wait for the payer, or for an answer to it. */
      open: enumOf(["true"]).optional(),
      /** Those of them whose time is over. */
      breached: enumOf(["true"]).optional(),
    }),
    summary: "List pre-authorisations, newest first",
  },
  get: getEndpoint(preauthFields, preauthCrud),
  create: {
    ...create,
    summary: "Ask a payer for an authorisation, or draw up the request",
    errors: [...create.errors, "invalid_reference", "patient_merged", "read_only_field"],
  },
  update: {
    ...update,
    summary: "Change a request, submit it, or note what the payer asks, is answered and decides",
    errors: [...update.errors, "invalid_reference", "invalid_transition", "conflicting_fields"],
  },
} as const;
