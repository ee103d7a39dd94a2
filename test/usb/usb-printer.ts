import { connect, createServer, type Server, type Socket } from "node:net";
import type { Printout } from "@edgeward/devices/virtual/printout.ts";
import type { VirtualPrinterOptions } from "@edgeward/devices/virtual/printer-options.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import { Gadget, type GadgetFunction, type GadgetIdentity } from "./gadgets.ts";
import { listenOn, type Machine } from "./machine.ts";

const make = { vendorId: "04b8", productId: "0e15", maker: "EPSON", name: "TM-T82III" } as const;

/** The class of printers. @param number of the printers made before it on its machine */
function printerFunction(number: number): GadgetFunction {
  return {
    name: "printer.0",
    // What one says of itself when its driver asks (IEEE 1284).
    settings: { pnp_string: "MFG:EPSON;CMD:ESC/POS;MDL:TM-T82III;CLS:PRINTER;", q_len: "10" },
    // Its file can be opened when the machine has taken up what was plugged in, and not before.
    joinedBy: (line) => `while :; do nc ${line} <>/dev/g_printer${number} >&0; sleep 0.2; done`,
  };
}

// Ten times what a printer is asked every second, and a tenth of what a slip has.
const beginningBytes = 1_000;

/** A receipt printer at a USB port of an emulated machine, whose paper comes out on this one. */
export class UsbPrinter {
  readonly identity: GadgetIdentity;
  readonly #server: Server;
  readonly #printer: VirtualPrinter;
  #gadget: Gadget | null = null;
  #cable: Socket | null = null;
  #taken = 0;
  #isToHold = false;
  #held: Buffer[] = [];
  #toPrinter: Socket | null = null;

  private constructor(identity: GadgetIdentity, server: Server, printer: VirtualPrinter) {
    this.identity = identity;
    this.#server = server;
    this.#printer = printer;
    server.on("connection", (cable) => this.#join(cable));
  }

  /**
   * Makes one that is not plugged in.
   * @param port of the machine, from 0 @param number of the printers made before it on that machine
   */
  static async at(
    machine: Machine,
    port: number,
    serialNo: string,
    number: number,
    options: VirtualPrinterOptions = {},
  ): Promise<UsbPrinter> {
    const server = createServer();
    const programPort = await listenOn(server);
    const identity = { ...make, serialNo };
    const printer = new UsbPrinter(identity, server, await startVirtualPrinter(options));
    const works = printerFunction(number);
    printer.#gadget = await Gadget.make(machine, port, identity, works, programPort);
    return printer;
  }

  get printouts(): readonly Printout[] {
    return this.#printer.printouts();
  }

  get unknownCommands(): readonly Uint8Array[] {
    return this.#printer.unknownCommands();
  }

  /** Whether it holds back part of a job. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  async plugIn(): Promise<void> {
    await this.#gadget?.plugIn();
  }

  async unplug(): Promise<void> {
    await this.#gadget?.unplug();
  }

  /** Lets it get stuck in the middle of the next job: it has the beginning and does not print the rest. */
  holdNextJob(): void {
    this.#isToHold = true;
    this.#taken = 0;
  }

  /** Lets it print what it held. */
  release(): void {
    this.#isToHold = false;
    for (const bytes of this.#held.splice(0)) this.#toPrinter?.write(bytes);
  }

  async close(): Promise<void> {
    this.#cable?.destroy();
    this.#server.close();
    await this.#printer.close();
  }

  #join(cable: Socket): void {
    const toPrinter = connect({ host: "127.0.0.1", port: this.#printer.port });
    this.#cable = cable;
    this.#toPrinter = toPrinter;
    this.#held = [];
    toPrinter.on("data", (bytes) => cable.write(bytes));
    cable.on("data", (bytes: Buffer) => this.#pass(bytes, toPrinter));
    for (const end of [cable, toPrinter]) end.on("error", () => undefined);
    cable.once("close", () => toPrinter.destroy());
  }

  #pass(bytes: Buffer, toPrinter: Socket): void {
    const isOver = this.#isToHold && this.#taken + bytes.length > beginningBytes;
    const passed = isOver ? Math.max(0, beginningBytes - this.#taken) : bytes.length;
    this.#taken += bytes.length;
    toPrinter.write(bytes.subarray(0, passed));
    if (passed < bytes.length) this.#held.push(bytes.subarray(passed));
  }
}
