import { closeSync, createWriteStream, openSync, read } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { promisify } from "node:util";
import { ReferenceReader, type CounterSlip, type ReferenceAsk } from "./reference-reader.ts";

/** What goes wrong with a slip, after so many of its bytes or once it is cut. */
export interface CounterFault {
  readonly kind: "reset" | "silence" | "power_cut" | "paper_end" | "late_end" | "kill";
  readonly at: number | "cut";
}

/** How a printer behaves. */
export interface ReferencePlan {
  /** Answers `DLE EOT`, `GS I` and `GS ( H`, and reports changes; the other says nothing, whatever it is asked. */
  readonly answers: boolean;
  /** The fault of the next slip that is begun. */
  readonly nextFault: () => CounterFault | null;
  /** Kills the program that prints. */
  readonly kill: () => void;
  /** How long one that hangs is off, or hears nothing, this time, milliseconds; it listens again at once on a new connection. */
  readonly awayMs: () => number;
}

// So long does it take somebody to bring a roll, and a network card to find out that a connection has ended.
const paperMs = 250;
const lateEndMs = 700;

/** The other end of a connection, whatever it goes over. */
interface Line {
  answer(bytes: Uint8Array): void;
  /** Breaks it off; a serial line cannot be. */
  reset?(): void;
}

/**
 * A receipt printer for the counter of a clinic, written from Epson's reference apart from the product's own: one host at a
 * time, a strip that stays whatever happens, and faults where the plan has them.
 */
export class ReferencePrinter {
  readonly slips: CounterSlip[] = [];
  faults = 0;
  readonly #plan: ReferencePlan;
  readonly #reader = new ReferenceReader((ask) => this.#onAsk(ask));
  #line: Line | null = null;
  #waiting: Buffer = Buffer.alloc(0);
  #isPaperOut = false;
  #isSilent = false;
  #endsLate = false;
  #mask = 0;
  #fault: CounterFault | null = null;
  #sinceCut: number | null = null;
  #last: readonly [number, number] = [0, 0];

  constructor(plan: ReferencePlan) {
    this.#plan = plan;
  }

  /** Somebody has connected. */
  begin(line: Line): void {
    this.#line = line;
    this.#mask = 0;
    this.#isSilent = false;
  }

  /** The connection is gone. @returns how long the printer keeps it to itself */
  end(): number {
    this.#line = null;
    this.#isSilent = false;
    const keepsMs = this.#endsLate ? lateEndMs : 0;
    this.#endsLate = false;
    return keepsMs;
  }

  receive(bytes: Buffer): void {
    if (this.#isSilent) return;
    this.#answerAtOnce(bytes);
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    this.#print();
  }

  #print(): void {
    while (this.#waiting.length > 0 && !this.#isPaperOut && !this.#isSilent) {
      const step = this.#waiting.subarray(0, 16);
      this.#waiting = this.#waiting.subarray(step.length);
      this.#reader.push(step);
      this.#watch(step.length);
    }
  }

  // A slip begins with its first ink; a strip that takes a broken one off is no slip of its own.
  #watch(count: number): void {
    if (this.#sinceCut === null) {
      if (!this.#reader.hasInk) return;
      this.#sinceCut = 0;
      this.#fault = this.#plan.nextFault();
    }
    this.#sinceCut += count;
    const at = this.#fault?.at;
    if (typeof at === "number" && this.#sinceCut >= at) this.#break();
  }

  #break(): void {
    const fault = this.#fault;
    this.#fault = null;
    if (fault === null) return;
    this.faults += 1;
    switch (fault.kind) {
      case "reset":
        this.#line?.reset?.();
        return;
      case "silence":
        return this.#hearNothing();
      case "power_cut":
        this.#waiting = Buffer.alloc(0);
        this.#reader.restart();
        // On the network another connection finds it on again; at a serial line it starts while the bytes go by.
        if (this.#line?.reset === undefined) return this.#hearNothing();
        this.#line.reset();
        return;
      case "paper_end":
        return this.#endPaper();
      case "late_end":
        this.#endsLate = true;
        return;
      case "kill":
        return this.#plan.kill();
    }
  }

  #hearNothing(): void {
    this.#isSilent = true;
    this.#waiting = Buffer.alloc(0);
    setTimeout(() => (this.#isSilent = false), this.#plan.awayMs());
  }

  #endPaper(): void {
    this.#isPaperOut = true;
    this.#report();
    setTimeout(() => {
      this.#isPaperOut = false;
      this.#report();
      this.#print();
    }, paperMs);
  }

  #onAsk(ask: ReferenceAsk): void {
    switch (ask.kind) {
      case "cut":
        this.slips.push(this.#reader.takeSlip());
        this.#sinceCut = null;
        if (this.#fault?.at === "cut") this.#break();
        this.#fault = null;
        return;
      case "acknowledge":
        return this.#answer(Uint8Array.of(0x37, 0x22, ...ask.id, 0));
      case "identify":
        return this.#answer(Buffer.from(`_${ask.part === 66 ? "ACME" : "Counter 80"}\0`));
      case "report":
        this.#mask = ask.mask;
        return this.#report();
      case "sensor":
        return this.#answer(Uint8Array.of(this.#isPaperOut ? 0x0c : 0));
    }
  }

  // `DLE EOT` is obeyed as it arrives, wherever it stands, also in a picture.
  #answerAtOnce(bytes: Buffer): void {
    for (const byte of bytes) {
      const [before, previous] = this.#last;
      this.#last = [previous, byte];
      if (before !== 0x10 || previous !== 0x04 || byte < 1 || byte > 4) continue;
      const offline = this.#isPaperOut ? 0x08 : 0;
      const bits = [0, offline, this.#isPaperOut ? 0x20 : 0, 0, this.#isPaperOut ? 0x60 : 0][byte];
      this.#answer(Uint8Array.of(0x12 | (bits ?? 0)));
    }
  }

  #report(): void {
    if (this.#mask === 0) return;
    const out = this.#isPaperOut;
    this.#answer(Uint8Array.of(out ? 0x18 : 0x10, 0, out ? 0x0c : 0, 0));
  }

  #answer(bytes: Uint8Array): void {
    if (this.#plan.answers && !this.#isSilent) this.#line?.answer(bytes);
  }
}

/** Where a printer stands. */
export interface PluggedIn {
  readonly port: number;
  close(): Promise<void>;
}

/** Puts a printer on the network: one host at a time, others wait behind it. */
export async function onNetwork(printer: ReferencePrinter): Promise<PluggedIn> {
  const queue: Socket[] = [];
  let current: Socket | null = null;
  const serve = (socket: Socket) => {
    current = socket;
    printer.begin({
      answer: (bytes) => void (socket.writable && socket.write(bytes)),
      reset: () => socket.resetAndDestroy(),
    });
    socket.on("data", (bytes: Buffer) => printer.receive(bytes));
    const leave = () => {
      if (current !== socket) return;
      const next = () => {
        current = null;
        socket.end();
        const waiting = queue.shift();
        if (waiting !== undefined) serve(waiting);
      };
      setTimeout(next, printer.end());
    };
    socket.once("end", leave);
    socket.once("close", leave);
    socket.resume();
  };
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    socket.pause();
    socket.once("close", () => {
      if (queue.includes(socket)) queue.splice(queue.indexOf(socket), 1);
    });
    if (current === null) serve(socket);
    else queue.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port, not on a path
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      current?.destroy();
      for (const socket of queue) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const readBytes = promisify(read);
const lineMs = 50;

/** Puts a printer at the end of a serial line that carries so many bytes in a second. */
export function onSerialLine(
  printer: ReferencePrinter,
  path: string,
  bytesPerSecond: number,
): { close(): Promise<void> } {
  const file = openSync(path, "r+");
  const out = createWriteStream("", { fd: file, autoClose: false });
  out.on("error", () => undefined);
  const ending = new AbortController();
  printer.begin({ answer: (bytes) => void out.write(bytes) });
  const run = async () => {
    const step = Math.ceil((bytesPerSecond * lineMs) / 1_000);
    while (!ending.signal.aborted) {
      const began = performance.now();
      const buffer = Buffer.alloc(step);
      const { bytesRead } = await readBytes(file, buffer, 0, step, null);
      printer.receive(buffer.subarray(0, bytesRead));
      const spare = (lineMs * bytesRead) / step - (performance.now() - began);
      if (spare > 0) await new Promise((resolve) => setTimeout(resolve, spare));
    }
  };
  const done = run().catch(() => undefined);
  return {
    close: async () => {
      ending.abort();
      await done;
      closeSync(file);
    },
  };
}
