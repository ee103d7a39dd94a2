import { isoInstant } from "#kernel/clock.ts";
import { fieldError } from "#kernel/errors.ts";
import type { Write } from "#write/model.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { closedPatients, refuseClosed } from "#resource/closed-patients.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import {
  documentTypes,
  printJobStatuses,
  roleOf,
  type PrintJob,
  type printPriorities,
  type PrintJobAction,
  type PrintJobStatus,
} from "./print-jobs.contract.ts";
import { renewedDocument, tokenDocument } from "./print-jobs.documents.ts";
import { jobsForSource } from "./print-jobs.queries.ts";
import { specimenKeyOf } from "./print-jobs.specimens.ts";
import { decidedState, decisions, printJobStates } from "./print-jobs.states.ts";
import { printJobsTable, type PrintJobRow } from "./print-jobs.table.ts";
import { tokenTemplate } from "./print-jobs.token.ts";

/** How long a job waits for its printer before it is too old to be of use. */
const printJobLifeMs = 24 * 3_600_000;

/** What a new job is, beside what every new one has. */
export type NewJob = Pick<
  PrintJobRow,
  | "branch_id"
  | "document_type"
  | "device_role"
  | "source_type"
  | "source_id"
  | "patient_id"
  | "template"
  | "data"
  | "copies"
  | "priority"
  | "reprint_of_id"
  | "reprint_reason"
>;

function expiry(write: Write): string {
  return isoInstant(Date.parse(write.at) + printJobLifeMs);
}

/** Queues a job, in the caller's transaction. */
export function insertJob(write: Write, job: NewJob, expiresAt = expiry(write)): PrintJobRow {
  const id = write.runtime.newId("prn");
  return write.insert(printJobsTable, id, {
    ...job,
    status: "queued",
    stage: null,
    attempts: 0,
    last_error: null,
    error_detail: null,
    claimed_by: null,
    printed_at: null,
    evidence: null,
    expires_at: expiresAt,
    // The end of an id is its random part.
    job_tag: id.slice(-4),
    specimen_key: specimenKeyOf(job),
    metadata: {},
  });
}

/** How a job is to be printed, where that is not as usual. */
export interface JobWishes {
  /** A printer's id, or a role. */
  readonly queue?: string | undefined;
  readonly copies?: number | undefined;
  readonly priority?: (typeof printPriorities)[number] | undefined;
  readonly expiresAt?: string | undefined;
}

/** Queues the first slip of an appointment's token, in the caller's transaction; null for one without a token. */
export async function queueTokenSlip(
  write: Write,
  appointmentId: string,
  wishes: JobWishes = {},
): Promise<PrintJobRow | null> {
  const { tenantId } = write.origin;
  const from = { db: write.session.kysely, rows: write, tenantId, at: write.at };
  const slip = await tokenDocument(from, appointmentId);
  if (slip === null) return null;
  const job: NewJob = {
    ...slip,
    document_type: "queue_token",
    device_role: wishes.queue ?? "token",
    template: tokenTemplate,
    copies: wishes.copies ?? 1,
    priority: wishes.priority ?? "normal",
    reprint_of_id: null,
    reprint_reason: null,
  };
  return insertJob(write, job, wishes.expiresAt);
}

function required(path: string, reason: string | undefined): string {
  if (reason !== undefined) return reason;
  const message = "is required: why is a second one printed";
  throw fieldError({ path, code: "validation_error", message });
}

function reprintOf(
  write: Write,
  row: PrintJobRow,
  reason: string,
  data: PrintJobRow["data"],
): PrintJobRow {
  return insertJob(write, {
    branch_id: row.branch_id,
    document_type: row.document_type,
    device_role: row.device_role,
    source_type: row.source_type,
    source_id: row.source_id,
    patient_id: row.patient_id,
    template: row.template,
    data,
    copies: row.copies,
    priority: row.priority,
    reprint_of_id: row.id,
    reprint_reason: reason,
  });
}

function patchFor(write: Write, action: PrintJobAction, to: PrintJobStatus) {
  if (action === "confirm_printed") {
    return { status: to, printed_at: write.at, evidence: "person", last_error: null };
  }
  return { status: to };
}

/** A paper that comes out once more shows the record as the first one did. @throws AppError access_reason_required */
async function refuseClosedPaper(ctx: WriteContext, { patient_id: id }: PrintJobRow) {
  const patients = new Set(id === null ? [] : [id]);
  refuseClosed(await closedPatients({ ...ctx, nowMs: ctx.now() }, patients));
}

/** A failed job that waits again: nothing of it is on paper, so it says what is right by now. */
async function retryJob(ctx: WriteContext, row: PrintJobRow): Promise<PrintJobRow> {
  const status = decidedState("retry", enumValueOf(printJobStatuses, row.status));
  const data = await renewedDocument(ctx, row);
  const none = { last_error: null, error_detail: null };
  return ctx.write.update(printJobsTable, row, {
    ...none,
    status,
    data,
    expires_at: expiry(ctx.write),
  });
}

/** A decision, with the queue to which a job is moved. */
interface Decision {
  readonly action: PrintJobAction;
  readonly reason?: string | undefined;
  readonly queue?: string | undefined;
  /** What a reprint says, where that is not what stood on the first. */
  readonly data?: PrintJobRow["data"] | undefined;
}

/**
 * Carries out what a person decided about a job: the job itself, or the reprint that takes its place.
 * @throws AppError invalid_transition, validation_error for a reprint without a reason, access_reason_required
 */
export async function decideJob(
  ctx: WriteContext,
  row: PrintJobRow,
  decision: Decision,
  reasonPath: string,
): Promise<PrintJobRow> {
  const { write } = ctx;
  if (decision.action === "retry" || decision.action === "reprint")
    await refuseClosedPaper(ctx, row);
  if (decision.action === "retry") return retryJob(ctx, row);
  const to = decidedState(decision.action, enumValueOf(printJobStatuses, row.status));
  if (decision.action === "move") {
    const device_role = decision.queue ?? roleOf(enumValueOf(documentTypes, row.document_type));
    const none = { last_error: null, error_detail: null };
    return write.update(printJobsTable, row, { ...none, status: to, device_role });
  }
  if (decision.action !== "reprint") {
    return write.update(printJobsTable, row, patchFor(write, decision.action, to));
  }
  const reason = required(reasonPath, decision.reason);
  write.update(printJobsTable, row, { status: to });
  return reprintOf(write, row, reason, decision.data ?? row.data);
}

/**
 * The newest job by which a record's document may be on paper already.
 * @throws AppError invalid_transition while one is on its way
 */
export async function formerJob(
  ctx: WriteContext,
  sourceId: string,
  type: PrintJob["document_type"],
): Promise<PrintJobRow | undefined> {
  const jobs = await jobsForSource(ctx.db, ctx.tenantId, sourceId, type);
  const earlier = jobs.filter((row) => row.branch_id === ctx.branch.id);
  const statuses = earlier.map((row) => enumValueOf(printJobStatuses, row.status));
  const underWay = statuses.find((status) => status === "queued" || status === "printing");
  if (underWay !== undefined) {
    const { subject, transitions } = printJobStates;
    throw refusedTransition(subject, underWay, "queued", transitions[underWay]);
  }
  const place = statuses.findIndex((status) => decisions.reprint[status] !== undefined);
  return earlier[place];
}

/**
 * The slip of a token that somebody at the desk asks for: the first, where none can have come out yet, else a reprint.
 * @throws AppError invalid_transition while one is on its way, invalid_reference for an appointment without a token
 */
export async function requestTokenSlip(
  ctx: WriteContext,
  appointmentId: string,
  reason: string | undefined,
  wishes: JobWishes = {},
): Promise<PrintJobRow> {
  const former = await formerJob(ctx, appointmentId, "queue_token");
  if (former !== undefined) {
    return decideJob(ctx, former, { action: "reprint", reason }, "reprint_reason");
  }
  const first = await queueTokenSlip(ctx.write, appointmentId, wishes);
  if (first !== null && first.branch_id === ctx.branch.id) return first;
  throw fieldError({
    path: "source_id",
    code: "invalid_reference",
    message: "names no appointment of this branch with a place in the queue",
  });
}
