import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { createJobJournal, type JobJournal } from "./job-journal.ts";
import { PrintWorker } from "./print-worker.ts";
import type { PrinterState } from "./printer-state.ts";
import type { PrinterConfig } from "./printer-config.ts";

/** What a branch's spooler needs. */
export interface SpoolerOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  /** Those to begin with. */
  readonly printers: readonly PrinterConfig[];
  readonly log: Logger;
  /** Notified after the commit of each change of a job. */
  readonly onJob: (job: PrintJobRow) => void;
  /** Notified when a printer runs out of paper, is away, or is back. */
  readonly onPrinter?: (state: PrinterState) => void;
  /** How long a printer must have been unable before another takes its jobs. */
  readonly fallbackAfterMs?: number;
}

/** The spooler of a branch. */
export interface Spooler {
  /** Says that there may be a new job: to be called after a commit. */
  wake(): void;
  /**
   * Prints on these from now on. One that is no longer there, or has other settings, is let go of after the job that it
   * prints; resolves when all are as said.
   */
  use(printers: readonly PrinterConfig[]): Promise<void>;
  /** Takes no further job, and resolves when those that are being printed have ended. */
  stop(): Promise<void>;
  printerStates(): readonly PrinterState[];
}

interface Station {
  readonly config: PrinterConfig;
  readonly worker: PrintWorker;
}

// Long enough to close a cover again, short enough that nobody walks away without a slip.
const defaultFallbackAfterMs = 5_000;

/**
 * Starts printing what is queued. What was being printed when the program ended before goes to a person first; each
 * printer then works by itself, so that one that is away delays no other.
 */
export async function startSpooler(options: SpoolerOptions): Promise<Spooler> {
  const { log } = options;
  const journal = createJobJournal({ ...options, onJob: quietly(options.onJob, log) });
  const interrupted = await journal.recover();
  if (interrupted > 0) log.warn("print.interrupted", { count: interrupted });
  const spooler = new PrinterStations(options, journal);
  await spooler.use(options.printers);
  return spooler;
}

class PrinterStations implements Spooler {
  readonly #options: SpoolerOptions;
  readonly #journal: JobJournal;
  readonly #stations = new Map<string, Station>();
  #lastUse: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: SpoolerOptions, journal: JobJournal) {
    this.#options = options;
    this.#journal = journal;
  }

  wake(): void {
    for (const { worker } of this.#stations.values()) worker.wake();
  }

  use(printers: readonly PrinterConfig[]): Promise<void> {
    // At once, whatever an earlier change still waits for: one that is blocked takes no further job.
    for (const { worker } of this.#leaving(printers)) void worker.stop();
    const done = this.#lastUse.then(() => this.#change(printers));
    this.#lastUse = done.catch(() => undefined);
    return done;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lastUse;
    await Promise.all([...this.#stations.values()].map(({ worker }) => worker.stop()));
  }

  printerStates(): readonly PrinterState[] {
    return [...this.#stations.values()].map(({ worker }) => worker.state);
  }

  // A printer has one connection at a time, so its old worker ends before the new one begins.
  async #change(printers: readonly PrinterConfig[]): Promise<void> {
    const leaving = this.#leaving(printers);
    await Promise.all(leaving.map(({ worker }) => worker.stop()));
    for (const { config } of leaving) this.#stations.delete(config.id);
    if (this.#isStopped) return;
    for (const config of printers) {
      if (!this.#stations.has(config.id)) this.#stations.set(config.id, this.#stationOf(config));
    }
    this.wake();
  }

  #leaving(printers: readonly PrinterConfig[]): readonly Station[] {
    const wanted = new Map(printers.map((config) => [config.id, config]));
    return [...this.#stations.values()].filter(
      ({ config }) => wanted.get(config.id)?.revision !== config.revision,
    );
  }

  #stationOf(config: PrinterConfig): Station {
    const { log, runtime, onPrinter = () => undefined } = this.#options;
    const worker = new PrintWorker({
      printer: config,
      journal: this.#journal,
      log,
      now: runtime.now,
      queues: () => this.#queuesFor(config),
      stuckQueues: () => this.#stuckQueuesOf(config),
      onState: quietly(onPrinter, log),
    });
    return { config, worker };
  }

  #queuesFor(config: PrinterConfig): readonly string[] {
    const helped = [...this.#stations.values()].filter(
      (other) => other.config.fallbackId === config.id && this.#isOut(other),
    );
    return [...new Set([...config.queues, ...helped.flatMap((other) => other.config.queues)])];
  }

  #isOut({ worker }: Station): boolean {
    const { runtime, fallbackAfterMs = defaultFallbackAfterMs } = this.#options;
    const { state, since } = worker.state;
    if (state === "ok" || state === "unknown") return false;
    return runtime.now() - Date.parse(since) >= fallbackAfterMs;
  }

  #stuckQueuesOf(config: PrinterConfig): readonly string[] {
    const served = new Set(
      [...this.#stations.values()]
        .filter(({ worker }) => worker.state.state === "ok")
        .flatMap((other) => this.#queuesFor(other.config)),
    );
    return config.queues.filter((queue) => !served.has(queue));
  }
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
