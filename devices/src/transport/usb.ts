import type { ChildProcess } from "node:child_process";
import {
  TransportError,
  type CloseReason,
  type PrinterConnection,
  type PrinterPort,
  type PrinterTransport,
  type TransportCondition,
  type TransportErrorCode,
  type WriteOptions,
} from "#driver.ts";
import { deadlineOf } from "./deadline.ts";
import { conditionOfPort } from "./usb-class.ts";
import { startUsbProgram } from "./usb-program.ts";
import type { UsbChoice, UsbNews, UsbRequest } from "./usb-protocol.ts";

/** A printer at a USB port. */
export interface UsbTransportOptions extends UsbChoice {
  readonly openMs?: number;
  /** The program that holds the printer; our own when absent. */
  readonly programFile?: string;
}

// A stalled printer gives no count of what it took, so a piece counts when all of it went.
const pieceBytes = 4_096;
const closeMs = 2_000;
// The time of a write is kept here: a transfer that the library gives up leaves no count of what the printer took.
const longestTransferMs = 3_600_000;
const askMs = 2_000;
// Longer than the pause between two questions to a printer that works: asking it each second would start as many
// programs, at some 90 ms of processor time each.
const keepMs = 10_000;

/** A printer at a USB port, which a program of its own holds; between two connections the program waits for the next. */
export function createUsbTransport(options: UsbTransportOptions): PrinterTransport {
  const keeper = new ProgramKeeper();
  const paper = new PaperWatch();
  const openWith = async (child: ChildProcess) => {
    const connection = new UsbConnection(child, keeper, paper);
    await connection.begin(options, options.openMs ?? 5_000);
    return connection;
  };
  const openUnlessEnded = async (kept: ChildProcess) => {
    try {
      return await openWith(kept);
    } catch (error) {
      if (keeper.keeps(kept)) throw error;
      return null;
    }
  };
  const open = async () => {
    const kept = keeper.takeKept();
    // One that was kept may have ended this very moment. Opening prints nothing, so another may try.
    const connection = kept === null ? null : await openUnlessEnded(kept);
    return connection ?? openWith(await startUsbProgram(options.programFile));
  };
  return {
    hasPort: true,
    open,
    reset: async () => {
      // One that cannot be reached is put right when it can.
      const connection = await open().catch(() => null);
      await connection?.reset();
      await connection?.close();
    },
  };
}

/** Some printers' ports always say the same. That paper is out is believed of one that has once said it was in. */
class PaperWatch {
  #hasBeenIn = false;

  see(condition: TransportCondition | null): TransportCondition | null {
    if (condition?.isPaperOut === false) this.#hasBeenIn = true;
    return this.#hasBeenIn ? condition : null;
  }
}

/** Keeps the program for a while that nobody needs now. It does not keep the node from ending. */
class ProgramKeeper {
  #kept: ChildProcess | null = null;
  #timer: NodeJS.Timeout | undefined;

  takeKept(): ChildProcess | null {
    const child = this.#kept;
    this.#kept = null;
    clearTimeout(this.#timer);
    child?.ref();
    child?.channel?.ref();
    return child;
  }

  keeps(child: ChildProcess): boolean {
    return this.#kept === child;
  }

  keep(child: ChildProcess): void {
    this.#kept?.kill("SIGKILL");
    this.#kept = child;
    child.unref();
    child.channel?.unref();
    this.#timer = setTimeout(() => child.kill("SIGKILL"), keepMs);
    this.#timer.unref();
  }
}

interface Answer {
  readonly resolve: (news: UsbNews) => void;
  readonly reject: (code: TransportErrorCode) => void;
}

class UsbConnection implements PrinterConnection {
  readonly inputEnded: Promise<void>;
  readonly closed: Promise<CloseReason>;
  readonly #child: ChildProcess;
  readonly #keeper: ProgramKeeper;
  readonly #paper: PaperWatch;
  readonly #ended = Promise.withResolvers<CloseReason>();
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #lastWrite: Promise<void> = Promise.resolve();
  #waiting: Answer | null = null;
  #failure: TransportErrorCode | undefined;
  #isClosing = false;
  /** Whether a failure is the program's own word, and not that of its end. */
  #hasAnswered = false;

  #name: string | null = null;

  constructor(child: ChildProcess, keeper: ProgramKeeper, paper: PaperWatch) {
    this.#child = child;
    this.#keeper = keeper;
    this.#paper = paper;
    this.closed = this.#ended.promise;
    this.inputEnded = this.closed.then(() => undefined);
    child.on("message", this.#onMessage);
    child.on("error", this.#onError);
    child.on("exit", this.#onExit);
  }

  /** Opens the printer. Rejects with a {@link TransportError}; the program is kept where it is only that none is there. */
  async begin(options: UsbChoice, openMs: number): Promise<void> {
    const { vendorId, productId, serialNo, otherSerialNos } = options;
    const choice = { vendorId, productId, serialNo, otherSerialNos };
    const request: UsbRequest = { kind: "open", choice };
    try {
      const news = await this.#ask(request, openMs, "connect_timeout");
      this.#name = news.kind === "opened" ? news.name : null;
    } catch (error) {
      const code = this.#failure ?? "unreachable";
      this.#leave(code);
      throw new TransportError(code, 0, error);
    }
  }

  // A program that found no printer is well, and looks again: to start one for each look at a printer that is switched
  // off, every few seconds, costs some 50 ms of processor time each.
  #leave(code: TransportErrorCode): void {
    if (code !== "unreachable" || !this.#hasAnswered) {
      this.#child.kill("SIGKILL");
      return;
    }
    this.#end({ kind: "failed", code });
    this.#keeper.keep(this.#child);
  }

  write(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    return this.#inTurn(() => this.#writePieces(bytes, options));
  }

  get port(): PrinterPort {
    return { name: this.#name, condition: () => this.#inTurn(() => this.#portCondition()) };
  }

  /** Has the printer drop what it holds. Never rejects: one that is gone holds nothing. */
  async reset(): Promise<void> {
    await this.#inTurn(() => this.#ask({ kind: "reset" }, askMs, "closed")).catch(() => undefined);
  }

  // The program does one thing after the other, and has one answer under way.
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(act);
    this.#lastWrite = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #portCondition(): Promise<TransportCondition | null> {
    const news = await this.#ask({ kind: "status" }, askMs, "closed").catch((error: unknown) => {
      throw new TransportError(this.#failure ?? "closed", 0, error);
    });
    const byte = news.kind === "status" ? news.byte : null;
    return this.#paper.see(byte === null ? null : conditionOfPort(byte));
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      await this.#lastWrite;
      await this.#letGo();
    }
    await this.closed;
  }

  // What the printer says from here on is for nobody: the next connection listens to what comes after its own beginning.
  async #letGo(): Promise<void> {
    try {
      await this.#ask({ kind: "close" }, closeMs, "closed");
      this.#end({ kind: "by_us" });
      this.#keeper.keep(this.#child);
    } catch {
      this.#child.kill("SIGKILL");
    }
  }

  async #writePieces(bytes: Uint8Array, options: WriteOptions): Promise<void> {
    const late = Promise.withResolvers<never>();
    const callOff = deadlineOf(options, () => {
      this.#failure ??= "write_timeout";
      late.reject(new Error("the printer did not take the bytes"));
    });
    let bytesWritten = 0;
    try {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const piece = Buffer.from(bytes.subarray(start, start + pieceBytes));
        const request: UsbRequest = {
          kind: "write",
          bytes: piece.toString("base64"),
          timeoutMs: longestTransferMs,
        };
        await Promise.race([this.#ask(request, longestTransferMs, "write_timeout"), late.promise]);
        bytesWritten += piece.length;
      }
    } catch (error) {
      // Nothing of what it still holds may come out after this.
      this.#child.kill("SIGKILL");
      throw new TransportError(this.#failure ?? "closed", bytesWritten, error);
    } finally {
      callOff();
      late.promise.catch(() => undefined);
    }
  }

  #ask(request: UsbRequest, timeoutMs: number, late: TransportErrorCode): Promise<UsbNews> {
    return new Promise((resolve, reject) => {
      const refuse = (code: TransportErrorCode) => {
        clearTimeout(timer);
        this.#waiting = null;
        this.#failure ??= code;
        reject(new Error(`the USB printer: ${code}`));
      };
      const timer = setTimeout(() => {
        // An answer that came later would be taken for the one to the next question.
        this.#child.kill("SIGKILL");
        refuse(late);
      }, timeoutMs);
      if (!this.#child.connected) {
        refuse("closed");
        return;
      }
      this.#waiting = {
        reject: refuse,
        resolve: (news) => {
          clearTimeout(timer);
          this.#waiting = null;
          resolve(news);
        },
      };
      this.#child.send(request, (error) => error !== null && refuse("closed"));
    });
  }

  // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own child speaks here
  readonly #onMessage = (message: unknown): void => this.#hear(message as UsbNews);
  readonly #onError = (): void => this.#fail("unreachable");
  readonly #onExit = (): void => {
    if (!this.#isClosing) this.#failure ??= "unreachable";
    this.#fail(this.#failure ?? "closed");
    this.#end(
      this.#failure === undefined ? { kind: "by_us" } : { kind: "failed", code: this.#failure },
    );
  };

  #end(reason: CloseReason): void {
    this.#child.off("message", this.#onMessage);
    this.#child.off("error", this.#onError);
    this.#child.off("exit", this.#onExit);
    this.#ended.resolve(reason);
  }

  #hear(news: UsbNews): void {
    switch (news.kind) {
      case "ready":
      case "printers":
        return;
      case "opened":
      case "written":
      case "status":
      case "reset":
      case "closed":
        return this.#waiting?.resolve(news);
      case "failed":
        this.#hasAnswered = true;
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
}
