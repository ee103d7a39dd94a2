import type { PrintOutcome } from "@edgeward/devices/printer/print-job.ts";
import type { JobPatch } from "./job-journal.ts";
import type { PrinterHealth } from "./printer-probe.ts";

// The first is short: a printer may still be busy closing the connection before.
const retryDelaysMs = [50, 200, 500, 1_000, 1_500] as const;
const slowestRetryMs = 5_000;

/**
 * Milliseconds until a printer that failed is tried again. One that answers and waits for paper is asked often: it should go
 * on as soon as its cover is closed.
 */
export function retryDelay(failures: number, state: PrinterHealth | "unknown"): number {
  const slowest = state === "unreachable" ? slowestRetryMs : 1_000;
  return Math.min(slowest, retryDelaysMs[failures - 1] ?? slowestRetryMs);
}

/** How a job stands after an attempt to print it. */
export function patchAfter(outcome: PrintOutcome): JobPatch {
  switch (outcome.state) {
    case "printed":
      return { status: "printed", last_error: null, evidence: "acknowledged" };
    case "sent_unconfirmed":
      return { status: "sent_unconfirmed", last_error: null };
    case "not_started":
      return { status: "queued", stage: null, claimed_by: null, last_error: outcome.reason };
    case "unknown":
      return { status: "needs_review", last_error: outcome.reason };
  }
}
