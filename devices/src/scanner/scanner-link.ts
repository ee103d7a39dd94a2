/** A line to a scanner that is open. */
export interface ScannerPort {
  /** Resolves when the line is gone, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Opens a line and gives what comes over it. @throws the platform's error when the scanner is not there */
export type OpenPort = (onBytes: (bytes: Uint8Array) => void) => Promise<ScannerPort>;

/** Whether the scanner is there. */
export type ScannerState = "connecting" | "ready" | "lost";

/** What a link is made of. */
export interface ScannerLinkOptions {
  readonly open: OpenPort;
  /** Cuts what comes into scans; reset whenever the line is lost. */
  readonly reader: { push(bytes: Uint8Array): void; reset(): void };
  readonly onState: (state: ScannerState) => void;
  /** Milliseconds between attempts to open. */
  readonly retryMs?: number;
}

// A scanner that is plugged in again should work before the next patient's code is held up to it: under two seconds,
// and udev itself takes some of them.
const usualRetryMs = 400;

/** Keeps a scanner's line open until it is closed: a scanner that is pulled out is there again when it is plugged in. */
export class ScannerLink {
  readonly #options: ScannerLinkOptions;
  readonly #running: Promise<void>;
  readonly #stopped = Promise.withResolvers<void>();
  #isStopped = false;
  #port: ScannerPort | null = null;
  #state: ScannerState | null = null;

  constructor(options: ScannerLinkOptions) {
    this.#options = options;
    this.#notify("connecting");
    this.#running = this.#keepOpen();
  }

  /** Ends the link for good. */
  async close(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    await this.#port?.close();
    await this.#running;
  }

  #notify(state: ScannerState): void {
    if (state === this.#state || this.#isStopped) return;
    this.#state = state;
    this.#options.onState(state);
  }

  async #keepOpen(): Promise<void> {
    while (!this.#isStopped) {
      await this.#openOnce();
      this.#options.reader.reset();
      this.#notify("lost");
      await this.#pause();
    }
  }

  async #openOnce(): Promise<void> {
    try {
      const port = await this.#options.open((bytes) => this.#options.reader.push(bytes));
      this.#port = port;
      if (this.#isStopped) await port.close();
      this.#notify("ready");
      await port.closed;
    } catch {
      // Not there, or taken by another program: it is asked for again.
    } finally {
      this.#port = null;
    }
  }

  async #pause(): Promise<void> {
    if (this.#isStopped) return;
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, this.#options.retryMs ?? usualRetryMs);
    await Promise.race([waited.promise, this.#stopped.promise]);
    clearTimeout(timer);
  }
}
