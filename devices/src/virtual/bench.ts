import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { benchPage, type BenchDevice } from "./bench-page.ts";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
  type VirtualLabelPrinterChange,
} from "./label-printer.ts";
import { startVirtualPrinter, type VirtualPrinter, type VirtualPrinterChange } from "./printer.ts";
import { renderPaper } from "./render.ts";
import { startVirtualScanner, type VirtualScanner } from "./scanner.ts";
import { renderLabel } from "./zpl-interpreter.ts";

/** Where the devices of a bench are to be; what is absent, the system chooses. */
export interface BenchOptions {
  /** Of the page. */
  readonly port?: number;
  readonly receiptPort?: number;
  readonly labelPort?: number;
  readonly scannerPort?: number;
  /** Where the scanner's serial port is to be made. */
  readonly scannerPath?: string | null;
}

/** A receipt printer, a label printer and a scanner without hardware, with a page that shows what came out. */
export interface DeviceBench {
  /** The address of the page. */
  readonly url: string;
  readonly receiptPrinter: VirtualPrinter;
  readonly labelPrinter: VirtualLabelPrinter;
  readonly scanner: VirtualScanner;
  close(): Promise<void>;
}

// Enough to see what happened, and little to keep: a slip is 20 kB as a picture.
const keptPapers = 20;
const longestForm = 4_096;

type Printer = "receipt" | "label";

interface Pictures {
  readonly shown: { readonly id: number; readonly png: Buffer }[];
  count: number;
}

const ready: VirtualPrinterChange = {
  paperOut: false,
  paperLow: false,
  coverOpen: false,
  offline: false,
  slowMsPerKb: 0,
};

const receiptActions: Readonly<
  Record<string, readonly [text: string, change: VirtualPrinterChange]>
> = {
  ready: ["All well", ready],
  paper_out: ["Paper out", { paperOut: true }],
  paper_low: ["Paper low", { paperLow: true }],
  cover_open: ["Cover open", { coverOpen: true }],
  offline: ["Offline", { offline: true }],
  slow: ["Slow", { slowMsPerKb: 2_000 }],
};

const labelActions: Readonly<
  Record<string, readonly [text: string, change: VirtualLabelPrinterChange]>
> = {
  ready: ["All well", { labelsOut: false, headOpen: false, plugged: true }],
  labels_out: ["Labels out", { labelsOut: true }],
  head_open: ["Head open", { headOpen: true }],
  unplug: ["Unplug", { plugged: false }],
};

class Bench implements DeviceBench {
  url = "";
  readonly receiptPrinter: VirtualPrinter;
  readonly labelPrinter: VirtualLabelPrinter;
  readonly scanner: VirtualScanner;
  readonly #server: Server;
  readonly #pictures: Readonly<Record<Printer, Pictures>> = {
    receipt: { shown: [], count: 0 },
    label: { shown: [], count: 0 },
  };

  constructor(receipt: VirtualPrinter, label: VirtualLabelPrinter, scanner: VirtualScanner) {
    this.receiptPrinter = receipt;
    this.labelPrinter = label;
    this.scanner = scanner;
    receipt.onPaper((paper) => this.#keep("receipt", renderPaper(paper)));
    label.onLabel((printed) => this.#keep("label", renderLabel(printed)));
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.writeHead(400).end());
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const place = this.#server.address();
    const taken = place !== null && typeof place === "object" ? place.port : 0;
    this.url = `http://127.0.0.1:${taken}/devices/virtual`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
    await this.receiptPrinter.close();
    await this.labelPrinter.close();
    await this.scanner.close();
  }

  #keep(printer: Printer, drawn: Promise<Buffer>): void {
    const pictures = this.#pictures[printer];
    pictures.count += 1;
    const id = pictures.count;
    drawn.then(
      (png) => {
        pictures.shown.unshift({ id, png });
        pictures.shown.splice(keptPapers);
      },
      () => undefined,
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, , id = "", paper] =
      /^(\/devices\/virtual)\/?(\w*)(?:\/(\d+)\.png)?$/u.exec(pathname) ?? [];
    if (!pathname.startsWith("/devices/virtual")) return void response.writeHead(404).end();
    if (request.method === "POST") return this.#act(id, request, response);
    if (paper !== undefined) return this.#showPaper(id, Number(paper), response);
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'",
    });
    response.end(benchPage(this.#devices()));
  }

  #showPaper(id: string, number: number, response: ServerResponse): void {
    const pictures = id === "label" ? this.#pictures.label : this.#pictures.receipt;
    const found = pictures.shown.find((one) => one.id === number);
    if (found === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "image/png" }).end(found.png);
  }

  async #act(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another page in the same browser must not open our cover.
    const site = request.headers["sec-fetch-site"] ?? "same-origin";
    if (site !== "same-origin") return void response.writeHead(403).end();
    const form = new URLSearchParams(await readForm(request));
    const isDone = this.#carryOut(id, form.get("action") ?? "", form.get("text") ?? "");
    if (!isDone) return void response.writeHead(404).end();
    response.writeHead(303, { location: "/devices/virtual" }).end();
  }

  #carryOut(id: string, action: string, text: string): boolean {
    if (id === "receipt" && action === "power_cut") {
      this.receiptPrinter.powerCut();
      return true;
    }
    const change = receiptActions[action]?.[1];
    if (id === "receipt" && change !== undefined) {
      this.receiptPrinter.setState(change);
      return true;
    }
    const labelChange = labelActions[action]?.[1];
    if (id === "label" && labelChange !== undefined) {
      this.labelPrinter.setState(labelChange);
      return true;
    }
    if (id !== "scanner" || action !== "scan") return false;
    this.scanner.scan(text);
    return true;
  }

  #devices(): readonly BenchDevice[] {
    const { receiptPrinter, labelPrinter, scanner } = this;
    const papersOf = (printer: Printer) =>
      this.#pictures[printer].shown.map((one) => `/devices/virtual/${printer}/${one.id}.png`);
    const path = scanner.path === null ? [] : ([["Serial port", scanner.path]] as const);
    return [
      {
        id: "receipt",
        title: "Receipt printer",
        facts: [
          ["Address", `127.0.0.1:${receiptPrinter.port}`],
          ["Model", "Epson TM-m30"],
        ],
        buttons: [
          ...Object.entries(receiptActions).map(([action, [title]]) => ({ action, text: title })),
          { action: "power_cut", text: "Power cut" },
        ],
        papers: papersOf("receipt"),
      },
      {
        id: "label",
        title: "Label printer",
        facts: [
          ["Address", `127.0.0.1:${labelPrinter.port}`],
          ["Kind", "ZPL, 203 dpi"],
        ],
        buttons: Object.entries(labelActions).map(([action, [title]]) => ({ action, text: title })),
        papers: papersOf("label"),
      },
      {
        id: "scanner",
        title: "Scanner",
        facts: [["Serial server", `127.0.0.1:${scanner.port}`], ...path],
        buttons: [{ action: "scan", text: scanner.isHeard() ? "Scan" : "Scan (nobody listens)" }],
        papers: [],
      },
    ];
  }
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestForm) throw new Error("the form is too long");
  }
  return text;
}

/** Starts a bench of virtual devices, on this machine only. */
export async function startDeviceBench(options: BenchOptions = {}): Promise<DeviceBench> {
  const receipt = await startVirtualPrinter({ port: options.receiptPort ?? 0 });
  const label = await startVirtualLabelPrinter(options.labelPort);
  const scanner = await startVirtualScanner(options.scannerPort, options.scannerPath ?? null);
  const bench = new Bench(receipt, label, scanner);
  await bench.listen(options.port ?? 0);
  return bench;
}
