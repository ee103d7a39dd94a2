import type { Logger } from "@edgeward/shared/log/log.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";

// Many changes of one moment are one message.
const delayMs = 100;
const everyMs = 5_000;

/** Where the state of a branch is read, and who is notified of it. */
export interface StatusAnnouncerOptions {
  readonly read: () => Promise<SyncStatus>;
  readonly notify: (status: SyncStatus) => void;
  readonly log: Logger;
}

/** Notifies the pages how the branch stands, soon after something has changed and until it is stopped. */
export class StatusAnnouncer {
  readonly #options: StatusAnnouncerOptions;
  #timer: NodeJS.Timeout | null = null;
  #interval: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: StatusAnnouncerOptions) {
    this.#options = options;
  }

  /** Notifies it from now on every few seconds besides: not every change of the link is an event. */
  begin(): void {
    this.#interval = setInterval(() => this.announce(), everyMs);
    this.#interval.unref();
  }

  /** Something has changed. */
  announce(): void {
    // The parts of a node that end later still write; nobody is there any more to be notified.
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#reading = this.#notify();
    }, delayMs);
  }

  /** Ends it; resolves when nothing is read any more, so that the store can be closed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#interval);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#reading;
  }

  async #notify(): Promise<void> {
    try {
      this.#options.notify(await this.#options.read());
    } catch (error) {
      this.#options.log.error("status_failed", {}, error);
    }
  }
}
