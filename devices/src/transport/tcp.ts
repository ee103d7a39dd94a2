import { connect, type Socket } from "node:net";
import {
  TransportError,
  type CloseOptions,
  type CloseReason,
  type PrinterConnection,
  type PrinterTransport,
  type TransportErrorCode,
  type WriteOptions,
} from "#driver.ts";
import { deadlineOf } from "./deadline.ts";
import { transportCode } from "./errno.ts";

/** Where a network printer listens, and how long we wait for it. */
export interface TcpTransportOptions {
  readonly host: string;
  /** 9100 on nearly every network printer. */
  readonly port: number;
  readonly connectTimeoutMs?: number;
  /** What the line behind the port carries, where that is known, as of a serial server. */
  readonly bytesPerSecond?: number;
  /** How long `close` waits for the printer to close its side. Longer than a full buffer takes to print. */
  readonly lingerMs?: number;
}

const defaultConnectTimeoutMs = 3_000;
const defaultLingerMs = 30_000;

// A write is cut into pieces of this size, and a piece counts once the kernel has taken all of it: small enough that
// the count of a failed write means something, large enough that a 200 kB raster is not slowed down (49 calls).
const pieceBytes = 4_096;

/** A printer behind a TCP port. Each `open` makes one connection of its own. */
export function createTcpTransport(options: TcpTransportOptions): PrinterTransport {
  const { bytesPerSecond } = options;
  return {
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond }),
    open: async () => {
      const socket = await openSocket(options);
      return new TcpConnection(socket, options.lingerMs ?? defaultLingerMs);
    },
  };
}

function openSocket(options: TcpTransportOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: options.host,
      port: options.port,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const giveUp = (code: TransportErrorCode, cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new TransportError(code, 0, cause));
    };
    const onError = (error: Error) => giveUp(transportCode(error), error);
    const timer = setTimeout(
      () => giveUp("connect_timeout"),
      options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    );
    // Stays on after giving up: a second error of a destroyed socket must not become an uncaught one.
    socket.on("error", onError);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", onError);
      resolve(socket);
    });
  });
}

class TcpConnection implements PrinterConnection {
  readonly inputEnded: Promise<void>;
  readonly closed: Promise<CloseReason>;
  readonly #socket: Socket;
  readonly #lingerMs: number;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #lastWrite: Promise<void> = Promise.resolve();
  #failure: TransportErrorCode | undefined;
  #isClosing = false;

  constructor(socket: Socket, lingerMs: number) {
    this.#socket = socket;
    this.#lingerMs = lingerMs;
    socket.on("error", (error) => {
      this.#failure ??= transportCode(error);
    });
    // Reading starts here and never stops: a socket that is closed over unread status bytes sends a reset, and the
    // reset throws away what the printer has not read yet (measured: 65,536 of 200,000 bytes arrived).
    socket.on("data", (bytes: Uint8Array) => {
      for (const listener of this.#listeners) listener(bytes);
    });
    this.closed = new Promise((resolve) => {
      socket.once("close", () => resolve(this.#closeReason()));
    });
    this.inputEnded = new Promise((resolve) => {
      socket.once("end", resolve);
      socket.once("close", () => resolve());
    });
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

  async close(options: CloseOptions = {}): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      await this.#lastWrite;
      this.#socket.end();
    }
    const giveUp = () =>
      options.mayReset === true ? this.#socket.resetAndDestroy() : this.#socket.destroy();
    const timer = setTimeout(giveUp, options.lingerMs ?? this.#lingerMs);
    await this.closed;
    clearTimeout(timer);
  }

  async #writePieces(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    const progress = { bytesWritten: 0 };
    const callOff = deadlineOf(options, () => {
      this.#failure ??= "write_timeout";
      // A reset on purpose: what the kernel still holds must not come out of the printer after we said it failed.
      this.#socket.resetAndDestroy();
    });
    try {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const piece = bytes.subarray(start, start + pieceBytes);
        await this.#writePiece(piece);
        progress.bytesWritten += piece.length;
      }
    } catch (error) {
      const code = this.#failure ?? (this.#socket.destroyed ? "closed" : transportCode(error));
      throw new TransportError(code, progress.bytesWritten, error);
    } finally {
      callOff();
    }
  }

  #writePiece(piece: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed || this.#socket.writableEnded) {
        reject(new TransportError(this.#failure ?? "closed", 0));
        return;
      }
      this.#socket.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }

  #closeReason(): CloseReason {
    if (this.#failure !== undefined) return { kind: "failed", code: this.#failure };
    return { kind: this.#isClosing ? "by_us" : "by_peer" };
  }
}
