import { printWithAcknowledgement } from "@edgeward/devices/printer/print.ts";
import type {
  PrintJobOptions,
  PrintOutcome,
  PrintStage,
} from "@edgeward/devices/printer/print-job.ts";
import type { PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { JobJournal } from "./job-journal.ts";
import { clearPrinter } from "./clear-printer.ts";
import { patchAfter, retryDelay } from "./after-attempt.ts";
import { drawFault } from "./draw-fault.ts";
import { DrawerWatch } from "./drawer-watch.ts";
import type { DrawnJob } from "./job-parts.ts";
import { identifyPrinter, isTestPage, printerAsFound } from "./printer-answers.ts";
import type { PrinterConfig } from "./printer-config.ts";
import { isAlike, unaskedPrinter, type PrinterState } from "./printer-state.ts";
import {
  healthAfter,
  probePrinter,
  questionFor,
  type PrinterHealth,
  type PrinterReading,
} from "./printer-probe.ts";

/** What a worker works with. */
export interface WorkerOptions {
  readonly printer: PrinterConfig;
  readonly journal: JobJournal;
  readonly log: Logger;
  readonly now: () => number;
  /** The queues that it is to take jobs from now: its own, and those of printers that it stands in for. */
  readonly queues: () => readonly string[];
  /** Those of its own queues from which nobody else can print now. */
  readonly stuckQueues: () => readonly string[];
  /** Notified when it begins or ceases to be able to print, and when its paper runs low. */
  readonly onState: (state: PrinterState) => void;
}

// A job was called off, or taken by another printer, between reading it and its first byte.
class JobGone extends Error {}

const probeTimeoutMs = 1_500;
const idleMs = 1_000;
// A printer that says nothing of itself is only connected to, which keeps others from it: seldom.
const silentProbeMs = 15_000;
// The same of one that keeps a connection longer than it needs.
const lateProbeMs = 5_000;
// Strips that were printed and not acknowledged, one after another: only so many spoil paper at once.
const stripsAtOnce = 3;
const stripPauseMs = 60_000;
// One that said nothing, or did not confirm what its model does, may have been busy with something else.
const askAgainMs = 300_000;

/** Prints the jobs of one printer, one after another, on one connection at a time. */
export class PrintWorker {
  readonly #options: WorkerOptions;
  readonly #finished: Promise<void>;
  #state: PrinterState;
  #isStopping = false;
  #isWoken = false;
  #failures = 0;
  #checkedAt = -Infinity;
  #probedAt = -Infinity;
  /** The printer as it was registered, with what it has answered for itself. */
  #printer: PrinterConfig;
  /** Until when what it has answered for itself holds; not at all once something about it is in doubt. */
  #knownUntil = -Infinity;
  #isUnreported = false;
  /** Whether it keeps a connection that was ended, and serves nobody else meanwhile. */
  #letsGoLate = false;
  #strips = 0;
  #stripNotBefore = -Infinity;
  readonly #stopping = new AbortController();
  readonly #drawer = new DrawerWatch();
  #reading: Omit<PrinterReading, "health"> = { isPaperLow: null, isReported: false };
  /** Whether an interrupted print may hang out of the printer; known only after the journal was asked. */
  #hasStrip: boolean | undefined;
  #endSleep: () => void = () => undefined;

  constructor(options: WorkerOptions) {
    const { printer, now } = options;
    this.#options = options;
    this.#printer = printer;
    const since = isoInstant(now());
    const { id, name = id } = printer;
    this.#state = unaskedPrinter({ id, name, since });
    this.#finished = this.#run();
  }

  get state(): PrinterState {
    return this.#state;
  }

  /** Looks for work at once, unless the printer is known to be unable to do it. */
  wake(): void {
    this.#isWoken = true;
    if (this.#failures === 0) this.#endSleep();
  }

  /** Ends after the job that is being printed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.abort();
    this.#endSleep();
    await this.#finished;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false;
      const isBusy = await this.#step().catch((error: unknown) => this.#onFault(error));
      if (!isBusy) await this.#sleep();
    }
  }

  // The journal could not be read or written. What was being printed is found as such by the next step.
  #onFault(error: unknown): false {
    this.#failures += 1;
    this.#options.log.error("print.worker_fault", {}, error);
    return false;
  }

  async #step(): Promise<boolean> {
    const { journal, queues } = this.#options;
    // Not before each job: a commit somewhere on the node must not cost three reads.
    const isDue = performance.now() - this.#checkedAt >= idleMs || this.#failures > 0;
    if (isDue) await this.#checkJournal();
    if (this.#state.state !== "ok" && !(await this.#probe())) return this.#wait();
    if (!this.#isKnown() && !(await this.#identify())) return this.#wait();
    const job = await journal.next(queues());
    // It was told meanwhile to take no further one.
    if (this.#isStopping) return false;
    if (job !== null && this.#hasStrip === true && !(await this.#clear())) return this.#wait();
    this.#failures = 0;
    if (job !== null) return this.#print(job);
    if (isDue && this.#isProbeDue()) await this.#probe();
    return false;
  }

  // What is left of the second: commits wake it, and a sleep that began anew with each would put off the next look.
  #untilDueMs(): number {
    return Math.max(0, idleMs - (performance.now() - this.#checkedAt));
  }

  async #wait(): Promise<false> {
    const { journal, stuckQueues } = this.#options;
    await journal.noteWaiting(stuckQueues(), this.#state.state);
    return false;
  }

  #isProbeDue(): boolean {
    const { profile, medium, transport } = this.#printer;
    const isAsked = questionFor(profile, medium) !== "none" || transport.condition !== undefined;
    const reports = isAsked || transport.hasPort === true;
    const pauseMs = this.#letsGoLate ? lateProbeMs : 0;
    return performance.now() - this.#probedAt >= (reports ? pauseMs : silentProbeMs);
  }

  async #checkJournal(): Promise<void> {
    const { journal, printer } = this.#options;
    if ((await journal.recover(printer.id)) > 0) this.#hasStrip = true;
    this.#hasStrip ??= await journal.hasInterrupted(printer.id);
    await journal.expire();
    this.#checkedAt = performance.now();
  }

  async #probe(): Promise<boolean> {
    const { profile, medium, transport } = this.#printer;
    const reading = await probePrinter(transport, questionFor(profile, medium), probeTimeoutMs);
    this.#reading = reading;
    this.#show(reading);
    this.#letsGoLate = reading.letsGoLate ?? false;
    this.#probedAt = performance.now();
    const isOk = this.#state.state === "ok";
    if (!isOk) this.#failures += 1;
    return isOk;
  }

  #isKnown(): boolean {
    return performance.now() < this.#knownUntil;
  }

  /** Asks who it is and what it answers, and believes that more than the table of models. */
  async #identify(): Promise<boolean> {
    const { printer } = this.#options;
    const answers = await identifyPrinter(printer, {
      timeoutMs: probeTimeoutMs,
      isBroken: this.#hasStrip === true,
    });
    if ("obstacle" in answers) {
      this.#failures += 1;
      this.#showHealth(healthAfter(answers.obstacle));
      return false;
    }
    const isLess = printer.profile.hasProcessId && !answers.confirms;
    const holdsMs = isLess || !answers.reportsStatus ? askAgainMs : Infinity;
    this.#knownUntil = performance.now() + holdsMs;
    this.#printer = printerAsFound(printer, answers);
    const isReported = JSON.stringify(answers) === JSON.stringify(this.#state.answers);
    if (isReported && !this.#isUnreported) return true;
    this.#isUnreported = false;
    this.#state = { ...this.#state, answers };
    this.#options.onState(this.#state);
    return true;
  }

  async #clear(): Promise<boolean> {
    if (performance.now() < this.#stripNotBefore) {
      this.#failures += 1;
      return false;
    }
    const jobTag = `strip ${this.#printer.id} ${this.#options.now()} ${this.#strips}`;
    const outcome = await clearPrinter(this.#printer, { jobTag, ...this.#waiting() });
    if (outcome.hasUsedPaper === true) this.#strips += 1;
    if (this.#strips >= stripsAtOnce) this.#stripNotBefore = performance.now() + stripPauseMs;
    this.#learn(outcome);
    if (outcome.state === "unknown") this.#failures += 1;
    const isClear = outcome.state === "printed" || outcome.state === "sent_unconfirmed";
    if (isClear) this.#strips = 0;
    return isClear;
  }

  /** What is done while the printer waits for somebody in the middle of something. */
  #waiting(): Pick<PrintJobOptions, "onHeld" | "signal"> {
    return {
      signal: this.#stopping.signal,
      onHeld: (obstacle) => this.#showHealth(obstacle === null ? "ok" : healthAfter(obstacle)),
    };
  }

  #show({ health, isPaperLow, isDrawerHigh }: PrinterReading): void {
    const before = this.#state;
    const at = isoInstant(this.#options.now());
    const since = health === before.state ? before.since : at;
    const lastSeenAt = health === "unreachable" ? before.lastSeenAt : at;
    const isDrawerOpen = this.#drawer.isOpen(isDrawerHigh ?? null);
    this.#state = { ...before, state: health, isPaperLow, isDrawerOpen, since, lastSeenAt };
    if (isAlike(before, this.#state)) return;
    this.#options.log.info("print.printer_state", { device_id: before.id, code: health });
    // Reported together with what it answers, which it is asked at once.
    this.#isUnreported = health === "ok" && !this.#isKnown();
    if (!this.#isUnreported) this.#options.onState(this.#state);
  }

  #showHealth(health: PrinterHealth): void {
    this.#show({ ...this.#reading, health });
  }

  async #print(job: PrintJobRow): Promise<boolean> {
    const { journal, printer } = this.#options;
    if (isTestPage(job)) await this.#identify();
    const drawn = await this.#draw(job);
    if ("failure" in drawn) {
      const { failure } = drawn;
      const error_detail = drawFault(job, drawn);
      const patch = { status: "failed", last_error: failure, error_detail };
      await journal.update(job.id, printer.id, patch);
      return true;
    }
    const outcome = await this.#send(job, drawn);
    if (outcome === null) return true;
    await journal.update(job.id, printer.id, patchAfter(outcome));
    this.#learn(outcome);
    const reason = "reason" in outcome ? outcome.reason : undefined;
    this.#options.log.info("print.outcome", {
      job_id: job.id,
      outcome: outcome.state,
      code: reason,
    });
    return outcome.state !== "not_started";
  }

  async #draw(job: PrintJobRow): Promise<DrawnJob> {
    // Fonts and the drawing engine take 30 MB, which a branch pays for with its first slip.
    const { drawJob } = await import("./job-parts.ts");
    return drawJob(job, this.#printer.medium).catch((error: unknown) => {
      // A fault of ours, which would be the same the next time: it must not keep all other jobs from the printer.
      this.#options.log.error("print.draw_fault", { job_id: job.id }, error);
      return { failure: "drawing_failed" };
    });
  }

  async #send(
    job: PrintJobRow,
    { parts, copies, kicks }: Extract<DrawnJob, { parts: PrintParts }>,
  ): Promise<PrintOutcome | null> {
    if (kicks === true) this.#drawer.kicks();
    const printer = this.#printer;
    const times = printer.transport.takesCopies === true ? 1 : copies;
    const body = Buffer.concat(Array.from({ length: times }, () => parts.body));
    const options = {
      jobTag: job.job_tag,
      copies,
      profile: printer.profile,
      ...(printer.timeouts === undefined ? {} : { timeouts: printer.timeouts }),
      ...this.#waiting(),
      onStage: (stage: PrintStage) => this.#onStage(job.id, stage),
    };
    try {
      return await printWithAcknowledgement(printer.transport, { ...parts, body }, options);
    } catch (error) {
      if (error instanceof JobGone) return null;
      throw error;
    }
  }

  async #onStage(id: string, stage: PrintStage): Promise<void> {
    const { journal, printer } = this.#options;
    // That the body is done changes nothing for a restart: a person has to look either way.
    if (stage === "body_done") return;
    if (stage !== "connected") return journal.noteStage(id, stage);
    if (!(await journal.begin(id, printer.id))) throw new JobGone();
  }

  #learn(outcome: PrintOutcome): void {
    if (outcome.state === "not_started") {
      this.#failures += 1;
      return this.#showHealth(healthAfter(outcome.reason));
    }
    this.#hasStrip = outcome.state === "unknown";
    if (outcome.state !== "unknown") return;
    this.#knownUntil = -Infinity;
    this.#showHealth(healthAfter(outcome.reason));
  }

  async #sleep(): Promise<void> {
    if (this.#isStopping || (this.#isWoken && this.#failures === 0)) return;
    const delay =
      this.#failures === 0 ? this.#untilDueMs() : retryDelay(this.#failures, this.#state.state);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endSleep = () => undefined;
  }
}
