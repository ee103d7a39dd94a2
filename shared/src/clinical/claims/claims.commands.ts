import type * as z from "zod";
import { referencedPayer } from "#clinical/payers/payers.commands.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import {
  peopleOf,
  refuseForeignPapers,
  refuseOtherStay,
  refuseUnusedPayer,
} from "#clinical/preauth/claim-references.commands.ts";
import { withQueries, wantedStatus } from "#clinical/preauth/claim-queries.commands.ts";
import { authorisationToClaim, useAuthorisation } from "#clinical/preauth/preauth.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError, type ErrorCode } from "#kernel/errors.ts";
import { addDays } from "#kernel/zones.ts";
import { refuseOtherBranch } from "#resource/branch-scope.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { nextOfBranch } from "#write/series.ts";
import {
  postSettlement,
  refuseOverShare,
  refuseShrunkShare,
  shareOfBills,
} from "./claims.bills.ts";
import {
  claimCrud,
  claimStatuses,
  type ClaimStatus,
  type claimsContract,
} from "./claims.contract.ts";
import { refuseUncovered } from "./claims.cover.ts";
import { claimEvents } from "./claims.events.ts";
import {
  claimDecisionFault,
  decideBy,
  deductedOf,
  missingOfClaim,
  settlementFault,
} from "./claims.rules.ts";
import { claimStates, decidedClaims } from "./claims.states.ts";
import { claimsTable, type ClaimRow } from "./claims.table.ts";

type ClaimFields = Fields<typeof claimsTable.columns>;
type CreateBody = z.output<typeof claimsContract.create.body>;
type UpdateBody = z.output<typeof claimsContract.update.body>;
type Patch = Partial<ClaimFields>;

function wrong(path: string, message: string, code: ErrorCode = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, row: ClaimRow, before: ClaimRow | null): void {
  const { submitted, queried, approved, rejected, settled, updated } = claimEvents;
  const partially_approved = approved;
  const reached = { submitted, queried, approved, partially_approved, rejected, settled } as const;
  const step = Object.entries(reached).find(([status]) => status === row.status)?.[1];
  const event = step !== undefined && before?.status !== row.status ? step : updated;
  const { claim_no, claim_type, patient_id, payer_id, status } = row;
  const { claimed_minor, approved_minor, settled_minor, tds_minor } = row;
  const amounts = { claimed_minor, approved_minor, settled_minor, tds_minor };
  const thin = { claim_no, claim_type, patient_id, payer_id, status, ...amounts };
  ctx.write.emit(event, claimsTable, row, thin);
}

function stepOf(ctx: WriteContext, status: ClaimStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

const papersPath = (nth: number) => `documents.${nth}.document_id`;

type Submitted = Pick<
  ClaimFields,
  | "claim_type"
  | "preauth_id"
  | "documents"
  | "payer_id"
  | "policy"
  | "admission_id"
  | "encounter_id"
>;

/** What a claim has once it is submitted. @throws AppError validation_error, invalid_reference */
async function submittedAt(ctx: WriteContext, row: Submitted, people: readonly string[]) {
  const missing = missingOfClaim(row.documents);
  if (missing.length > 0) throw wrong("documents", `lack ${missing.join(", ")}`);
  if (row.claim_type === "cashless" && row.preauth_id === null)
    throw wrong("preauth_id", "is required of a cashless claim: what the payer has authorised");
  await refuseUncovered(ctx, row);
  if (row.preauth_id !== null)
    await authorisationToClaim(ctx, row.preauth_id, { people, payerId: row.payer_id });
  const { payment_terms_days: days } = await referencedPayer(ctx, "payer_id", row.payer_id);
  return {
    submitted_at: ctx.write.at,
    sla_due_at: decideBy(row.claim_type, Date.parse(ctx.write.at)),
    due_date: days === null ? null : addDays(today(ctx), days),
  };
}

/**
 * Claims what a payer is to pay of bills, or draws the claim up.
 * @throws AppError invalid_reference, patient_merged, validation_error, already_claimed, over_payer_share
 */
export async function drawClaim(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<ClaimFields, "branch_id">,
): Promise<ClaimRow> {
  const people = await peopleOf(ctx, body.patient_id);
  if (given.encounter_id === null && given.admission_id === null)
    throw wrong("encounter_id", "is required, or admission_id: the visit or the stay");
  await refuseOtherStay(ctx, body, people);
  await refuseUnusedPayer(ctx, body.payer_id);
  if (given.preauth_id !== null)
    await authorisationToClaim(ctx, given.preauth_id, { people, payerId: body.payer_id });
  const papers = given.documents.map((one) => one.document_id);
  await refuseForeignPapers(ctx, papers, people, papersPath);
  const share = await shareOfBills(ctx, given, people);
  refuseOverShare(given.claimed_minor, share);
  const status = body.draft === true ? "draft" : "submitted";
  const fields: ClaimFields = {
    ...given,
    branch_id: ctx.branch.id,
    claim_no: "",
    payer_share_minor: share,
    approved_minor: null,
    deductions: [],
    deducted_minor: null,
    queries: [],
    submitted_at: null,
    sla_due_at: null,
    due_date: null,
    decided_at: null,
    settlement: null,
    settled_minor: null,
    tds_minor: null,
    settled_at: null,
    ...(status === "draft" ? {} : await submittedAt(ctx, given, people)),
    status,
    status_history: [stepOf(ctx, status, null)],
  };
  await ctx.write.refuseTaken(claimsTable, fields);
  const row = ctx.write.insert(claimsTable, ctx.newId(claimCrud.prefix), {
    ...fields,
    claim_no: await nextOfBranch(ctx.write, "claim", ctx.branch, today(ctx)),
  });
  emit(ctx, row, null);
  if (status === "submitted") await useAuthorisation(ctx, row.preauth_id);
  return row;
}

const fixed = [
  "invoice_ids",
  "preauth_id",
  "scheme",
  "policy",
  "diagnosis_codes",
  "procedure_codes",
  "package_codes",
  "claimed_minor",
] as const;

function refuseLate(row: ClaimRow, patch: Patch): void {
  const late = fixed.find((name) => patch[name] !== undefined && !sameJson(patch[name], row[name]));
  if (late !== undefined) throw wrong(late, "stays as it was submitted", "read_only_field");
}

/** What is changed of a draft, or follows as it is submitted. */
async function redrawn(
  ctx: WriteContext,
  row: ClaimRow,
  patch: Patch,
  to: ClaimStatus,
): Promise<Patch> {
  // Its bills are the branch's, and stand nowhere else.
  refuseOtherBranch(ctx, row);
  const after = { ...row, ...patch };
  const people = await peopleOf(ctx, row.patient_id);
  if (typeof patch.preauth_id === "string")
    await authorisationToClaim(ctx, patch.preauth_id, { people, payerId: row.payer_id });
  const isSubmitted = to === "submitted";
  const isBilled = patch.invoice_ids !== undefined || patch.claimed_minor !== undefined;
  if (!isSubmitted && !isBilled) return {};
  const share = await shareOfBills(ctx, after, people);
  refuseOverShare(after.claimed_minor, share);
  const step = isSubmitted ? await submittedAt(ctx, after, people) : {};
  return { payer_share_minor: share, ...step };
}

async function refusePapers(ctx: WriteContext, row: ClaimRow, patch: Patch, body: UpdateBody) {
  const { answer } = body;
  if (patch.documents === undefined && answer?.document_ids === undefined) return;
  const people = await peopleOf(ctx, row.patient_id);
  const papers = (patch.documents ?? []).map((one) => one.document_id);
  await refuseForeignPapers(ctx, papers, people, papersPath);
  const answered = answer?.document_ids ?? [];
  await refuseForeignPapers(ctx, answered, people, (nth) => `answer.document_ids.${nth}`);
}

/** What a payer has decided, or paid, is said with the step, and stays. @throws AppError read_only_field */
function refuseUntimely(row: ClaimRow, patch: Patch, isDecided: boolean, isSettled: boolean): void {
  const late = [
    ...(isDecided ? [] : (["approved_minor", "deductions"] as const)),
    ...(isSettled ? [] : (["settlement", "tds_minor"] as const)),
  ].find((name) => patch[name] !== undefined && !sameJson(patch[name], row[name]));
  if (late !== undefined) throw wrong(late, "is said with what the payer does", "read_only_field");
}

function decidedOf(ctx: WriteContext, row: ClaimRow, patch: Patch, to: ClaimStatus): Patch {
  const said = { ...row, ...patch, status: to };
  const fault = claimDecisionFault(said);
  if (fault !== null) throw wrong(...fault);
  return {
    deducted_minor: to === "rejected" ? null : deductedOf(said.deductions),
    // What the clock stopped at first.
    decided_at: row.decided_at ?? ctx.write.at,
  };
}

function settledOf(ctx: WriteContext, row: ClaimRow, patch: Patch): Patch {
  // The bills are paid where they are.
  refuseOtherBranch(ctx, row);
  if (ctx.node.kind === "hub" && ctx.branch.hasNode) {
    const message = "A claim is settled at the branch whose bills it pays.";
    throw new AppError("owned_by_branch", message, { branch_id: ctx.branch.id });
  }
  if (!mayDo(ctx, "payments", "create"))
    throw new AppError("forbidden", "This role may not take payments.");
  const { settlement = null, tds_minor: tds } = patch;
  const tax = tds ?? 0;
  const fault = settlementFault(row.approved_minor, settlement, tax);
  if (fault !== null)
    throw wrong(
      ...fault,
      fault[0] === "settlement.amount_minor" ? "overpayment" : "validation_error",
    );
  if (settlement !== null && settlement.date > today(ctx))
    throw wrong("settlement.date", "is a day that is yet to come");
  return {
    settled_minor: settlement?.amount_minor ?? null,
    tds_minor: tax,
    settled_at: ctx.write.at,
  };
}

function refuseQuestion(from: ClaimStatus, body: UpdateBody): void {
  if (body.query === undefined || from === "under_review" || from === "queried") return;
  const { subject, transitions } = claimStates;
  throw refusedTransition(subject, from, "queried", transitions[from]);
}

/** What follows of a change from the step that is taken. */
async function stepped(
  ctx: WriteContext,
  row: ClaimRow,
  patch: Patch,
  to: ClaimStatus,
): Promise<Patch> {
  const isStep = to !== row.status;
  const isDecided = isStep && decidedClaims.includes(to);
  const isSettled = isStep && to === "settled";
  refuseUntimely(row, patch, isDecided, isSettled);
  if (isSettled) return settledOf(ctx, row, patch);
  if (isDecided) return decidedOf(ctx, row, patch, to);
  if (isStep && to === "appealed") await refuseShrunkShare(ctx, row);
  return row.status === "draft" && to !== "cancelled" ? redrawn(ctx, row, patch, to) : {};
}

/**
 * Changes a claim, or notes what becomes of it. What the payer has paid is posted with it.
 * @throws AppError invalid_transition, invalid_reference, validation_error, read_only_field, conflicting_fields, forbidden,
 * owned_by_branch, branch_mismatch, already_claimed, over_payer_share, overpayment
 */
export async function changeClaim(
  ctx: WriteContext,
  row: ClaimRow,
  patch: Patch,
  body: UpdateBody,
): Promise<ClaimRow> {
  const from = enumValueOf(claimStatuses, row.status);
  if (from !== "draft") refuseLate(row, patch);
  refuseQuestion(from, body);
  await refusePapers(ctx, row, patch, body);
  const queries = withQueries(ctx, row.queries, body);
  const wanted = wantedStatus(from, body, queries);
  const to = wanted === from ? from : nextState(claimStates, from, wanted);
  const more = await stepped(ctx, row, patch, to);
  const step = stepOf(ctx, to, body.status_reason ?? null);
  const after = ctx.write.update(claimsTable, row, {
    ...patch,
    ...more,
    queries,
    status: to,
    status_history: to === from ? row.status_history : [...row.status_history, step],
  });
  if (after !== row) emit(ctx, after, row);
  if (to === "submitted" && from === "draft") await useAuthorisation(ctx, after.preauth_id);
  if (to === "settled" && after.settlement !== null && from !== "settled")
    await postSettlement(ctx, after, after.settlement, {
      tax: after.tds_minor ?? 0,
      shiftId: body.cashier_shift_id,
    });
  return after;
}
