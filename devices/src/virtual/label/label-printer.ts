import { createServer, type Socket } from "node:net";
import { createLabelInterpreter, type LabelSpeech } from "./label-interpreter.ts";
import type { LabelEvent, LabelInterpreter, PrintedLabel } from "./label-printout.ts";
import { labelStatusReply } from "./label-replies.ts";

/** What a test or a person can do to the printer; what is absent stays as it is. */
export interface VirtualLabelPrinterChange {
  readonly labelsOut?: boolean;
  readonly headOpen?: boolean;
  /** Somebody pressed its pause key; EPL has no word for it. */
  readonly paused?: boolean;
  /** Unplugged, it takes no connection, and the open one breaks. */
  readonly plugged?: boolean;
  /** Each connection is reset after so many bytes, which it has taken; null for none. */
  readonly resetAfterBytes?: number | null;
}

/** How a virtual label printer starts; ZPL at 203 dpi when absent. */
export interface VirtualLabelPrinterOptions extends Partial<LabelSpeech> {
  /** 0, or absent, lets the system choose. */
  readonly port?: number;
}

/** A network label printer without hardware, which reports its state when it is asked. */
export interface VirtualLabelPrinter {
  readonly port: number;
  readonly speech: LabelSpeech;
  onLabel(listener: (label: PrintedLabel) => void): () => void;
  /** Commands it did not understand, to show that a label holds none. */
  unknownCommands(): readonly string[];
  setState(change: VirtualLabelPrinterChange): void;
  /** Off and on again: what was received and not printed is lost, connections break. */
  powerCut(): void;
  close(): Promise<void>;
}

/** Starts a virtual label printer and resolves when it listens. */
export async function startVirtualLabelPrinter(
  options: VirtualLabelPrinterOptions = {},
): Promise<VirtualLabelPrinter> {
  const { port = 0, language = "zpl", dpi = 203 } = options;
  const printer = new LabelPrinter({ language, dpi });
  await printer.listen(port);
  return printer;
}

// Answered as it arrives, wherever it stands; EPL's stands among the commands.
const immediateQuestions = { zpl: "~HS", tspl: "\u001B!?", cpcl: "\u001Bh" } as const;

class LabelPrinter implements VirtualLabelPrinter {
  port = 0;
  readonly speech: LabelSpeech;
  readonly #listeners = new Set<(label: PrintedLabel) => void>();
  readonly #unknown: string[] = [];
  readonly #open = new Set<Socket>();
  readonly #server = createServer((socket) => this.#accept(socket));
  #state = { labelsOut: false, headOpen: false, paused: false, plugged: true };
  #resetAfterBytes: number | null = null;
  #held: (() => void)[] = [];
  /** Outlives connections, as a printer's memory does: a picture that broke off is still waited for. */
  #interpreter: LabelInterpreter;
  #asking: Socket | undefined;

  constructor(speech: LabelSpeech) {
    this.speech = speech;
    this.#interpreter = this.#switchedOn();
  }

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

  unknownCommands(): readonly string[] {
    return [...this.#unknown];
  }

  setState({ resetAfterBytes, ...change }: VirtualLabelPrinterChange): void {
    if (resetAfterBytes !== undefined) this.#resetAfterBytes = resetAfterBytes;
    this.#state = { ...this.#state, ...change };
    if (!this.#state.plugged) this.#breakAll();
    if (this.#isWaiting()) return;
    for (const print of this.#held.splice(0)) print();
  }

  powerCut(): void {
    this.#held = [];
    this.#interpreter = this.#switchedOn();
    this.#breakAll();
  }

  async close(): Promise<void> {
    this.#breakAll();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #switchedOn(): LabelInterpreter {
    return createLabelInterpreter(this.speech, (event) => this.#onEvent(event));
  }

  #isWaiting(): boolean {
    return this.#state.labelsOut || this.#state.headOpen || this.#state.paused;
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
    const { language } = this.speech;
    const isAsked = language === "epl" ? () => false : phraseFinder(immediateQuestions[language]);
    let taken = 0;
    socket.on("data", (bytes: Buffer) => {
      const limit = this.#resetAfterBytes ?? Infinity;
      const usable = bytes.subarray(0, Math.max(0, limit - taken));
      taken += bytes.length;
      this.#asking = socket;
      this.#interpreter.push(usable);
      if (isAsked(usable)) this.#tellState();
      if (taken >= limit) socket.resetAndDestroy();
    });
  }

  #onEvent(event: LabelEvent): void {
    if (event.kind === "label") this.#print(event.label);
    else if (event.kind === "status_request") this.#tellState();
    else this.#unknown.push(event.command);
  }

  #print(label: PrintedLabel): void {
    const print = () => {
      for (const listener of this.#listeners) listener(label);
    };
    if (this.#isWaiting()) this.#held.push(print);
    else print();
  }

  #tellState(): void {
    if (this.#asking?.writable ?? false)
      this.#asking?.write(labelStatusReply(this.speech.language, this.#state));
  }
}

/** Whether a phrase has been heard; it may come in pieces. */
function phraseFinder(phrase: string): (bytes: Buffer) => boolean {
  let last = "";
  return (bytes) => {
    const heard = last + bytes.toString("latin1");
    const isHeard = heard.includes(phrase);
    last = isHeard ? "" : heard.slice(-phrase.length + 1);
    return isHeard;
  };
}
