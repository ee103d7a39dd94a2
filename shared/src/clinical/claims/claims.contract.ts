import * as z from "zod";
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
} from "#clinical/preauth/claim-parts.contract.ts";
import { invoiceNumber } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, enumOf, idOf, int, money, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";

/** The states of a claim. */
export const claimStatuses = [
  "draft",
  "submitted",
  "acknowledged",
  "under_review",
  "queried",
  "approved",
  "partially_approved",
  "rejected",
  "appealed",
  "settled",
  "cancelled",
] as const;

/** One of them. */
export type ClaimStatus = (typeof claimStatuses)[number];

/** Whether the payer has authorised the treatment before, or is asked for its share afterwards. */
export const claimTypes = ["cashless", "reimbursement"] as const;

/** Under which scheme a payer pays. */
export const schemes = [
  "private",
  "pmjay",
  "cghs",
  "echs",
  "esic",
  "state_scheme",
  "corporate",
] as const;

/** Why a payer takes something off a claim. */
export const deductionReasons = [
  "not_payable",
  "not_covered",
  "co_payment",
  "room_rent_limit",
  "sub_limit",
  "over_tariff",
  "papers_missing",
  "discount",
  "other",
] as const;

const mostOfClaim = 1_000_000_000_000;
const amount = int(1, mostOfClaim);

const deductionsForm = z
  .array(
    z.strictObject({
      reason_code: enumOf(deductionReasons),
      amount_minor: amount,
      note: str(1, 500).nullable().optional(),
    }),
  )
  .max(100);
const deductionsShape = z.array(
  z.strictObject({
    reason_code: z.enum(deductionReasons),
    amount_minor: z.int(),
    note: z.string().nullable().optional(),
  }),
);

/** What a payer took off, as it is kept. */
export const keptDeductions = deductionsForm;

/** What a payer took off. */
export type Deductions = Readonly<z.output<typeof keptDeductions>>;

/** The bank's reference of a payer's transfer. */
const utr = patternField(
  /^[A-Z0-9]{12,22}$/u,
  "must be the bank's reference, of 12 to 22 capitals and digits",
);

/** What a payer has paid of a claim. */
export const settlementForm = z.strictObject({ utr, date, amount_minor: amount });

/** What a payer has paid of a claim. */
export type Settlement = z.output<typeof settlementForm>;

const settlementShape = z.strictObject({
  utr: z.string(),
  date: z.string(),
  amount_minor: z.int(),
});

/** The bills that are claimed. */
export const keptBills = z.array(idOf("inv")).min(1).max(50);

const never = { given: "never" } as const;
const worked = { given: "never", optional: true } as const;
const later = { given: "later", optional: true } as const;
const once = { given: "once", filter: true } as const;

/** The fields of a claim. Amounts are in the tenant's currency's minor unit. */
export const claimFields = {
  claim_no: field.text(invoiceNumber, { given: "never", filter: true }),
  patient_id: field.id("pat", once),
  encounter_id: field.id("enc", { ...once, optional: true }),
  admission_id: field.id("adm", { ...once, optional: true }),
  /** Issued ones of the branch, to that payer; each is claimed once. */
  invoice_ids: field.json(keptBills, z.array(idOf("inv")), {}),
  /** Of a cashless claim: what the payer has authorised. */
  preauth_id: field.id("pre", { optional: true, filter: true }),
  claim_type: field.word(claimTypes, once),
  payer_id: field.id("pyr", once),
  scheme: field.word(schemes, { initial: "private", filter: true }),
  policy: field.json(policy, policyShape, {}),
  diagnosis_codes: field.json(diagnosisCodes, z.array(z.string()), {}),
  procedure_codes: field.json(procedureCodes, z.array(z.string()), { initial: [] }),
  package_codes: field.json(procedureCodes, z.array(z.string()), { initial: [] }),
  claimed_minor: field.int(amount, {}),
  /** What the bills leave to the payer. */
  payer_share_minor: field.int(money, never),
  approved_minor: field.int(int(0, mostOfClaim), later),
  deductions: field.json(deductionsForm, deductionsShape, { given: "later", initial: [] }),
  /** What the deductions come to. */
  deducted_minor: field.int(money, worked),
  documents: field.json(attached, attachedShape, { initial: [] }),
  queries: field.json(keptQueries, queriesShape, never),
  submitted_at: field.text(ts, worked),
  /** Until when the payer of a cashless claim has to decide. */
  sla_due_at: field.text(ts, worked),
  /** By which day it pays, as was agreed with it. */
  due_date: field.text(date, worked),
  decided_at: field.text(ts, worked),
  settlement: field.json(settlementForm, settlementShape, later),
  settled_minor: field.int(money, worked),
  /** What the payer held back of it for income tax. */
  tds_minor: field.int(int(0, mostOfClaim), later),
  settled_at: field.text(ts, worked),
  remarks: field.text(text(2000), { optional: true }),
  status: field.word(claimStatuses, { given: "later", initial: "draft", filter: true }),
  status_history: field.json(statusHistoryForm(claimStatuses), statusHistoryShape, never),
  /** Whether the payer has not decided in time. */
  sla_breached: field.computed(z.boolean()),
  /** Papers that are wanted for it and lack. */
  documents_missing: field.computed(z.array(z.enum(claimPapers))),
} as const;

/** Where claims are served, and to whom. */
export const claimCrud = {
  path: "/v1/claims",
  resource: "claims",
  noun: ["claim", "claims"],
  prefix: "clm",
  home: "any",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a new claim has from the server alone. */
export const claimComputed = [
  "claim_no",
  "payer_share_minor",
  "deducted_minor",
  "queries",
  "submitted_at",
  "sla_due_at",
  "due_date",
  "decided_at",
  "settled_minor",
  "settled_at",
  "status_history",
] as const;

const create = createEndpoint(claimFields, claimCrud, {
  ...readOnlyFields(claimComputed),
  /** Whether it is only drawn up, and submitted later. */
  draft: z.boolean().optional(),
});

const update = updateEndpoint(claimFields, claimCrud, {
  /** Kept in the history of states. */
  status_reason: str(0, 500).optional(),
  /** What the payer asks: it waits for an answer. */
  query: givenQuery.optional(),
  /** The answer to one of the payer's questions. */
  answer: givenAnswer.optional(),
  /** Of a settlement: the caller's only open one, where it is left out. */
  cashier_shift_id: idOf("csh").optional(),
});

const claimErrors = [
  "invalid_reference",
  "patient_merged",
  "owned_by_branch",
  "already_claimed",
  "over_payer_share",
] as const;

/** The endpoints of claims. */
export const claimsContract = {
  list: {
    ...listEndpoint(claimFields, claimCrud, {
      /** Those with which something is to be done yet. */
      open: enumOf(["true"]).optional(),
      /** Those that the payer should have decided by now. */
      breached: enumOf(["true"]).optional(),
    }),
    summary: "List claims, newest first",
  },
  get: getEndpoint(claimFields, claimCrud),
  create: {
    ...create,
    // Its bills, and its number, are the branch's.
    home: "branch",
    summary: "Claim what a payer is to pay of bills, or draw the claim up",
    errors: [...create.errors, ...claimErrors, "read_only_field"],
  },
  update: {
    ...update,
    summary:
      "Change a claim, submit it, or note what the payer asks, is answered, decides and pays",
    errors: [
      ...update.errors,
      ...claimErrors,
      "invalid_transition",
      "conflicting_fields",
      "forbidden",
      "overpayment",
      "duplicate_payment",
    ],
  },
} as const;
