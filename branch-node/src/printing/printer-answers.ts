import { TransportError } from "@edgeward/devices/driver.ts";
import { askWhoItIs, type PrinterAnswers } from "@edgeward/devices/printer/identify.ts";
import type { PrintFailure } from "@edgeward/devices/printer/print-job.ts";
import { documentJobData } from "@edgeward/shared/clinical/print-jobs/print-jobs.letterhead.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import type { PrinterConfig } from "./printer-config.ts";
import { probePrinter, questionFor } from "./printer-probe.ts";

const unknownAnswers: PrinterAnswers = { identity: null, reportsStatus: false, confirms: false };

/** How a printer is asked who it is. */
export interface IdentifyPlan {
  readonly timeoutMs: number;
  /** Whether its last print may have broken off in the middle. */
  readonly isBroken: boolean;
}

/** What fills up a picture that may be open. It brings all that draws with it, and is loaded only here. */
async function fillerAfterBreak(medium: PrinterConfig["medium"]): Promise<Uint8Array | undefined> {
  const { afterBreak } = await import("./void-strip.ts");
  return afterBreak(medium)?.filler;
}

async function askReceiptPrinter(
  { transport, medium }: PrinterConfig,
  { timeoutMs, isBroken }: IdentifyPlan,
): Promise<PrinterAnswers | { readonly obstacle: PrintFailure }> {
  const connection = await transport.open();
  try {
    const filler = isBroken ? await fillerAfterBreak(medium) : undefined;
    const { bytesPerSecond } = transport;
    const more = filler === undefined ? {} : { filler };
    return await askWhoItIs(connection, { readyMs: timeoutMs, bytesPerSecond, ...more });
  } finally {
    await connection.close({ lingerMs: 500, mayReset: true });
  }
}

async function askOther(printer: PrinterConfig, timeoutMs: number): Promise<PrinterAnswers> {
  const { transport, medium, profile } = printer;
  const question = questionFor(profile, medium);
  const { isReported: reportsStatus } = await probePrinter(transport, question, timeoutMs);
  const raster = medium?.kind === "page" ? ((await transport.pageRaster?.()) ?? null) : null;
  return {
    ...unknownAnswers,
    reportsStatus,
    confirms: reportsStatus && profile.language === "star",
    ...(raster === null ? {} : { pageRaster: raster }),
  };
}

/**
 * Asks a printer who it is and what it answers, on a connection of its own, or says why that cannot be known now. Prints
 * nothing.
 */
export async function identifyPrinter(
  printer: PrinterConfig,
  plan: IdentifyPlan,
): Promise<PrinterAnswers | { readonly obstacle: PrintFailure }> {
  const { transport, medium } = printer;
  try {
    // What takes whole documents says nothing that was not asked by its own protocol.
    if (transport.isOneWay === true) return unknownAnswers;
    const isEscpos = medium?.kind === "receipt" && printer.profile.language === undefined;
    if (!isEscpos || transport.condition !== undefined) {
      return await askOther(printer, plan.timeoutMs);
    }
    return await askReceiptPrinter(printer, plan);
  } catch (error) {
    if (error instanceof TransportError) return { obstacle: error.code };
    throw error;
  }
}

/**
 * A printer as it has answered. One that answers more than its model says is used for more; one that does not confirm is
 * not waited for, and its slips are sent, unconfirmed. A known model that says nothing at all is taken for away: its line
 * may be cut, or another host may have it.
 */
export function printerAsFound(printer: PrinterConfig, answers: PrinterAnswers): PrinterConfig {
  const { profile, medium } = printer;
  const { pageRaster } = answers;
  if (medium?.kind === "page" && pageRaster !== undefined) {
    return { ...printer, medium: { ...medium, raster: pageRaster } };
  }
  if (medium?.kind !== "receipt" || profile.language === "star") return printer;
  if (!answers.reportsStatus || answers.language === "star") return printer;
  const found = { ...profile, hasRealtimeStatus: true, hasProcessId: answers.confirms };
  return { ...printer, profile: found, medium: { ...medium, profile: found } };
}

/** Whether a job is the page that shows what a printer can do. */
export function isTestPage({ template, data }: Pick<PrintJobRow, "template" | "data">): boolean {
  if (template !== "report") return false;
  const kept = documentJobData.safeParse(data).data;
  return documentShapes.report.safeParse(kept?.document).data?.kind === "test_page";
}
