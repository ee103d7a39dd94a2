import * as z from "zod";
import { noParams, readEndpoint } from "#contract/endpoint.ts";
import { date, enumOf, idOf } from "#contract/fields.ts";

/** Most days that are summed up at once. */
export const mostDays = 366;

/** By what revenue is told apart. */
export const revenueGroups = [
  "day",
  "week",
  "month",
  "branch",
  "department",
  "doctor",
  "payer",
  "invoice_type",
  "method",
] as const;

/** One of them. */
export type RevenueGroup = (typeof revenueGroups)[number];

const comparisons = ["previous_period", "previous_year"] as const;

const period = z.strictObject({ date_from: z.string(), date_to: z.string() });

/** What bills that were issued in a time have come to. */
const billAmounts = {
  invoices: z.int(),
  billed_minor: z.int(),
  discount_minor: z.int(),
  tax_minor: z.int(),
  /** What credit notes have taken back of these bills until now. */
  credited_minor: z.int(),
  /** What has been paid of these bills until now, less what was paid back. */
  paid_minor: z.int(),
  due_minor: z.int(),
  written_off_minor: z.int(),
} as const;

/** What was done in a time, of whichever bills. */
const takings = {
  /** Credit notes of that time. */
  credit_notes_minor: z.int(),
  /** Paid and paid ahead, less what was voided. */
  collected_minor: z.int(),
  refunded_minor: z.int(),
} as const;

const totals = z.strictObject({ ...billAmounts, ...takings, avg_bill_minor: z.int() });

/** The totals of a time. */
export type RevenueTotals = z.output<typeof totals>;

/** What was asked of payers in a time, decided by them and paid by them: each by its own day, as it stands now. */
const claimAmounts = z.strictObject({
  /** Claims that were submitted, and not called off since. */
  submitted: z.int(),
  submitted_minor: z.int(),
  /** Claims that were decided: approved, in part or whole, or rejected. */
  decided: z.int(),
  rejected: z.int(),
  approved_minor: z.int(),
  deducted_minor: z.int(),
  /** Of the decided claims those that were rejected, in hundredths of a per cent; 0 where none was decided. */
  denial_rate_bp: z.int(),
  settled: z.int(),
  /** What payers have paid, without the tax that they held back. */
  settled_minor: z.int(),
  tds_minor: z.int(),
});

/** What became of claims in a time. */
export type RevenueClaims = z.output<typeof claimAmounts>;

const entry = z.strictObject({
  /** A day, the Monday of a week, a month, an id or a word; null for what has none. */
  key: z.string().nullable(),
  /** Null where it is told apart by what is no bill's: the method of payment. */
  bills: z.strictObject(billAmounts).nullable(),
  /** Null where it is told apart by what is a bill's alone. */
  takings: z.strictObject(takings).nullable(),
});

/** One line of a summary. */
export type RevenueEntry = z.output<typeof entry>;

/** What a summary says of the branches whose nodes have not sent everything, or were not heard of for a while. */
export const waitingBranch = z.strictObject({
  branch_id: idOf("brn"),
  /** Null where nobody knows. */
  unsent: z.int().nullable(),
  /** What came up and was set aside for a person. */
  set_aside: z.int(),
  /** When its node last said so. */
  as_of: z.string().nullable(),
});

/** One branch that something is waited of. */
export type WaitingBranch = z.output<typeof waitingBranch>;

const summary = z.strictObject({
  currency: z.string(),
  group_by: z.enum(revenueGroups),
  period,
  totals,
  /** What is due of the bills of the time, by their age today. */
  ageing: z.strictObject({
    d0_30_minor: z.int(),
    d31_60_minor: z.int(),
    d61_90_minor: z.int(),
    d90_plus_minor: z.int(),
  }),
  by_method: z.array(
    z.strictObject({ method: z.string(), collected_minor: z.int(), refunded_minor: z.int() }),
  ),
  claims: claimAmounts,
  series: z.array(entry),
  compared: z.strictObject({ period, totals, claims: claimAmounts }).nullable(),
  data_as_of: z.string(),
  /** Whether nothing waits to be sent of the branches that are summed up. */
  complete: z.boolean(),
  waiting: z.array(waitingBranch),
});

/** A summary of revenue. */
export type RevenueSummary = z.output<typeof summary>;

/** The endpoint of the summary. */
export const revenueContract = {
  summary: readEndpoint({
    path: "/v1/revenue/summary",
    summary: "What was billed, collected and is due, by day, branch, doctor and more",
    tag: "Revenue",
    access: { resource: "revenue", action: "read" },
    params: noParams,
    query: z.strictObject({
      date_from: date,
      /** The last day, at most 366 with the first. */
      date_to: date,
      group_by: enumOf(revenueGroups).optional(),
      /** All that the caller may see, where none is given. */
      branch_id: idOf("brn").optional(),
      compare: enumOf(comparisons).optional(),
    }),
    response: summary,
  }),
} as const;
