import { drawerKickOf } from "@edgeward/devices/printer/drawer.ts";
import { SlipError, type SlipErrorCode } from "@edgeward/devices/text/slip-error.ts";
import { buildTokenSlipParts, type PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import {
  documentJobData,
  drawerTemplate,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.letterhead.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { tendersOn } from "@edgeward/shared/clinical/print-jobs/print-money.contract.ts";
import {
  tokenSlipData,
  tokenTemplate,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.token.ts";
import {
  receiptFormat,
  renderDocument,
  repeated,
  UnreadableDocument,
  type PrintableType,
  type PrintFormat,
  type PrintMedium,
} from "#printing/documents/render-document.ts";
import { settingsOf } from "#printing/documents/print-settings.ts";
import { tokenSlipOf } from "./token-template.ts";

/** What of a job decides its bytes. */
export type Printable = Pick<
  PrintJobRow,
  "template" | "data" | "copies" | "reprint_of_id" | "created_at"
>;

/** Why a job cannot be drawn. */
export type DrawFailure =
  | SlipErrorCode
  | "unknown_template"
  | "unreadable_data"
  | "unknown_language"
  | "drawing_failed";

/** The bytes of a job and how often the printer is to be given them, or why it cannot be drawn. */
export type DrawnJob =
  | {
      readonly parts: PrintParts;
      readonly copies: number;
      readonly format: PrintFormat;
      readonly pages: number;
      /** Whether the cash drawer is opened by it. */
      readonly kicks?: boolean;
    }
  /** `about` names the characters or codes that stand in the way, never the text they are from. */
  | { readonly failure: DrawFailure; readonly about?: readonly string[] };

const nothing = new Uint8Array();

function isDocumentType(template: string): template is PrintableType {
  return Object.hasOwn(documentShapes, template);
}

async function drawSlip(job: Printable, medium: PrintMedium): Promise<DrawnJob> {
  if (medium.kind !== "receipt") return { failure: "wrong_medium" };
  const data = tokenSlipData.safeParse(job.data);
  if (!data.success) return { failure: "unreadable_data" };
  const slip = tokenSlipOf(data.data, job.reprint_of_id !== null);
  return {
    parts: repeated(await buildTokenSlipParts(slip, medium.profile), job.copies),
    copies: 1,
    format: receiptFormat(medium.profile),
    pages: 1,
  };
}

function drawKick(medium: PrintMedium): DrawnJob {
  if (medium.kind !== "receipt") return { failure: "wrong_medium" };
  const parts = { body: drawerKickOf(medium.profile, medium.drawerPin), trailer: nothing };
  return { parts, copies: 1, format: receiptFormat(medium.profile), pages: 0, kicks: true };
}

function isPaidInCash(document: unknown): boolean {
  const { data } = documentShapes.receipt.safeParse(document);
  return data !== undefined && tendersOn(data).some(({ method }) => method === "cash");
}

// The money goes into the drawer, or comes out of it, while its receipt comes out; another document of the same opens nothing.
function kickFor(
  job: Printable,
  documentType: PrintableType,
  document: unknown,
  medium: PrintMedium,
): Uint8Array {
  if (documentType !== "receipt" || job.reprint_of_id !== null) return nothing;
  if (medium.kind !== "receipt" || medium.hasDrawer !== true) return nothing;
  return isPaidInCash(document) ? drawerKickOf(medium.profile, medium.drawerPin) : nothing;
}

async function drawDocument(
  job: Printable,
  documentType: PrintableType,
  medium: PrintMedium,
): Promise<DrawnJob> {
  const kept = documentJobData.safeParse(job.data);
  if (!kept.success) return { failure: "unreadable_data" };
  const { document } = kept.data;
  const kick = kickFor(job, documentType, document, medium);
  const rendered = await renderDocument({
    documentType,
    data: document,
    settings: settingsOf(kept.data.letterhead),
    medium,
    reprint: job.reprint_of_id === null ? null : { at: job.created_at },
    copies: job.copies,
  });
  const { body, trailer } = rendered.parts;
  const parts = { body: Buffer.concat([kick, body]), trailer };
  return { ...rendered, parts, kicks: kick.length > 0 };
}

function draw(job: Printable, medium: PrintMedium): Promise<DrawnJob> {
  if (job.template === tokenTemplate) return drawSlip(job, medium);
  if (job.template === drawerTemplate) return Promise.resolve(drawKick(medium));
  if (isDocumentType(job.template)) return drawDocument(job, job.template, medium);
  return Promise.resolve({ failure: "unknown_template" });
}

/** Draws a job for a printer, from nothing but the job itself. */
export async function drawJob(job: Printable, medium: PrintMedium | null): Promise<DrawnJob> {
  if (medium === null) return { failure: "unknown_language" };
  try {
    return await draw(job, medium);
  } catch (error) {
    if (error instanceof SlipError) return { failure: error.code, about: error.details };
    if (error instanceof UnreadableDocument) return { failure: "unreadable_data" };
    throw error;
  }
}
