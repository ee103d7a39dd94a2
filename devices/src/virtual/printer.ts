import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import {
  createInterpreter,
  type Interpreter,
  type InterpreterEvent,
} from "#virtual/escpos/interpreter.ts";
import type { Printout } from "./printout.ts";
import type {
  TcpFaults,
  VirtualDrawer,
  VirtualPrinterChange,
  VirtualPrinterOptions,
} from "./printer-options.ts";
import { createRealtimeScanner } from "./realtime-scanner.ts";
import { createStarInterpreter, type StarEvent } from "#virtual/star/interpreter.ts";
import {
  automaticStatus,
  changedState,
  counterReply,
  identityReply,
  isWaiting,
  paperSensorReply,
  processIdReply,
  readyState,
  realtimeReply,
  starStatus,
  type PrinterState,
} from "./printer-replies.ts";

/** A network receipt printer without hardware: one connection at a time, on a real TCP port. */
export interface VirtualPrinter {
  readonly port: number;
  /** The printouts that were cut off so far. */
  printouts(): readonly Printout[];
  /** Commands it did not understand, to show that a slip holds none. */
  unknownCommands(): readonly Uint8Array[];
  /** Connections that were turned away because another was open. */
  turnedAway(): number;
  /** How often it was asked to open its drawer. */
  drawerKicks(): number;
  /** Tears off what hangs out; null where nothing does, and of a printer in Star's mode. */
  tearOff(): Printout | null;
  /** Calls back for each printout; the returned function stops that. */
  onPrintout(listener: (printout: Printout) => void): () => void;
  setState(change: VirtualPrinterChange): void;
  setTcpFaults(faults: TcpFaults): void;
  /** Off and on again: the buffer and the paper in progress are lost, connections break; the cut counter stays. */
  powerCut(): void;
  close(): Promise<void>;
}

const cutCounter = 178;
const stepBytes = 256;
// Like the receive buffer of a real printer. Beyond it the socket is not read, real-time questions included.
const bufferBytes = 65_536;

/** Starts a virtual printer and resolves when it listens. */
export async function startVirtualPrinter(
  options: VirtualPrinterOptions = {},
): Promise<VirtualPrinter> {
  const printer = new TcpPrinter(options);
  await printer.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  return printer;
}

class TcpPrinter implements VirtualPrinter {
  port = 0;
  readonly #server: Server;
  readonly #widthDots: number;
  readonly #isStar: boolean;
  readonly #waiting: Socket[] = [];
  readonly #printouts: Printout[] = [];
  readonly #unknown: Uint8Array[] = [];
  readonly #listeners = new Set<(printout: Printout) => void>();
  #faults: TcpFaults;
  #state: PrinterState = readyState;
  #slowMsPerKb = 0;
  #automaticMask = 0;
  /** How many marks a Star printer has counted. */
  #marks = 0;
  #cuts = 0;
  #drawerKicks = 0;
  readonly #options: VirtualPrinterOptions;
  readonly #drawer: VirtualDrawer;
  #turnedAway = 0;
  #interpreter: Pick<Interpreter, "push"> & Partial<Interpreter>;
  #buffer: Uint8Array = new Uint8Array();
  #isPrinting = false;
  /** Counts power cuts, so that what was being printed before one is not finished after it. */
  #powerCycle = 0;
  #client: Socket | undefined;

  constructor(options: VirtualPrinterOptions) {
    const { widthDots = 576, tcpFaults = {}, language } = options;
    this.#options = options;
    this.#drawer = options.drawer ?? { pin: 2, openIsHigh: true };
    this.#state = changedState(readyState, { drawerOpen: false }, this.#drawer);
    this.#widthDots = widthDots;
    this.#faults = tcpFaults;
    this.#isStar = language === "star";
    this.#interpreter = this.#newInterpreter();
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket),
    );
  }

  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, resolve);
    });
    const address = this.#server.address();
    if (address !== null && typeof address === "object") this.port = address.port;
  }

  printouts(): readonly Printout[] {
    return [...this.#printouts];
  }

  unknownCommands(): readonly Uint8Array[] {
    return [...this.#unknown];
  }

  turnedAway(): number {
    return this.#turnedAway;
  }

  drawerKicks(): number {
    return this.#drawerKicks;
  }

  tearOff(): Printout | null {
    return this.#interpreter.tearOff?.() ?? null;
  }

  onPrintout(listener: (printout: Printout) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  setState(change: VirtualPrinterChange): void {
    this.#state = changedState(this.#state, change, this.#drawer);
    this.#slowMsPerKb = change.slowMsPerKb ?? this.#slowMsPerKb;
    if (this.#automaticMask !== 0) this.#tellState();
    void this.#print();
  }

  setTcpFaults(faults: TcpFaults): void {
    this.#faults = faults;
  }

  powerCut(): void {
    this.#powerCycle += 1;
    this.#buffer = new Uint8Array();
    this.#automaticMask = 0;
    this.#marks = 0;
    this.#interpreter = this.#newInterpreter();
    this.#client?.resetAndDestroy();
    this.#client = undefined;
  }

  async close(): Promise<void> {
    this.powerCut();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #accept(socket: Socket): void {
    socket.on("error", () => undefined);
    if (this.#client !== undefined && this.#faults.letsGoAfterMs !== undefined) {
      socket.pause();
      this.#waiting.push(socket);
      socket.on("close", () => {
        const place = this.#waiting.indexOf(socket);
        if (place >= 0) this.#waiting.splice(place, 1);
      });
      return;
    }
    if (this.#client !== undefined) {
      // A second host is turned away, as the network cards of these printers do.
      this.#turnedAway += 1;
      socket.resetAndDestroy();
      return;
    }
    this.#client = socket;
    const faults = this.#faults;
    const scan = createRealtimeScanner((request) => this.#onRealtime(request));
    // On the network, a Star printer reports its state to whoever connects, and whenever it changes.
    if (this.#isStar) this.#automaticMask = 1;
    if (this.#isStar) this.#tellState();
    let taken = 0;
    if (!(faults.neverReads ?? false)) {
      socket.on("data", (bytes: Uint8Array) => {
        const usable = bytes.subarray(0, Math.max(0, (faults.resetAfterBytes ?? Infinity) - taken));
        taken += bytes.length;
        this.#receive(usable);
        scan(usable);
        if (taken >= (faults.endAfterBytes ?? Infinity)) socket.end();
        if (taken >= (faults.resetAfterBytes ?? Infinity)) socket.resetAndDestroy();
      });
    }
    socket.on("end", () => {
      if (faults.letsGoAfterMs === undefined) socket.end();
      else this.#keepEnded(socket, faults.letsGoAfterMs);
    });
    socket.on("close", () => {
      if (this.#client !== socket) return;
      this.#client = undefined;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#accept(next);
      next.resume();
    });
  }

  // It keeps reporting its state, and finds out by that when the other side has thrown the connection away.
  #keepEnded(socket: Socket, forMs: number): void {
    const reporting = setInterval(() => socket.write(automaticStatus(this.#state)), 50);
    const timer = setTimeout(() => socket.end(), forMs);
    socket.once("close", () => {
      clearInterval(reporting);
      clearTimeout(timer);
    });
  }

  #receive(bytes: Uint8Array): void {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    if (this.#buffer.length > bufferBytes) this.#client?.pause();
    void this.#print();
  }

  async #print(): Promise<void> {
    if (this.#isPrinting) return;
    this.#isPrinting = true;
    while (this.#buffer.length > 0 && !isWaiting(this.#state)) {
      const cycle = this.#powerCycle;
      const step = this.#buffer.subarray(0, stepBytes);
      const duration = (this.#slowMsPerKb * step.length) / 1024;
      if (duration > 0) await pause(duration);
      if (cycle !== this.#powerCycle) continue;
      this.#buffer = this.#buffer.subarray(step.length);
      this.#interpreter.push(step);
      if (this.#buffer.length <= bufferBytes) this.#client?.resume();
    }
    this.#isPrinting = false;
  }

  #newInterpreter(): Pick<Interpreter, "push"> & Partial<Interpreter> {
    if (this.#isStar)
      return createStarInterpreter(
        this.#widthDots,
        (event) => this.#onStarEvent(event),
        this.#options.starPictures ?? "line",
      );
    const { readsTwoBytes = false, hasNoBlade = false } = this.#options;
    return createInterpreter({
      widthDots: this.#widthDots,
      readsTwoBytes,
      hasNoBlade,
      onEvent: (event) => this.#onEvent(event),
    });
  }

  #onEvent(event: InterpreterEvent): void {
    switch (event.kind) {
      case "printout":
        return this.#onCut(event.printout);
      case "process_id_request":
        if (this.#options.silence?.acknowledgement !== true) this.#reply(processIdReply(event.id));
        return undefined;
      case "identity_request":
        return this.#tellIdentity(event.part);
      case "automatic_status":
        this.#automaticMask = event.mask;
        return event.mask === 0 ? undefined : this.#reply(automaticStatus(this.#state));
      case "sensor_request":
        return this.#reply(paperSensorReply(this.#state));
      case "counter_request":
        return this.#reply(counterReply(event.counter === cutCounter ? this.#cuts : 0));
      case "unknown":
        return void this.#unknown.push(event.bytes);
      case "drawer_kick":
        return this.#kick(event.pin);
      case "realtime_request":
        return undefined;
    }
  }

  #onStarEvent(event: StarEvent): void {
    switch (event.kind) {
      case "printout":
        return this.#onCut(event.printout);
      case "mark":
        this.#marks = (this.#marks + 1) % 32;
        return this.#tellState();
      case "counter_clear":
        this.#marks = 0;
        return undefined;
      case "status_switch":
        this.#automaticMask = event.isOn ? 1 : 0;
        return undefined;
      case "drawer_kick":
        return this.#kick(event.pin);
      case "unknown":
        return void this.#unknown.push(event.bytes);
    }
  }

  // A pulse at a pin at which nothing hangs opens nothing.
  #kick(pin: 2 | 5): void {
    if (pin !== this.#drawer.pin) return;
    this.#drawerKicks += 1;
    this.setState({ drawerOpen: true });
  }

  #onRealtime(question: readonly [number, number, number]): void {
    const [first, second, third] = question;
    if (this.#isStar && first === 0x1b && second === 0x06) {
      if (third === 0x01) this.#tellState();
      if (third === 0x18) this.powerCut();
    } else if (!this.#isStar && first === 0x10 && second === 0x04 && third >= 1 && third <= 4) {
      if (this.#options.silence?.realtime === true) return;
      this.#reply(realtimeReply(third, this.#state));
    }
  }

  #tellIdentity(part: number): void {
    const [maker, model] = this.#options.identity ?? ["Edgeward", "Virtual 80"];
    const text = { 66: maker, 67: model }[part];
    if (text !== undefined && this.#options.silence?.identity !== true)
      this.#reply(identityReply(text));
  }

  #tellState(): void {
    this.#reply(this.#isStar ? starStatus(this.#state, this.#marks) : automaticStatus(this.#state));
  }

  #onCut(printout: Printout): void {
    this.#cuts += 1;
    this.#printouts.push(printout);
    for (const listener of this.#listeners) listener(printout);
  }

  #reply(bytes: Uint8Array): void {
    if (this.#faults.isMute ?? false) return;
    if (this.#client?.writable ?? false) this.#client?.write(bytes);
  }
}
