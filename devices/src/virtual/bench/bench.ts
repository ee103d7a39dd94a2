import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  labelActions,
  receiptActions,
  showKiosk,
  showLabelPrinter,
  showReceiptPrinter,
  showScanner,
} from "./bench-devices.ts";
import { benchPage, benchPolicy, type BenchDevice } from "./bench-page.ts";
import { benchScript } from "./bench-script.ts";
import { VirtualKiosk } from "#virtual/kiosk/kiosk.ts";
import type { LabelSpeech } from "#virtual/label/label-interpreter.ts";
import { renderLabel } from "#virtual/label/label-printout.ts";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
} from "#virtual/label/label-printer.ts";
import { startVirtualPrinter, type VirtualPrinter } from "#virtual/printer.ts";
import { renderPrintout } from "#virtual/render.ts";
import { startVirtualScanner, type VirtualScanner } from "#virtual/scanner.ts";

/** Where the devices of a bench are to be; what is absent, the system chooses. */
export interface BenchOptions {
  /** Of the page. */
  readonly port?: number;
  readonly receiptPort?: number;
  readonly labelPort?: number;
  /** What the label printer speaks; ZPL at 203 dpi when absent. */
  readonly labelSpeech?: LabelSpeech;
  readonly scannerPort?: number;
  /** Where the scanner's serial port is to be made. */
  readonly scannerPath?: string | null;
  /** The branch node that the kiosk belongs to. */
  readonly branchUrl?: string;
  /** Where the kiosk keeps its key; without, it is a new one with each start. */
  readonly kioskFile?: string | null;
  /** Registers the kiosk and fetches its one-time code, for who would not go to the desk. */
  readonly takeCode?: (() => Promise<string>) | null;
}

/** A receipt printer, a label printer, a scanner and a kiosk without hardware, with a page that shows how they are. */
export interface DeviceBench {
  /** The address of the page. */
  readonly url: string;
  readonly receiptPrinter: VirtualPrinter;
  readonly labelPrinter: VirtualLabelPrinter;
  readonly scanner: VirtualScanner;
  readonly kiosk: VirtualKiosk;
  /** Hears of each slip that comes out from now on, as the one picture of it that is drawn. */
  onSlip(hear: (drawn: Promise<Buffer>) => void): void;
  close(): Promise<void>;
}

// Enough to see what happened, and little to keep: a slip is 20 kB as a picture.
const keptPrintouts = 20;
const longestForm = 4_096;
const usualBranchUrl = "http://127.0.0.1:8081";

type Printer = "receipt" | "label";

interface Pictures {
  readonly shown: { readonly id: number; readonly png: Buffer }[];
  count: number;
}

interface BenchParts {
  readonly receipt: VirtualPrinter;
  readonly label: VirtualLabelPrinter;
  readonly scanner: VirtualScanner;
}

class Bench implements DeviceBench {
  url = "";
  readonly receiptPrinter: VirtualPrinter;
  readonly labelPrinter: VirtualLabelPrinter;
  readonly scanner: VirtualScanner;
  readonly kiosk: VirtualKiosk;
  readonly #takeCode: (() => Promise<string>) | null;
  readonly #server: Server;
  /** The pages that are open: each is notified when something has changed. */
  readonly #watchers = new Set<ServerResponse>();
  readonly #hearers: ((drawn: Promise<Buffer>) => void)[] = [];
  readonly #pictures: Readonly<Record<Printer, Pictures>> = {
    receipt: { shown: [], count: 0 },
    label: { shown: [], count: 0 },
  };

  constructor({ receipt, label, scanner }: BenchParts, options: BenchOptions) {
    this.receiptPrinter = receipt;
    this.labelPrinter = label;
    this.scanner = scanner;
    this.#takeCode = options.takeCode ?? null;
    this.kiosk = new VirtualKiosk({
      branchUrl: options.branchUrl ?? usualBranchUrl,
      file: options.kioskFile ?? null,
      onChange: () => this.#notify(),
    });
    scanner.onHeard(() => this.#notify());
    receipt.onPrintout((printout) => {
      const drawn = renderPrintout(printout);
      this.#keep("receipt", drawn);
      for (const hear of this.#hearers) hear(drawn);
    });
    label.onLabel((printed) => this.#keep("label", renderLabel(printed)));
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.writeHead(400).end());
    });
  }

  onSlip(hear: (drawn: Promise<Buffer>) => void): void {
    this.#hearers.push(hear);
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
    this.kiosk.close();
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
        pictures.shown.splice(keptPrintouts);
        this.#notify();
      },
      () => undefined,
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, , id = "", printout] =
      /^(\/devices\/virtual)\/?(\w*)(?:\/(\d+)\.png)?$/u.exec(pathname) ?? [];
    if (!pathname.startsWith("/devices/virtual")) return void response.writeHead(404).end();
    if (request.method === "POST") return this.#act(id, request, response);
    if (printout !== undefined) return this.#showPrintout(id, Number(printout), response);
    if (id === "events") return this.#watch(response);
    if (pathname === "/devices/virtual/bench.js") {
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(benchScript);
    }
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": benchPolicy,
    });
    response.end(benchPage(this.#devices()));
  }

  /** Keeps a line to a page open (HTML, server-sent events). */
  #watch(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    // What changed while the page was on its way is sent at once.
    response.write("data: open\n\n");
    this.#watchers.add(response);
    response.on("close", () => this.#watchers.delete(response));
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher.write("data: changed\n\n");
  }

  #showPrintout(id: string, number: number, response: ServerResponse): void {
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
    const isDone = await this.#carryOut(id, form.get("action") ?? "", form.get("text") ?? "");
    if (!isDone) return void response.writeHead(404).end();
    response.writeHead(303, { location: "/devices/virtual" }).end();
  }

  /** False for what no device of the bench knows. */
  async #carryOut(id: string, action: string, text: string): Promise<boolean> {
    if (id === "kiosk") return this.#useKiosk(action, text);
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

  async #useKiosk(action: string, text: string): Promise<boolean> {
    const { kiosk } = this;
    if (action === "pair") await kiosk.pair(text);
    else if (action === "take" && this.#takeCode !== null) await kiosk.pairBy(this.#takeCode);
    else if (action === "offline" || action === "online") kiosk.setPlugged(action === "online");
    else if (action === "wipe") kiosk.wipe();
    else return false;
    return true;
  }

  #devices(): readonly BenchDevice[] {
    const printoutsOf = (printer: Printer) =>
      this.#pictures[printer].shown.map((one) => `/devices/virtual/${printer}/${one.id}.png`);
    return [
      showReceiptPrinter(this.receiptPrinter, printoutsOf("receipt")),
      showLabelPrinter(this.labelPrinter, printoutsOf("label")),
      showScanner(this.scanner),
      showKiosk(this.kiosk, this.#takeCode !== null),
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
  const label = await startVirtualLabelPrinter({
    port: options.labelPort ?? 0,
    ...options.labelSpeech,
  });
  const scanner = await startVirtualScanner(options.scannerPort, options.scannerPath ?? null);
  const bench = new Bench({ receipt, label, scanner }, options);
  await bench.listen(options.port ?? 0);
  return bench;
}
