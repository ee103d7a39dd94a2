import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/kernel/log.ts";
import { createJobJournal } from "./job-journal.ts";
import { PrintWorker, type PrinterConfig, type PrinterState } from "./print-worker.ts";

/** What a branch's spooler needs. */
export interface SpoolerOptions {
  readonly store: Store;
  readonly runtime: NodeRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  readonly printers: readonly PrinterConfig[];
  readonly log: Logger;
  /** Told after the commit of each change of a job. */
  readonly onJob: (job: PrintJobRow) => void;
  /** Told when a printer runs out of paper, is away, or is back. */
  readonly onPrinter?: (state: PrinterState) => void;
}

/** The spooler of a branch. */
export interface Spooler {
  /** Says that there may be a new job: to be called after a commit. */
  wake(): void;
  /** Takes no further job, and resolves when those that are being printed have ended. */
  stop(): Promise<void>;
  printerStates(): readonly PrinterState[];
}

/**
 * Starts printing what is queued. What was being printed when the program ended before goes to a person first; each
 * printer then works by itself, so that one that is away delays no other.
 */
export async function startSpooler(options: SpoolerOptions): Promise<Spooler> {
  const { log, runtime, printers, onPrinter = () => undefined } = options;
  const journal = createJobJournal({ ...options, onJob: quietly(options.onJob, log) });
  const interrupted = await journal.recover();
  if (interrupted > 0) log.warn("print.interrupted", { count: interrupted });
  const workers = printers.map((printer) => {
    const onState = quietly(onPrinter, log);
    return new PrintWorker({ printer, journal, log, now: runtime.now, onState });
  });
  return {
    wake: () => {
      for (const worker of workers) worker.wake();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    printerStates: () => workers.map((worker) => worker.state),
  };
}

// What a listener does with the news must not end a job that is being printed.
function quietly<T>(listener: (news: T) => void, log: Logger): (news: T) => void {
  return (news) => {
    try {
      listener(news);
    } catch (error) {
      log.error("print.listener_fault", {}, error);
    }
  };
}
