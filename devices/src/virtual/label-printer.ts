import { createServer, type Socket } from "node:net";
import { createZplInterpreter, type PrintedLabel } from "./zpl-interpreter.ts";

/** What a test or a person can do to the printer; what is absent stays as it is. */
export interface VirtualLabelPrinterChange {
  readonly labelsOut?: boolean;
  readonly headOpen?: boolean;
  /** Unplugged, it takes no connection, and the open one breaks. */
  readonly plugged?: boolean;
}

/** A network label printer without hardware: it takes ZPL, and tells its state when it is asked (`~HS`). */
export interface VirtualLabelPrinter {
  readonly port: number;
  onLabel(listener: (label: PrintedLabel) => void): () => void;
  setState(change: VirtualLabelPrinterChange): void;
  close(): Promise<void>;
}

/** Starts a virtual label printer and resolves when it listens. */
export async function startVirtualLabelPrinter(port = 0): Promise<VirtualLabelPrinter> {
  const printer = new LabelPrinter();
  await printer.listen(port);
  return printer;
}

const question = "~HS";

class LabelPrinter implements VirtualLabelPrinter {
  port = 0;
  readonly #listeners = new Set<(label: PrintedLabel) => void>();
  readonly #open = new Set<Socket>();
  readonly #server = createServer((socket) => this.#accept(socket));
  #state = { labelsOut: false, headOpen: false, plugged: true };
  #held: (() => void)[] = [];

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const place = this.#server.address();
    this.port = place !== null && typeof place === "object" ? place.port : 0;
  }

  onLabel(listener: (label: PrintedLabel) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  setState(change: VirtualLabelPrinterChange): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#state.plugged) this.#breakAll();
    if (this.#isHeld()) return;
    for (const print of this.#held.splice(0)) print();
  }

  async close(): Promise<void> {
    this.#breakAll();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #isHeld(): boolean {
    return this.#state.labelsOut || this.#state.headOpen;
  }

  #breakAll(): void {
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  #accept(socket: Socket): void {
    socket.on("error", () => undefined);
    if (!this.#state.plugged) {
      socket.resetAndDestroy();
      return;
    }
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
    const interpreter = createZplInterpreter((event) => {
      if (event.kind === "label") this.#print(event.label);
    });
    let last = "";
    socket.on("data", (bytes: Buffer) => {
      interpreter.push(bytes);
      const heard = last + bytes.toString("latin1");
      if (heard.includes(question)) socket.write(this.#status());
      // A question may come in two pieces.
      last = heard.includes(question) ? "" : heard.slice(-question.length + 1);
    });
  }

  #print(label: PrintedLabel): void {
    const print = () => {
      for (const listener of this.#listeners) listener(label);
    };
    if (this.#isHeld()) this.#held.push(print);
    else print();
  }

  #status(): string {
    const flag = (isSet: boolean) => (isSet ? "1" : "0");
    const lines = [
      `030,${flag(this.#state.labelsOut)},0,1245,000,0,0,0,000,0,0,0`,
      `000,0,${flag(this.#state.headOpen)},0,0,2,4,0,00000000,1,000`,
      "1234,0",
    ];
    return lines.map((line) => `\u0002${line}\u0003\r\n`).join("");
  }
}
