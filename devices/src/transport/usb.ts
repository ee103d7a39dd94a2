import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  TransportError,
  type CloseReason,
  type PrinterConnection,
  type PrinterTransport,
  type TransportErrorCode,
  type WriteOptions,
} from "#driver.ts";
import type { UsbAddress, UsbNews, UsbRequest } from "./usb-protocol.ts";

/** A printer at a USB port, by vendor and product. */
export interface UsbTransportOptions extends UsbAddress {
  readonly openMs?: number;
  /** The program that holds the printer; our own when absent. */
  readonly childFile?: string;
}

const ownChild = fileURLToPath(new URL("usb-child.ts", import.meta.url));
// A stalled printer gives no count of what it took, so a piece counts when all of it went.
const pieceBytes = 4_096;
const closeMs = 2_000;

/**
 * A printer at a USB port. A process of its own talks to it: the library ends its process on a host that has no USB, and
 * a printer that hangs must not hang the node.
 */
export function createUsbTransport(options: UsbTransportOptions): PrinterTransport {
  return {
    open: async () => {
      const child = fork(options.childFile ?? ownChild, {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        execArgv: ["--disable-warning=ExperimentalWarning"],
      });
      const connection = new UsbConnection(child);
      await connection.begin(options, options.openMs ?? 5_000);
      return connection;
    },
  };
}

interface Answer {
  readonly resolve: () => void;
  readonly reject: (code: TransportErrorCode) => void;
}

class UsbConnection implements PrinterConnection {
  readonly inputEnded: Promise<void>;
  readonly closed: Promise<CloseReason>;
  readonly #child: ChildProcess;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #lastWrite: Promise<void> = Promise.resolve();
  #waiting: Answer | null = null;
  #failure: TransportErrorCode | undefined;
  #isClosing = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own child speaks here
    child.on("message", (message) => this.#hear(message as UsbNews));
    child.on("error", () => this.#fail("unreachable"));
    this.closed = new Promise((resolve) => {
      child.once("exit", () => {
        if (!this.#isClosing) this.#failure ??= "unreachable";
        this.#fail(this.#failure ?? "closed");
        resolve(this.#closeReason());
      });
    });
    this.inputEnded = this.closed.then(() => undefined);
  }

  /** Opens the printer. Rejects with a {@link TransportError}, and the child is gone. */
  async begin({ vendorId, productId }: UsbAddress, openMs: number): Promise<void> {
    const request: UsbRequest = { kind: "open", address: { vendorId, productId } };
    try {
      await this.#ask(request, openMs, "connect_timeout");
    } catch (error) {
      this.#child.kill("SIGKILL");
      throw new TransportError(this.#failure ?? "unreachable", 0, error);
    }
  }

  write(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    const result = this.#lastWrite.then(() => this.#writePieces(bytes, options.timeoutMs));
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
      const message: UsbRequest = { kind: "close" };
      if (this.#child.connected) this.#child.send(message, () => undefined);
    }
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), closeMs);
    await this.closed;
    clearTimeout(timer);
  }

  async #writePieces(bytes: Uint8Array, timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    let bytesWritten = 0;
    try {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const piece = Buffer.from(bytes.subarray(start, start + pieceBytes));
        const left = Math.max(1, Math.ceil(end - performance.now()));
        const request: UsbRequest = {
          kind: "write",
          bytes: piece.toString("base64"),
          timeoutMs: left,
        };
        await this.#ask(request, left, "write_timeout");
        bytesWritten += piece.length;
      }
    } catch (error) {
      // Nothing of what it still holds may come out after this.
      this.#child.kill("SIGKILL");
      throw new TransportError(this.#failure ?? "closed", bytesWritten, error);
    }
  }

  #ask(request: UsbRequest, timeoutMs: number, late: TransportErrorCode): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (code: TransportErrorCode) => {
        clearTimeout(timer);
        this.#waiting = null;
        this.#failure ??= code;
        reject(new Error(`the USB printer: ${code}`));
      };
      const timer = setTimeout(() => refuse(late), timeoutMs);
      if (!this.#child.connected) {
        refuse("closed");
        return;
      }
      this.#waiting = {
        reject: refuse,
        resolve: () => {
          clearTimeout(timer);
          this.#waiting = null;
          resolve();
        },
      };
      this.#child.send(request, (error) => error !== null && refuse("closed"));
    });
  }

  #hear(news: UsbNews): void {
    switch (news.kind) {
      case "printers":
        return;
      case "opened":
      case "written":
        return this.#waiting?.resolve();
      case "failed":
        return this.#fail(news.reason);
      case "gone":
        this.#fail("reset");
        this.#child.kill("SIGKILL");
        return;
      case "data": {
        const bytes = Uint8Array.from(Buffer.from(news.bytes, "base64"));
        for (const listener of this.#listeners) listener(bytes);
      }
    }
  }

  #fail(code: TransportErrorCode): void {
    if (this.#waiting !== null) this.#waiting.reject(code);
    else if (!this.#isClosing) this.#failure ??= code;
  }

  #closeReason(): CloseReason {
    if (this.#failure !== undefined) return { kind: "failed", code: this.#failure };
    return { kind: this.#isClosing ? "by_us" : "by_peer" };
  }
}
