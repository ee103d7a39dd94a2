import { TransportError, type CloseReason, type PrinterConnection } from "#driver.ts";

/** How a whole document is handed over at once, and taken back before that is done. */
export interface Submission {
  /** Hands the document over. Rejects with a {@link TransportError}. */
  submit(document: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Milliseconds for that; longer than a print server takes to spool a long report. */
  readonly submitMs: number;
  /** Set where a document that is not accepted has certainly gone no further. */
  readonly isAllOrNothing?: boolean;
}

/**
 * A connection to what takes documents and not bytes, such as a print server: everything that is written is kept and
 * handed over as one document by `close`. A connection that is closed without a byte hands over nothing.
 */
export class SubmittedConnection implements PrinterConnection {
  readonly inputEnded: Promise<void>;
  readonly closed: Promise<CloseReason>;
  readonly #submission: Submission;
  readonly #parts: Uint8Array[] = [];
  #endInput: () => void = () => undefined;
  #closed: (reason: CloseReason) => void = () => undefined;
  #isClosing = false;

  constructor(submission: Submission) {
    this.#submission = submission;
    this.inputEnded = new Promise((resolve) => {
      this.#endInput = resolve;
    });
    this.closed = new Promise((resolve) => {
      this.#closed = resolve;
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isClosing) return Promise.reject(new TransportError("closed", 0));
    this.#parts.push(Uint8Array.from(bytes));
    return Promise.resolve();
  }

  onData(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      this.#closed(await this.#handOver());
      this.#endInput();
    }
    await this.closed;
  }

  async #handOver(): Promise<CloseReason> {
    const document = Buffer.concat(this.#parts);
    if (document.length === 0) return { kind: "by_us" };
    try {
      await this.#submission.submit(document, AbortSignal.timeout(this.#submission.submitMs));
      return { kind: "by_us" };
    } catch (error) {
      const code = error instanceof TransportError ? error.code : "io";
      const isUntouched = code === "not_accepting" && this.#submission.isAllOrNothing === true;
      return isUntouched ? { kind: "failed", code, isUntouched } : { kind: "failed", code };
    }
  }
}
