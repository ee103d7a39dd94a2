import * as z from "zod";
import { invoiceFault } from "#clinical/invoices/invoices.guard.ts";
import { keptSplit } from "#clinical/invoices/invoice-parts.contract.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import { keptTenders, paymentCrud } from "#clinical/payments/payments.contract.ts";
import { paidFault, paymentJudgedBy } from "#clinical/payments/payments.guard.ts";
import { paymentsTable } from "#clinical/payments/payments.table.ts";
import { attached } from "#clinical/preauth/claim-parts.contract.ts";
import { preauthTable } from "#clinical/preauth/preauth.table.ts";
import { isAllowed } from "#contract/access.ts";
import type { Change, Operation } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import { addMoney } from "#kernel/money.ts";
import type { Arrival, Guard, JudgedBy } from "#resource/command-writes.ts";
import { stampOf } from "#write/row-change.ts";
import { claimStatuses, keptBills, keptDeductions, settlementForm } from "./claims.contract.ts";
import {
  claimDecisionFault,
  deductedOf,
  missingOfClaim,
  settlementFault,
  taxReference,
} from "./claims.rules.ts";
import { claimStates, decidedClaims } from "./claims.states.ts";
import { claimsTable } from "./claims.table.ts";

const figures = z.object({
  branch_id: z.string(),
  payer_id: z.string(),
  invoice_ids: keptBills,
  preauth_id: z.string().nullable(),
  claim_type: z.string(),
  claimed_minor: z.int(),
  payer_share_minor: z.int(),
  approved_minor: z.int().nullable(),
  deductions: keptDeductions,
  deducted_minor: z.int().nullable(),
  documents: attached,
  settlement: settlementForm.nullable(),
  settled_minor: z.int().nullable(),
  tds_minor: z.int().nullable(),
  status: z.enum(claimStatuses),
});
type Figures = z.output<typeof figures>;

/** A claim that arrives: as it is to stand, and as it stood; null for a new one. */
interface Claimed {
  readonly change: Change;
  readonly row: Figures;
  readonly before: (Figures & { readonly record: RecordRow }) | null;
}

const billed = z.object({
  branch_id: z.string(),
  payer_id: z.string().nullable(),
  payer_split: keptSplit.nullable(),
  status: z.string(),
});

const unbilled: readonly string[] = ["draft", "void"];

function leftOfBill(row: Figures, bill: RecordRow): number | null {
  const { success, data } = billed.safeParse(bill);
  if (!success || unbilled.includes(data.status)) return null;
  if (data.branch_id !== row.branch_id || data.payer_id !== row.payer_id) return null;
  return data.payer_split?.payer_minor ?? null;
}

function shareFault({ change, row, before: stood }: Claimed, { before }: Arrival): string | null {
  if (row.claimed_minor > row.payer_share_minor)
    return "claimed_minor: is more than the payer's share";
  if (change.fields["invoice_ids"] === undefined) {
    const isMore = stood !== null && row.payer_share_minor > stood.payer_share_minor;
    return isMore ? "payer_share_minor: is more than the bills leave" : null;
  }
  let share = 0;
  for (const [nth, id] of row.invoice_ids.entries()) {
    if (row.invoice_ids.indexOf(id) !== nth) return `invoice_ids.${nth}: stands here twice`;
    const bill = before({ table: invoicesTable.name, id });
    if (bill === null) return null;
    const left = leftOfBill(row, bill);
    if (left === null) return `invoice_ids.${nth}: is no bill of this payer's`;
    share = addMoney(share, left);
  }
  return row.payer_share_minor > share ? "payer_share_minor: is more than the bills leave" : null;
}

const submitted = [
  "invoice_ids",
  "preauth_id",
  "scheme",
  "policy",
  "diagnosis_codes",
  "procedure_codes",
  "package_codes",
  "claimed_minor",
  "payer_share_minor",
  "submitted_at",
  "sla_due_at",
  "due_date",
] as const;

function isSeen({ change, before }: Claimed): boolean {
  return before !== null && change.base["status"] === stampOf(before.record, "status");
}

// Where another branch has noted another step meanwhile, a person sees both.
function stepFault(claimed: Claimed): string | null {
  const { change, row, before } = claimed;
  if (before === null) {
    const isFirst = row.status === "draft" || row.status === "submitted";
    return isFirst ? null : "status: of a new one is draft or submitted";
  }
  if (before.status !== "draft") {
    const late = submitted.find((name) => change.fields[name] !== undefined);
    if (late !== undefined) return `${late}: stays as it was submitted`;
  }
  const isWay =
    row.status === before.status || claimStates.transitions[before.status].includes(row.status);
  return isWay || !isSeen(claimed) ? null : "status: is reached by no way";
}

function submittedFault({ change, row }: Claimed): string | null {
  if (change.fields["status"] !== "submitted") return null;
  const missing = missingOfClaim(row.documents);
  if (missing.length > 0) return `documents: lack ${missing.join(", ")}`;
  return row.claim_type === "cashless" && row.preauth_id === null
    ? "preauth_id: is missing of a cashless claim"
    : null;
}

const decision = z.object({
  approved_minor: z.int().nullable().default(null),
  deductions: keptDeductions.default([]),
  deducted_minor: z.int().nullable().default(null),
});

// By what was decided alone: that another branch has noted another decision meanwhile is for a person to see.
function decidedFault({ change, row }: Claimed): string | null {
  const said = decision.safeParse(change.fields);
  if (!said.success) return "deductions: are not of their form";
  const { approved_minor: approved, deductions, deducted_minor: deducted } = said.data;
  const { status } = change.fields;
  if (typeof status !== "string" || !decidedClaims.includes(status)) {
    if (approved !== null) return "approved_minor: is said with the decision";
    return deductions.length > 0 || deducted !== null
      ? "deductions: are said with the decision"
      : null;
  }
  const decided = { approved_minor: approved, deductions, claimed_minor: row.claimed_minor };
  const wrong = claimDecisionFault({ status, ...decided });
  if (wrong !== null) return `${wrong[0]}: ${wrong[1]}`;
  return (deducted ?? 0) === deductedOf(deductions)
    ? null
    : "deducted_minor: is not what the deductions come to";
}

const ofSettlement = ["settlement", "settled_minor", "tds_minor", "settled_at"] as const;

function isSettling({ fields }: Change): boolean {
  return fields["status"] === "settled";
}

function settledFault({ change, row, before }: Claimed): string | null {
  if (!isSettling(change)) {
    const early = ofSettlement.find((name) => (change.fields[name] ?? null) !== null);
    return early === undefined ? null : `${early}: is said with what was paid`;
  }
  if (before === null) return "status: of a new one is draft or submitted";
  if (before.settled_minor !== null) return "settlement: is noted already";
  const wrong = settlementFault(before.approved_minor, row.settlement, row.tds_minor ?? 0);
  if (wrong !== null) return `${wrong[0]}: ${wrong[1]}`;
  return row.settled_minor === row.settlement?.amount_minor
    ? null
    : "settled_minor: is not what was paid";
}

const posted = z.object({
  claim_id: z.string(),
  kind: z.literal("payment"),
  invoice_id: z.string(),
  tenders: keptTenders,
  amount_minor: z.int(),
});
type Posted = z.output<typeof posted>;

/** What is wrong with one of the payments of a settlement, by its field. */
function postedFault(
  change: Change,
  paid: Posted,
  { change: { id: claim }, row }: Claimed,
  arrival: Arrival,
): string | null {
  if (paid.claim_id !== claim) return "claim_id: is another claim's";
  if (!row.invoice_ids.includes(paid.invoice_id)) return "invoice_id: is no bill of the claim";
  const utr = row.settlement?.utr ?? "";
  const isOther = paid.tenders.some(
    (one) => one.method !== "insurance" || ![utr, taxReference].includes(one.reference ?? ""),
  );
  if (isOther) return "tenders: are not what the payer has paid";
  const bill = arrival.operation.changes.find(
    ({ table, id }) => table === invoicesTable.name && id === paid.invoice_id,
  );
  const split = keptSplit.safeParse(bill && arrival.before(bill)?.["payer_split"]).data;
  if (split !== undefined && paid.amount_minor > split.payer_minor)
    return "amount_minor: is more than the payer's share";
  return paidFault(change, bill, arrival);
}

function isOf(reference: string | undefined) {
  return (one: { readonly reference: string | null }) => one.reference === reference;
}

function sumOf(payments: readonly Posted[], reference: string | undefined): number {
  const tenders = payments.flatMap((one) => one.tenders).filter(isOf(reference));
  return addMoney(...tenders.map((one) => one.amount_minor));
}

/** What a settlement posts has to be all of it, once of each bill, and nothing else: what is wrong otherwise. */
function postingFault(claimed: Claimed, arrival: Arrival): string | null {
  const { changes } = arrival.operation;
  const payments: Posted[] = [];
  const { roles } = arrival;
  const mayPost = roles === null || isAllowed(roles, paymentCrud.resource, "create");
  for (const [nth, change] of changes.entries()) {
    if (change.table !== paymentsTable.name) continue;
    const place = `changes.${nth}.fields`;
    if (!isSettling(claimed.change)) return `${place}.claim_id: is of no settlement`;
    if (!mayPost) return `${place}.kind: is not theirs to take`;
    const paid = posted.safeParse(change.fields);
    if (!paid.success) return `${place}.claim_id: is no payment of a claim`;
    const fault = postedFault(change, paid.data, claimed, arrival);
    if (fault !== null) return `${place}.${fault}`;
    if (payments.some((one) => one.invoice_id === paid.data.invoice_id))
      return `${place}.invoice_id: is paid twice`;
    payments.push(paid.data);
  }
  for (const [nth, change] of changes.entries()) {
    if (change.table !== invoicesTable.name) continue;
    const isPaid = payments.some((one) => one.invoice_id === change.id);
    const fault = isPaid ? invoiceFault(change, arrival) : "paid_minor: is of no payment";
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  if (!isSettling(claimed.change)) return null;
  const { settlement, tds_minor: tax } = claimed.row;
  const isAll =
    sumOf(payments, settlement?.utr) === settlement?.amount_minor &&
    sumOf(payments, taxReference) === (tax ?? 0);
  return isAll ? null : "changes.0.fields.settlement: is not what is posted";
}

/** An authorisation is used up by the claim that is submitted under it, and not touched otherwise. */
function usedFault({ change: own, row }: Claimed, changes: readonly Change[]): string | null {
  for (const [nth, change] of changes.entries()) {
    const place = `changes.${nth}.fields`;
    if (change.table !== preauthTable.name) continue;
    const isUsed = own.fields["status"] === "submitted" && change.id === row.preauth_id;
    if (!isUsed || change.fields["status"] !== "utilised")
      return `${place}.status: does not follow from the claim`;
  }
  return null;
}

function readClaim(change: Change, arrival: Arrival): Claimed | string | null {
  const record = change.kind === "insert" ? null : arrival.before(change);
  if (change.kind !== "insert" && record === null) return null;
  const row = figures.safeParse({ ...record, ...change.fields });
  if (!row.success)
    return `changes.0.fields.${row.error.issues[0]?.path.join(".") ?? "status"}: is not of its form`;
  const stood = figures.safeParse(record);
  const before = record !== null && stood.success ? { ...stood.data, record } : null;
  return { change, row: row.data, before };
}

/** By which records a claim is judged where it arrives: its bills, and what its payments are judged by. */
export function claimJudgedBy(operation: Operation): ReturnType<JudgedBy> {
  const bills = operation.changes.flatMap(({ table, fields }) =>
    table === claimsTable.name ? (keptBills.safeParse(fields["invoice_ids"]).data ?? []) : [],
  );
  const names = bills.map((id) => ({ table: invoicesTable.name, id }));
  return [...names, ...paymentJudgedBy(operation)];
}

/**
 * What a claim has to be where it arrives: of no more than its bills leave to the payer, as it was submitted, decided within
 * what was claimed, and settled once, with the payments that pay its bills and no others.
 */
export const claimGuard: Guard = (arrival) => {
  const [own] = arrival.operation.changes;
  const claimed = own === undefined ? null : readClaim(own, arrival);
  if (claimed === null || typeof claimed === "string") return claimed;
  const fault =
    stepFault(claimed) ??
    shareFault(claimed, arrival) ??
    submittedFault(claimed) ??
    decidedFault(claimed) ??
    settledFault(claimed);
  if (fault !== null) return `changes.0.fields.${fault}`;
  return usedFault(claimed, arrival.operation.changes) ?? postingFault(claimed, arrival);
};
