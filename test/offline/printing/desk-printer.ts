import type { PrinterConfig } from "@edgeward/branch-node/printing/printer-config.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { createInterpreter } from "@edgeward/devices/virtual/escpos/interpreter.ts";
import { printoutQrs, printoutText, type Printout } from "@edgeward/devices/virtual/printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import type { TcpFaults } from "@edgeward/devices/virtual/printer-options.ts";

/** A printer at a port of this machine, as the spooler is given it. */
export function printerAt(port: number, plan: Partial<PrinterConfig> = {}): PrinterConfig {
  const transport = createTcpTransport({ host: "127.0.0.1", port });
  const profile = plan.profile ?? epson80mm;
  const usual = { id: "desk", queues: ["token"], revision: String(port) };
  return { ...usual, transport, profile, medium: { kind: "receipt", profile }, ...plan };
}

/** A printer that can be taken away and brought back; its printouts stay on the desk. */
export interface DeskPrinter {
  readonly port: number;
  printouts(): readonly Printout[];
  machine(): VirtualPrinter;
  /** Off the network, with everything in its buffers lost. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Calls back for each printout, whichever machine it comes from. */
  onPrintout(listener: () => void): () => void;
}

/** Puts a printer on the desk. */
export async function startDeskPrinter(faults: TcpFaults = {}): Promise<DeskPrinter> {
  const printouts: Printout[] = [];
  const listeners = new Set<() => void>();
  const start = async (port: number) => {
    const started = await startVirtualPrinter({ port, tcpFaults: faults });
    started.onPrintout((printout) => {
      printouts.push(printout);
      for (const listener of listeners) listener();
    });
    return started;
  };
  let machine = await start(0);
  const { port } = machine;
  return {
    port,
    printouts: () => [...printouts],
    machine: () => machine,
    takeAway: () => machine.close(),
    bringBack: async () => {
      machine = await start(port);
    },
    onPrintout: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The printouts that let somebody be seen: with the QR symbol of an appointment, and not marked as void. */
export function validSlips(
  printouts: readonly Printout[],
  appointmentId: string,
): readonly Printout[] {
  const content = `EW1:T:${appointmentId}`;
  return printouts.filter(
    (printout) =>
      printoutQrs(printout).some((qr) => qr.content === content) &&
      !printoutText(printout).includes("VOID"),
  );
}

/** The one printout that bytes make. */
export function printoutOf(bytes: Uint8Array): Printout {
  const printouts: Printout[] = [];
  const interpreter = createInterpreter({
    onEvent: (event) => {
      if (event.kind === "printout") printouts.push(event.printout);
    },
  });
  interpreter.push(bytes);
  const [printout] = printouts;
  if (printout === undefined) throw new Error("these bytes cut off no printout");
  return printout;
}
