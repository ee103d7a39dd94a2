import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What happens on the line to a printer, and when: after so many bytes, or when the printer acknowledges a slip for the n-th time. */
export interface LineFault {
  readonly kind: "reset" | "silence" | "power_cut" | "kill";
  readonly at: { readonly bytes: number } | { readonly reply: number };
}

/** What a line needs to know and may do. */
export interface FaultLineOptions {
  readonly printerPort: number;
  /** The fault of the next print; asked when the first byte after the questions comes. */
  readonly nextFault: () => LineFault | null;
  /** What the host sends before the print itself, and what is nothing more than a look; ours asks four questions. */
  readonly questionBytes?: number;
  readonly cutPower: () => void;
  /** Kills the program that prints. */
  readonly kill: () => void;
}

/** A line between a branch and its printer on which things go wrong at chosen moments. */
export interface FaultLine {
  readonly port: number;
  /** How many faults came about. */
  faults(): number;
  close(): Promise<void>;
}

// `DLE EOT` 1 to 4: what is asked before each print, and all that a mere look at the printer sends.
const ownQuestionBytes = 12;
// What a printer says besides these, such as how it is, is no moment to choose. Only a slip's own are counted: the strip
// of the slip before is printed by itself.
const acknowledgementMark = Buffer.from('7"');
const slipMark = Buffer.from("EW1:T:");

function countOf(bytes: Buffer, mark: Buffer): number {
  return bytes.toString("latin1").split(mark.toString("latin1")).length - 1;
}

class Connection {
  readonly #host: Socket;
  readonly #printer: Socket;
  readonly #options: FaultLineOptions;
  readonly #onFault: () => void;
  #fault: LineFault | null | undefined;
  #sent = 0;
  #acknowledgements = 0;
  #hasSlip = false;
  #isOver = false;

  constructor(host: Socket, options: FaultLineOptions, onFault: () => void) {
    this.#host = host;
    this.#options = options;
    this.#onFault = onFault;
    this.#printer = connect({ host: "127.0.0.1", port: options.printerPort, allowHalfOpen: true });
    host.on("data", (bytes: Buffer) => this.#fromHost(bytes));
    this.#printer.on("data", (bytes: Buffer) => this.#fromPrinter(bytes));
    host.on("end", () => this.#printer.end());
    this.#printer.on("end", () => this.#isOver || host.end());
    for (const socket of [host, this.#printer]) socket.on("error", () => this.end());
    host.on("close", () => this.#printer.destroy());
    this.#printer.on("close", () => this.#isOver || host.destroy());
  }

  end(): void {
    this.#isOver = true;
    this.#host.destroy();
    this.#printer.destroy();
  }

  #fromHost(bytes: Buffer): void {
    if (this.#isOver) return;
    const { questionBytes = ownQuestionBytes } = this.#options;
    const before = this.#sent - questionBytes;
    this.#sent += bytes.length;
    this.#hasSlip ||= bytes.includes(slipMark);
    if (this.#sent <= questionBytes) return void this.#printer.write(bytes);
    if (this.#fault === undefined) this.#fault = this.#options.nextFault();
    const { at } = this.#fault ?? {};
    if (at === undefined || !("bytes" in at) || this.#sent - questionBytes < at.bytes) {
      return void this.#printer.write(bytes);
    }
    const usable = bytes.subarray(0, Math.max(0, at.bytes - before));
    // Printed before the fault, so that the moment is the chosen one.
    this.#printer.write(usable, () => setTimeout(() => this.#strike(), 2));
    this.#isOver = true;
  }

  #fromPrinter(bytes: Buffer): void {
    if (this.#isOver) return;
    const at = this.#fault?.at;
    if (this.#hasSlip) this.#acknowledgements += countOf(bytes, acknowledgementMark);
    if (at !== undefined && "reply" in at && this.#acknowledgements >= at.reply) {
      this.#isOver = true;
      return this.#strike();
    }
    this.#host.write(bytes);
  }

  #strike(): void {
    this.#onFault();
    switch (this.#fault?.kind) {
      case "reset":
        this.#host.resetAndDestroy();
        this.#printer.resetAndDestroy();
        return;
      case "power_cut":
        this.#options.cutPower();
        this.#host.resetAndDestroy();
        return;
      case "kill":
        this.#options.kill();
        this.#printer.destroy();
        return;
      // A cable that was pulled notifies nobody: the host's own patience ends it.
      case "silence":
      case undefined:
        this.#printer.destroy();
    }
  }
}

/** Opens a line. */
export async function openFaultLine(options: FaultLineOptions): Promise<FaultLine> {
  let count = 0;
  const open = new Set<Connection>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const connection = new Connection(socket, options, () => {
      count += 1;
    });
    open.add(connection);
    socket.on("close", () => open.delete(connection));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port }: Pick<AddressInfo, "port"> = Object(server.address());
  return {
    port,
    faults: () => count,
    close: async () => {
      for (const connection of open) connection.end();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
