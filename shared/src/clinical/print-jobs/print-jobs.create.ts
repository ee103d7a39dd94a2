import type * as z from "zod";
import { printerOfBranch } from "#clinical/devices/devices.commands.ts";
import { findDevice } from "#clinical/devices/devices.queries.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { refuseStale } from "#resource/body-checks.ts";
import { foundInScope, refuseOtherBranch } from "#resource/branch-scope.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  decideJob,
  formerJob,
  insertJob,
  requestTokenSlip,
  type JobWishes,
} from "./print-jobs.commands.ts";
import { roleOf, type printJobsContract } from "./print-jobs.contract.ts";
import { drawerTemplate } from "./print-jobs.letterhead.ts";
import { documentsOf, type PrintedDocument } from "./print-jobs.documents.ts";
import { findPrintJob } from "./print-jobs.queries.ts";
import { readSampleSlip, sampleSlip } from "./print-jobs.sample-slip.ts";
import { sourceOf, type DocumentType } from "./print-jobs.sources.ts";
import type { PrintJobRow } from "./print-jobs.table.ts";

type CreateBody = z.output<typeof printJobsContract.create.body>;

// A drawer that springs open an hour later stands open with nobody at it.
const drawerLifeMs = 60_000;

function refuse(path: string, code: ErrorCode, message: string): never {
  throw fieldError({ path, code, message });
}

async function wishesOf(ctx: WriteContext, body: CreateBody): Promise<JobWishes> {
  if (body.expires_at !== undefined && body.expires_at <= ctx.write.at) {
    refuse("expires_at", "validation_error", "is over already");
  }
  if (body.device_id !== undefined) await printerOfBranch(ctx, "device_id", body.device_id);
  const { device_id: queue, copies, priority, expires_at: expiresAt } = body;
  return { queue, copies, priority, expiresAt };
}

function slipOf(ctx: WriteContext, body: CreateBody, wishes: JobWishes): Promise<PrintJobRow> {
  if (body.data !== undefined) return sampleJob(ctx, body, wishes);
  const { source_id: sourceId } = body;
  if (sourceId === undefined) refuse("source_id", "validation_error", "is required for a token");
  if (!isId("apt", sourceId)) {
    refuse("source_id", "invalid_id", "must be an id that begins with apt_");
  }
  return requestTokenSlip(ctx, sourceId, body.reprint_reason, wishes);
}

async function sampleJob(
  ctx: WriteContext,
  body: CreateBody,
  wishes: JobWishes,
): Promise<PrintJobRow> {
  const document = await sampleSlip(ctx, readSampleSlip(body));
  return documentJob(ctx, document, "queue_token", wishes);
}

function documentJob(
  ctx: WriteContext,
  document: PrintedDocument,
  type: DocumentType | "queue_token",
  wishes: JobWishes,
): PrintJobRow {
  const job = {
    ...document,
    branch_id: ctx.branch.id,
    document_type: type,
    device_role: wishes.queue ?? roleOf(type),
    template: type,
    copies: wishes.copies ?? 1,
    priority: wishes.priority ?? "normal",
    reprint_of_id: null,
    reprint_reason: null,
  };
  return insertJob(ctx.write, job, wishes.expiresAt);
}

async function reprintOf(ctx: WriteContext, body: CreateBody, id: string): Promise<PrintJobRow> {
  if (body.data !== undefined || body.source_id !== undefined) {
    refuse(
      "reprint_of_id",
      "conflicting_fields",
      "prints what was printed: neither data nor source",
    );
  }
  const row = foundInScope(ctx.caller, await findPrintJob(ctx.db, ctx.tenantId, id));
  refuseOtherBranch(ctx, row);
  if (row.document_type !== body.document_type) {
    refuse("reprint_of_id", "invalid_reference", `names no ${body.document_type}`);
  }
  const decision = { action: "reprint", reason: body.reprint_reason } as const;
  return decideJob(ctx, row, decision, "reprint_reason");
}

/** Of what is worth money once, another paper is marked as such: null where none can have come out yet. */
async function duplicateOf(
  ctx: WriteContext,
  type: DocumentType,
  { data, source_id: id = "", reprint_reason: reason }: CreateBody,
  document: PrintedDocument | undefined,
): Promise<PrintJobRow | null> {
  const another = data === undefined ? sourceOf(type, id).another : undefined;
  if (another === undefined) return null;
  const former = await formerJob(ctx, id, type);
  if (former === undefined) return null;
  const renewed = another === "as_it_is" ? document?.data : undefined;
  return decideJob(ctx, former, { action: "reprint", reason, data: renewed }, "reprint_reason");
}

/**
 * Queues what somebody asks to be printed. Of several labels, the first is the answer.
 * @throws AppError with the field that is wrong; invalid_transition for a slip that is on its way already
 */
export async function createPrintJob(ctx: WriteContext, body: CreateBody): Promise<PrintJobRow> {
  const wishes = await wishesOf(ctx, body);
  if (body.reprint_of_id !== undefined) return reprintOf(ctx, body, body.reprint_of_id);
  if (body.document_type === "queue_token") return slipOf(ctx, body, wishes);
  const type = body.document_type;
  const documents = await documentsOf(ctx, type, body);
  const duplicate = await duplicateOf(ctx, type, body, documents[0]);
  if (duplicate !== null) return duplicate;
  // A tube is found by its label's job: each specimen has one of its own.
  const [first] = documents.map((document) => documentJob(ctx, document, type, wishes));
  return first ?? refuse("source_id", "invalid_reference", "names nothing to print");
}

/** Queues the opening of a printer's cash drawer; it is called off when the printer cannot do it within a minute. */
export async function openDrawer(ctx: WriteContext, deviceId: string): Promise<PrintJobRow> {
  const printer = foundInScope(ctx.caller, await findDevice(ctx.db, ctx.tenantId, deviceId));
  refuseOtherBranch(ctx, printer);
  refuseStale(ctx, printer);
  if (!printer.capabilities.includes("drawer")) {
    refuse("id", "invalid_reference", "names a device without a drawer");
  }
  const job = {
    branch_id: ctx.branch.id,
    document_type: "drawer",
    device_role: printer.id,
    source_type: "devices",
    source_id: printer.id,
    patient_id: null,
    template: drawerTemplate,
    data: {},
    copies: 1,
    priority: "urgent",
    reprint_of_id: null,
    reprint_reason: null,
  };
  return insertJob(ctx.write, job, isoInstant(Date.parse(ctx.write.at) + drawerLifeMs));
}
