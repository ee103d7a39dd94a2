import type * as z from "zod";
import { today } from "#clinical/patients/patients.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { withQueries, wantedStatus } from "./claim-queries.commands.ts";
import {
  peopleOf,
  refuseForeignPapers,
  refuseOtherStay,
  refuseUnknownDoctor,
  refuseUnusedPayer,
} from "./claim-references.commands.ts";
import {
  preauthCrud,
  preauthStatuses,
  type preauthContract,
  type PreauthStatus,
} from "./preauth.contract.ts";
import { preauthEvents } from "./preauth.events.ts";
import { decisionFault, dueAfter, estimated } from "./preauth.rules.ts";
import { approvedStatuses, decidedStatuses, preauthStates } from "./preauth.states.ts";
import { preauthTable, type PreauthRow } from "./preauth.table.ts";

type PreauthFields = Fields<typeof preauthTable.columns>;
type CreateBody = z.output<typeof preauthContract.create.body>;
type UpdateBody = z.output<typeof preauthContract.update.body>;
type Patch = Partial<PreauthFields>;

function wrong(path: string, message: string, code: ErrorCode = "validation_error") {
  return fieldError({ path, code, message });
}

function emit(ctx: WriteContext, row: PreauthRow, before: PreauthRow | null): void {
  const { submitted, queried, approved, rejected, updated } = preauthEvents;
  const reached = {
    submitted,
    queried,
    approved,
    partially_approved: approved,
    rejected,
  } as const;
  const step = Object.entries(reached).find(([status]) => status === row.status)?.[1];
  const event = step !== undefined && before?.status !== row.status ? step : updated;
  const { patient_id, payer_id, status, request_type, requested_minor, approved_minor } = row;
  const thin = { patient_id, payer_id, status, request_type, requested_minor, approved_minor };
  ctx.write.emit(event, preauthTable, row, thin);
}

function stepOf(ctx: WriteContext, status: PreauthStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

function submittedAt(ctx: WriteContext, requestType: string) {
  const due = isoInstant(dueAfter(requestType, Date.parse(ctx.write.at)));
  return { submitted_at: ctx.write.at, sla_due_at: due };
}

async function refuseParent(
  ctx: WriteContext,
  body: CreateBody,
  people: readonly string[],
): Promise<void> {
  const { request_type: type, parent_id: id } = body;
  if (type === "initial") {
    if (id) throw wrong("parent_id", "goes with an enhancement or a discharge");
    return;
  }
  if (!id) throw wrong("parent_id", `is required of ${type}: what it goes on from`);
  const parent = await ctx.write.load(preauthTable, id);
  const fits =
    parent !== null &&
    people.includes(parent.patient_id) &&
    parent.payer_id === body.payer_id &&
    approvedStatuses.includes(parent.status);
  if (!fits)
    throw wrong(
      "parent_id",
      "names no approved authorisation of the patient's payer",
      "invalid_reference",
    );
}

const papersPath = (nth: number) => `documents.${nth}.document_id`;

/**
 * Asks a payer for an authorisation, or draws the request up.
 * @throws AppError invalid_reference, patient_merged, validation_error
 */
export async function drawPreauth(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<PreauthFields, "branch_id" | "breach_told_at">,
): Promise<PreauthRow> {
  const people = await peopleOf(ctx, body.patient_id);
  await refuseOtherStay(ctx, body, people);
  await refuseUnusedPayer(ctx, body.payer_id);
  await refuseUnknownDoctor(ctx, body.doctor_id);
  await refuseParent(ctx, body, people);
  const papers = given.documents.map((one) => one.document_id);
  await refuseForeignPapers(ctx, papers, people, papersPath);
  const status = body.draft === true ? "draft" : "submitted";
  const row = ctx.write.insert(preauthTable, ctx.newId(preauthCrud.prefix), {
    ...given,
    branch_id: ctx.branch.id,
    requested_minor: estimated(given.estimate),
    approved_minor: null,
    authorization_no: null,
    valid_until: null,
    queries: [],
    submitted_at: null,
    sla_due_at: null,
    breach_told_at: null,
    decided_at: null,
    ...(status === "draft" ? {} : submittedAt(ctx, given.request_type)),
    status,
    status_history: [stepOf(ctx, status, null)],
  });
  emit(ctx, row, null);
  return row;
}

const fixed = [
  "policy",
  "planned_admission",
  "expected_days",
  "diagnosis_codes",
  "procedure_codes",
  "doctor_id",
  "estimate",
] as const;

function refuseLate(row: PreauthRow, patch: Patch): void {
  const late = fixed.find((name) => patch[name] !== undefined && !sameJson(patch[name], row[name]));
  if (late !== undefined) throw wrong(late, "stays as it was submitted", "read_only_field");
}

async function refusePapers(ctx: WriteContext, row: PreauthRow, patch: Patch, body: UpdateBody) {
  const { answer } = body;
  if (patch.documents === undefined && answer?.document_ids === undefined) return;
  const people = await peopleOf(ctx, row.patient_id);
  const papers = (patch.documents ?? []).map((one) => one.document_id);
  await refuseForeignPapers(ctx, papers, people, papersPath);
  const answered = answer?.document_ids ?? [];
  await refuseForeignPapers(ctx, answered, people, (nth) => `answer.document_ids.${nth}`);
}

/**
 * Changes a request, or notes what becomes of it.
 * @throws AppError invalid_transition, invalid_reference, validation_error, read_only_field, conflicting_fields
 */
export async function changePreauth(
  ctx: WriteContext,
  row: PreauthRow,
  patch: Patch,
  body: UpdateBody,
): Promise<PreauthRow> {
  const from = enumValueOf(preauthStatuses, row.status);
  if (from !== "draft") refuseLate(row, patch);
  else if (patch.doctor_id !== undefined) await refuseUnknownDoctor(ctx, patch.doctor_id);
  if (body.query !== undefined && from !== "under_review" && from !== "queried")
    throw refusedTransition(
      preauthStates.subject,
      from,
      "queried",
      preauthStates.transitions[from],
    );
  await refusePapers(ctx, row, patch, body);
  const queries = withQueries(ctx, row.queries, body);
  const wanted = wantedStatus(from, body, queries);
  const to = wanted === from ? from : nextState(preauthStates, from, wanted);
  const estimate = patch.estimate ?? row.estimate;
  const isDecided = to !== from && decidedStatuses.includes(to);
  const said = {
    ...patch,
    queries,
    requested_minor: estimated(estimate),
    status: to,
    ...(to !== from && to === "submitted" ? submittedAt(ctx, row.request_type) : {}),
    ...(isDecided ? { decided_at: ctx.write.at } : {}),
  };
  const decision = decisionFault({ ...row, ...said });
  if (decision !== null) throw wrong(...decision);
  refuseDecision(ctx, row, patch, isDecided);
  const reason = body.status_reason ?? null;
  const after = ctx.write.update(preauthTable, row, {
    ...said,
    status_history:
      to === from ? row.status_history : [...row.status_history, stepOf(ctx, to, reason)],
  });
  if (after !== row) emit(ctx, after, row);
  return after;
}

const decided = ["approved_minor", "authorization_no", "valid_until"] as const;

/** What a payer has decided is said with the decision, and stays. */
function refuseDecision(ctx: WriteContext, row: PreauthRow, patch: Patch, isDecided: boolean) {
  const until = patch.valid_until ?? null;
  if (isDecided && until !== null && until < today(ctx))
    throw wrong("valid_until", "is over already");
  if (isDecided) return;
  const late = decided.find(
    (name) => patch[name] !== undefined && !sameJson(patch[name], row[name]),
  );
  if (late !== undefined) throw wrong(late, "is said with the payer's decision", "read_only_field");
}

/**
 * Refuses what is no authorisation of one of these people by that payer, or was not given. One may be claimed under again.
 * @throws AppError invalid_reference
 */
export async function authorisationToClaim(
  ctx: WriteContext,
  id: string,
  { people, payerId }: { readonly people: readonly string[]; readonly payerId: string },
): Promise<void> {
  const row = await ctx.write.load(preauthTable, id);
  const isGiven = row !== null && [...approvedStatuses, "utilised"].includes(row.status);
  if (isGiven && row.payer_id === payerId && people.includes(row.patient_id)) return;
  const message = "names no authorisation of the patient's by this payer";
  throw wrong("preauth_id", message, "invalid_reference");
}

/** Notes at an authorisation that it is claimed under. */
export async function useAuthorisation(ctx: WriteContext, id: string | null): Promise<void> {
  const row = id === null ? null : await ctx.write.load(preauthTable, id);
  if (row === null || row.status === "utilised") return;
  const status = nextState(preauthStates, enumValueOf(preauthStatuses, row.status), "utilised");
  const after = ctx.write.update(preauthTable, row, {
    status,
    status_history: [...row.status_history, stepOf(ctx, status, null)],
  });
  emit(ctx, after, row);
}
