import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import { SlipError, type SlipErrorCode } from "@edgeward/devices/printer/slip-error.ts";
import { buildTokenSlipParts, type PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import {
  tokenSlipData,
  tokenTemplate,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.token.ts";
import { tokenSlipOf } from "./token-template.ts";

/** What of a job decides its bytes. */
export type Printable = Pick<PrintJobRow, "template" | "data" | "copies" | "reprint_of_id">;

/** The bytes of a job, or the code of the reason why it cannot be drawn. */
export type DrawnJob =
  | { readonly parts: PrintParts }
  | { readonly failure: SlipErrorCode | "unknown_template" | "unreadable_data" };

// All copies but the last are cut off in the body: only the last cut says that the job is done.
function repeated(parts: PrintParts, copies: number): PrintParts {
  const extra = Array.from({ length: copies - 1 }, () => [parts.body, parts.trailer]).flat();
  return { body: Buffer.concat([...extra, parts.body]), trailer: parts.trailer };
}

/** Draws a job for a printer, from nothing but the job itself. */
export async function drawJob(job: Printable, profile: PrinterProfile): Promise<DrawnJob> {
  if (job.template !== tokenTemplate) return { failure: "unknown_template" };
  const data = tokenSlipData.safeParse(job.data);
  if (!data.success) return { failure: "unreadable_data" };
  try {
    const slip = tokenSlipOf(data.data, job.reprint_of_id !== null);
    return { parts: repeated(await buildTokenSlipParts(slip, profile), job.copies) };
  } catch (error) {
    if (error instanceof SlipError) return { failure: error.code };
    throw error;
  }
}
