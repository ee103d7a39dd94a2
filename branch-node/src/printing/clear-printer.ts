import { printWithAcknowledgement } from "@edgeward/devices/printer/print.ts";
import type { PrintJobOptions, PrintOutcome } from "@edgeward/devices/printer/print-job.ts";
import type { PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import type { PrinterConfig } from "./printer-config.ts";

const nothing = new Uint8Array();

async function stepsOf({ medium, profile }: PrinterConfig): Promise<readonly PrintParts[]> {
  // Loaded where a print broke off: it brings all that draws with it.
  const { afterBreak } = await import("./void-strip.ts");
  const steps = afterBreak(medium);
  if (steps === null) return [];
  const { filler, strip } = steps;
  if (strip === null) return [{ body: filler, trailer: nothing }];
  // One that acknowledges shows with the filler, which uses no paper, that it listens again.
  if (profile.hasProcessId) return [{ body: filler, trailer: nothing }, strip];
  return [{ body: Buffer.concat([filler, strip.body]), trailer: strip.trailer }];
}

/**
 * Puts a printer right whose last print may have broken off in the middle: by itself and before the next job begins, so
 * that a job never pays for the one before. Done when the outcome is `printed` or `sent_unconfirmed`; `hasUsedPaper` where
 * it is not, and a strip may have come out all the same.
 */
export async function clearPrinter(
  printer: PrinterConfig,
  options: Pick<PrintJobOptions, "jobTag" | "onHeld" | "signal">,
): Promise<PrintOutcome & { readonly hasUsedPaper?: boolean }> {
  const { transport, profile, timeouts } = printer;
  const more = timeouts === undefined ? {} : { timeouts };
  await transport.reset?.();
  let outcome: PrintOutcome = { state: "sent_unconfirmed" };
  for (const [index, parts] of (await stepsOf(printer)).entries()) {
    const jobTag = `${options.jobTag} ${index}`;
    outcome = await printWithAcknowledgement(transport, parts, {
      ...options,
      ...more,
      profile,
      jobTag,
    });
    if (outcome.state === "not_started") return outcome;
    if (outcome.state === "unknown") return { ...outcome, hasUsedPaper: parts.trailer.length > 0 };
  }
  return outcome;
}
