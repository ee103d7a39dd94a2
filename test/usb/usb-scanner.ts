import { createServer, type Server, type Socket } from "node:net";
import { hidPosReportBytes } from "@edgeward/devices/scanner/hid-pos.ts";
import { Gadget, type GadgetFunction, type GadgetIdentity } from "./gadgets.ts";
import { listenOn, type Machine } from "./machine.ts";

/** How a scanner at a USB port speaks. */
export type ScannerMode = "hid_pos" | "serial";

const usualIdentity = { vendorId: "05e0", maker: "Symbol Technologies", serialNo: "S2203" };

const identities: Readonly<Record<ScannerMode, GadgetIdentity>> = {
  hid_pos: { ...usualIdentity, productId: "1300", name: "DS2208 HID POS" },
  serial: { ...usualIdentity, productId: "1701", name: "DS2208 CDC" },
};

// Usage page 8Ch (bar code scanner), report 2: 63 bytes (USB-IF "HID Point of Sale Usage Tables").
const reportDescriptor = Buffer.from("058c0902a1018502150026ff007508953f09fe8102c0", "hex");
const escaped = Array.from(reportDescriptor, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`);

const functions: Readonly<Record<ScannerMode, GadgetFunction>> = {
  hid_pos: {
    name: "hid.0",
    settings: {
      protocol: "0",
      subclass: "0",
      report_length: String(hidPosReportBytes),
      report_desc: escaped.join(""),
    },
    // Each write is one report.
    joinedBy: (line) =>
      `nc ${line} | dd bs=${hidPosReportBytes} iflag=fullblock of=/dev/hidg0 2>/dev/null`,
  },
  serial: {
    name: "acm.0",
    settings: {},
    joinedBy: (line) => `stty -F /dev/ttyGS0 raw -echo; nc ${line} >/dev/ttyGS0`,
  },
};

/** The report by which a scanner in its HID mode reports one short scan. @param symbology three characters, `]C1` */
export function hidReport(symbology: string, text: string): Buffer {
  const report = Buffer.alloc(hidPosReportBytes);
  const data = Buffer.from(text);
  report.set([2, data.length, ...Buffer.from(symbology), ...data]);
  return report;
}

/** A scanner at a USB port of an emulated machine; it scans what it is asked to on this one. */
export class UsbScanner {
  readonly identity: GadgetIdentity;
  readonly #machine: Machine;
  readonly #mode: ScannerMode;
  readonly #server: Server;
  #gadget: Gadget | null = null;
  #cable: Socket | null = null;

  private constructor(machine: Machine, mode: ScannerMode, server: Server) {
    this.#machine = machine;
    this.#mode = mode;
    this.#server = server;
    this.identity = identities[mode];
    server.on("connection", (cable) => {
      cable.on("error", () => undefined);
      this.#cable = cable;
    });
  }

  /** Makes one that is not plugged in. @param port of the machine, from 0 */
  static async at(machine: Machine, port: number, mode: ScannerMode): Promise<UsbScanner> {
    // The machine's end has nothing to say, and says so at once; that ends the other direction of most servers.
    const server = createServer({ allowHalfOpen: true });
    const programPort = await listenOn(server);
    const scanner = new UsbScanner(machine, mode, server);
    const made = [machine, port, scanner.identity, functions[mode], programPort] as const;
    scanner.#gadget = await Gadget.make(...made);
    return scanner;
  }

  async plugIn(): Promise<void> {
    await this.#gadget?.plugIn();
  }

  async unplug(): Promise<void> {
    await this.#gadget?.unplug();
  }

  /** Scans codes, one after another. */
  scan(texts: readonly string[]): void {
    const bytes = texts.map((text) =>
      this.#mode === "serial" ? Buffer.from(`${text}\r`) : hidReport("]C0", text),
    );
    this.#cable?.write(Buffer.concat(bytes));
  }

  /** Says what no scanner should, in one piece. */
  async blurt(bytes: Buffer): Promise<void> {
    const text = Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
    const file = this.#mode === "serial" ? "/dev/ttyGS0" : "/dev/hidg0";
    await this.#machine.run(`printf '${text}' > ${file}`);
  }

  close(): void {
    this.#cable?.destroy();
    this.#server.close();
  }
}
