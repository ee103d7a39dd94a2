import type { PrinterConfig } from "@edgeward/branch-node/printing/printer-config.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { createInterpreter } from "@edgeward/devices/virtual/escpos/interpreter.ts";
import { paperQrs, paperText, type Paper } from "@edgeward/devices/virtual/paper.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import type { TcpFaults } from "@edgeward/devices/virtual/printer-options.ts";

/** A printer at a port of this machine, as the spooler is told of it. */
export function printerAt(port: number, plan: Partial<PrinterConfig> = {}): PrinterConfig {
  const transport = createTcpTransport({ host: "127.0.0.1", port });
  const profile = plan.profile ?? epson80mm;
  const usual = { id: "desk", queues: ["token"], revision: String(port) };
  return { ...usual, transport, profile, medium: { kind: "receipt", profile }, ...plan };
}

/** A printer that can be taken away and brought back; its papers stay on the desk. */
export interface DeskPrinter {
  readonly port: number;
  papers(): readonly Paper[];
  machine(): VirtualPrinter;
  /** Off the network, with everything in its buffers lost. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Calls back for each paper, whichever machine it comes from. */
  onPaper(listener: () => void): () => void;
}

/** Puts a printer on the desk. */
export async function startDeskPrinter(faults: TcpFaults = {}): Promise<DeskPrinter> {
  const papers: Paper[] = [];
  const listeners = new Set<() => void>();
  const start = async (port: number) => {
    const started = await startVirtualPrinter({ port, tcpFaults: faults });
    started.onPaper((paper) => {
      papers.push(paper);
      for (const listener of listeners) listener();
    });
    return started;
  };
  let machine = await start(0);
  const { port } = machine;
  return {
    port,
    papers: () => [...papers],
    machine: () => machine,
    takeAway: () => machine.close(),
    bringBack: async () => {
      machine = await start(port);
    },
    onPaper: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The papers that let somebody be seen: with the QR symbol of an appointment, and not marked as void. */
export function validSlips(papers: readonly Paper[], appointmentId: string): readonly Paper[] {
  const content = `EW1:T:${appointmentId}`;
  return papers.filter(
    (paper) =>
      paperQrs(paper).some((qr) => qr.content === content) && !paperText(paper).includes("VOID"),
  );
}

/** The one paper that bytes make. */
export function paperOf(bytes: Uint8Array): Paper {
  const papers: Paper[] = [];
  const interpreter = createInterpreter({
    onEvent: (event) => {
      if (event.kind === "paper") papers.push(event.paper);
    },
  });
  interpreter.push(bytes);
  const [paper] = papers;
  if (paper === undefined) throw new Error("these bytes cut no paper");
  return paper;
}
