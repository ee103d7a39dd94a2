import { createHash } from "node:crypto";
import * as z from "zod";
import { generic80mm } from "@edgeward/devices/printer/profile.ts";
import { printerOfBranch } from "@edgeward/shared/clinical/devices/devices.commands.ts";
import { activeDevices } from "@edgeward/shared/clinical/devices/devices.queries.ts";
import { roleOf } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import {
  documentsOf,
  tokenDocument,
  type PrintedDocument,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.documents.ts";
import { findPrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.queries.ts";
import {
  readSampleSlip,
  sampleSlip,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.sample-slip.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import {
  type printPreviewBody,
  printPreviewContract,
  type printPreviewShape,
} from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import { recordFinder } from "@edgeward/shared/db/read.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError, fieldError, type ErrorCode } from "@edgeward/shared/kernel/errors.ts";
import { foundInScope } from "@edgeward/shared/resource/branch-scope.ts";
import type { ReadContext } from "@edgeward/shared/resource/context.ts";
import { defineDetachedModule } from "@edgeward/shared/resource/module.ts";
import type { PrintMedium } from "#printing/documents/render-document.ts";
import { drawFault } from "./draw-fault.ts";
import type { Printable } from "./job-parts.ts";
import { mediumOf } from "./printer-config.ts";

type PreviewBody = z.output<typeof printPreviewBody>;
type Preview = z.input<typeof printPreviewShape>;

type PreviewContext = ReadContext & { readonly rows: Pick<Write, "load"> };

type PreviewedJob = Printable & Pick<PrintJobRow, "document_type" | "patient_id">;

/** What is to be drawn, one after the other, and on what; the patient whom it is about, for the audit. */
interface PreviewRequest {
  readonly jobs: readonly PreviewedJob[];
  readonly medium: PrintMedium | null;
}

function refuse(path: string, code: ErrorCode, message: string): never {
  throw fieldError({ path, code, message });
}

async function slipOf(ctx: PreviewContext, body: PreviewBody): Promise<PrintedDocument> {
  const { source_id: sourceId, template } = body;
  if (body.data !== undefined) return sampleSlip(ctx, readSampleSlip(body), template);
  if (sourceId === undefined) refuse("source_id", "validation_error", "is required for a token");
  const from = { db: ctx.db, rows: ctx.rows, tenantId: ctx.tenantId, at: isoInstant(ctx.now()) };
  const slip = await tokenDocument(from, sourceId, template);
  if (slip?.branch_id === ctx.branch.id) return slip;
  const message = "names no appointment of this branch with a place in the queue";
  refuse("source_id", "invalid_reference", message);
}

async function jobsOf(ctx: PreviewContext, body: PreviewBody): Promise<readonly PreviewedJob[]> {
  const { document_type: type, print_job_id: jobId } = body;
  if (jobId !== undefined) {
    const more = [body.data, body.source_id, body.template, type];
    if (more.some((part) => part !== undefined))
      refuse("print_job_id", "conflicting_fields", "is shown as it was queued");
    return [foundInScope(ctx.caller, await findPrintJob(ctx.db, ctx.tenantId, jobId))];
  }
  if (type === undefined) {
    refuse("document_type", "validation_error", "is required, or the job that is to be shown");
  }
  const documents =
    type === "queue_token" ? [await slipOf(ctx, body)] : await documentsOf(ctx, type, body);
  return documents.map(({ data, patient_id: patientId }) => ({
    data,
    document_type: type,
    template: type,
    patient_id: patientId,
    copies: body.copies ?? 1,
    reprint_of_id: null,
    created_at: isoInstant(ctx.now()),
  }));
}

const onLabels: ReadonlySet<string> = new Set(["label", "lab_label", "wristband"]);
// The other reports come out of the printer at the till.
const ofLaboratory = z.object({ document: z.object({ kind: z.literal("lab") }) });
const onPages: ReadonlySet<string> = new Set(["prescription", "certificate", "discharge"]);

/** What a document is usually printed on, where the branch has no printer for it. */
function usualMedium(job: PreviewedJob | undefined): PrintMedium {
  const documentType = job?.document_type ?? "";
  if (ofLaboratory.safeParse(job?.data).success) return { kind: "page" };
  if (onLabels.has(documentType)) return { kind: "label", language: "zpl", dpi: 203 };
  if (onPages.has(documentType)) return { kind: "page" };
  return { kind: "receipt", profile: generic80mm };
}

async function mediumFor(
  ctx: PreviewContext,
  body: PreviewBody,
  job: PreviewedJob | undefined,
): Promise<PrintMedium | null> {
  const { device_id: deviceId } = body;
  if (deviceId !== undefined) {
    return mediumOf(await printerOfBranch(ctx, "device_id", deviceId));
  }
  const role = body.document_type === undefined ? null : roleOf(body.document_type);
  const printers = await activeDevices(ctx.db, ctx.tenantId, ctx.branch.id);
  const printer = printers.find(({ roles }) => roles.some((one) => one === role));
  return printer === undefined ? usualMedium(job) : mediumOf(printer);
}

type Medium = PreviewRequest["medium"];

async function drawnOf(job: PreviewedJob, medium: Medium) {
  // Loaded with the first preview, like the fonts with the first slip: 30 MB that a branch at rest does not need.
  const { drawJob } = await import("./job-parts.ts");
  const { previewPictures } = await import("#printing/documents/preview.ts");
  const drawn = await drawJob(job, medium);
  if ("failure" in drawn) {
    const { message, ...details } = drawFault(job, drawn);
    throw new AppError("not_printable", message, details);
  }
  const { parts, format, pages, copies } = drawn;
  const bytes = Buffer.concat([parts.body, parts.trailer]);
  const pictures = medium === null ? [] : await previewPictures(drawn, medium);
  const papers: Preview["papers"] =
    format === "pdf"
      ? [{ content_type: "application/pdf" as const, content: bytes.toString("base64") }]
      : pictures.map((png) => ({
          content_type: "image/png" as const,
          content: png.toString("base64"),
        }));
  return { bytes, format, pages, copies, papers };
}

async function previewOf({ jobs, medium }: PreviewRequest): Promise<Preview> {
  const drawn = [];
  for (const job of jobs) drawn.push(await drawnOf(job, medium));
  const [first] = drawn;
  if (first === undefined) throw new Error("a preview without a document");
  const bytes = Buffer.concat(drawn.map((each) => each.bytes));
  return {
    document_type: jobs[0]?.document_type ?? "",
    format: first.format,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    pages: drawn.reduce((sum, { pages }) => sum + pages, 0),
    copies: first.copies,
    papers: drawn.flatMap(({ papers }) => papers),
  };
}

/** `POST /v1/print-jobs/preview`. */
export const previewModule = defineDetachedModule("print_previews", printPreviewContract, {
  create: async ({ body }, ctx) => {
    // Drawing takes tens of milliseconds: what it needs is read first, and nothing is held meanwhile.
    const wanted = await ctx.read(async (reading) => {
      const { db, tenantId } = reading;
      const rows: PreviewContext["rows"] = {
        load: async (table, id) => (await recordFinder(table)(db, tenantId, id)) ?? null,
      };
      const from = { ...reading, rows };
      const jobs = await jobsOf(from, body);
      const [first] = jobs;
      reading.auditRead("print_jobs", body.print_job_id ?? null, first?.patient_id ?? null);
      return { jobs, medium: await mediumFor(from, body, first) };
    });
    return previewOf(wanted);
  },
});
