import type { PrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printFaultText } from "#ui/desk/data/print-fault-texts.ts";
import type { Tone } from "#ui/desk/shell/status-texts.ts";
import type { Say } from "#ui/i18n/text.ts";

/** What became of a sample, for people. */
export interface SampleOutcome {
  readonly text: string;
  readonly tone: Tone;
}

/** What became of a sample that was sent to be printed. @param hasPrinter whether a printer at work prints such documents */
export function sampleOutcome(
  job: Pick<PrintJob, "status" | "error">,
  hasPrinter: boolean,
  say: Say,
): SampleOutcome {
  switch (job.status) {
    case "queued":
      return hasPrinter
        ? { text: say("look.sampleQueued"), tone: "busy" }
        : { text: say("documents.noPrinter"), tone: "warning" };
    case "printing":
      return { text: say("look.samplePrinting"), tone: "busy" };
    case "printed":
      return { text: say("look.samplePrinted"), tone: "good" };
    case "sent_unconfirmed":
      return { text: say("look.sampleSent"), tone: "good" };
    case "needs_review":
      return { text: say("printing.question"), tone: "warning" };
    case "failed": {
      const text =
        job.error === null ? say("printing.failed") : printFaultText(job.error.details, say);
      return { text, tone: "danger" };
    }
    case "cancelled":
    case "expired":
    case "superseded":
      return { text: say("look.sampleOver"), tone: "warning" };
  }
}
