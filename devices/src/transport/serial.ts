import { SerialPort } from "serialport";
import {
  TransportError,
  type CloseReason,
  type PrinterConnection,
  type PrinterTransport,
  type TransportErrorCode,
  type WriteOptions,
} from "#driver.ts";
import { deadlineOf } from "./deadline.ts";

/** A serial port and how it is driven. */
export interface SerialTransportOptions {
  /** `/dev/ttyUSB0`, `/dev/serial/by-id/…`, `COM3`. */
  readonly path: string;
  /** 9,600 as most receipt printers leave their factory. */
  readonly baud?: number;
  /** None when absent. */
  readonly parity?: "none" | "even" | "odd";
  /**
   * How the printer holds the line while its buffer is full: by CTS when absent. Without any a long slip overruns the buffer
   * of a slow printer, and what was lost is not reported.
   */
  readonly flowControl?: "rts_cts" | "xon_xoff" | "none";
}

const defaultBaud = 9_600;
// Start bit, eight bits, parity and stop bit.
const bitsPerByte = 11;

/** What a line of that speed carries in a second at the least. */
function bytesPerSecondAt(baud: number): number {
  return Math.max(1, Math.floor(baud / bitsPerByte));
}

// Small enough that the count of a write that failed means something: a third of a second at 115,200 baud.
const pieceBytes = 4_096;

/** A printer at a serial port. The port is ours alone while a connection is open. */
export function createSerialTransport(options: SerialTransportOptions): PrinterTransport {
  return {
    bytesPerSecond: bytesPerSecondAt(options.baud ?? defaultBaud),
    open: async () => new SerialConnection(await openPort(options)),
  };
}

function openPort(options: SerialTransportOptions): Promise<SerialPort> {
  return new Promise((resolve, reject) => {
    const { path, baud = defaultBaud, parity = "none", flowControl = "rts_cts" } = options;
    const isByCharacters = flowControl === "xon_xoff";
    const port = new SerialPort({
      path,
      baudRate: baud,
      parity,
      rtscts: flowControl === "rts_cts",
      // Held by the printer's characters; ours would be taken for a part of its answers.
      xon: isByCharacters,
      autoOpen: false,
    });
    port.open((error) => {
      if (error === null) resolve(port);
      else reject(new TransportError(openFailure(error), 0, error));
    });
  });
}

// Another program, or another connection of ours, holds it.
function openFailure(error: Error): TransportErrorCode {
  return /lock|denied|busy/iu.test(error.message) ? "refused" : "unreachable";
}

class SerialConnection implements PrinterConnection {
  readonly inputEnded: Promise<void>;
  readonly closed: Promise<CloseReason>;
  readonly #port: SerialPort;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #lastWrite: Promise<void> = Promise.resolve();
  #failure: TransportErrorCode | undefined;
  #isClosing = false;

  constructor(port: SerialPort) {
    this.#port = port;
    port.on("data", (bytes: Uint8Array) => {
      for (const listener of this.#listeners) listener(bytes);
    });
    port.on("error", () => {
      this.#failure ??= "io";
    });
    this.closed = new Promise((resolve) => {
      // Closed with an error when the adapter was pulled out.
      port.once("close", (error: Error | null) => {
        if (error !== null && error !== undefined) this.#failure ??= "reset";
        resolve(this.#closeReason());
      });
    });
    this.inputEnded = this.closed.then(() => undefined);
  }

  write(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    const result = this.#lastWrite.then(() => this.#writePieces(bytes, options));
    this.#lastWrite = result.catch(() => undefined);
    return result;
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      await this.#lastWrite;
      if (this.#port.isOpen) this.#port.close();
    }
    await this.closed;
  }

  async #writePieces(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    let bytesWritten = 0;
    const timeout = Promise.withResolvers<never>();
    const callOff = deadlineOf(options, () => timeout.reject(this.#giveUp()));
    // A write to a port that was pulled out never calls back, so the close is waited for as well.
    const gone = this.closed.then(() => Promise.reject(new Error("the port is closed")));
    try {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const piece = bytes.subarray(start, start + pieceBytes);
        await Promise.race([this.#writePiece(piece), timeout.promise, gone]);
        bytesWritten += piece.length;
      }
    } catch (error) {
      throw new TransportError(this.#failure ?? "closed", bytesWritten, error);
    } finally {
      callOff();
      timeout.promise.catch(() => undefined);
      gone.catch(() => undefined);
    }
  }

  /** Throws away what the port still holds: it must not come out after we said that it failed. */
  #giveUp(): Error {
    this.#failure ??= "write_timeout";
    this.#port.flush(() => this.#port.isOpen && this.#port.close());
    return new Error("the printer did not take the bytes");
  }

  #writePiece(piece: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#port.isOpen) {
        reject(new Error("the port is closed"));
        return;
      }
      this.#port.write(piece, (error) => {
        if (error !== null && error !== undefined) reject(error);
        else this.#port.drain((failed) => (failed === null ? resolve() : reject(failed)));
      });
    });
  }

  #closeReason(): CloseReason {
    if (this.#failure !== undefined) return { kind: "failed", code: this.#failure };
    return { kind: this.#isClosing ? "by_us" : "by_peer" };
  }
}
