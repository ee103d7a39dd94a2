import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { labelLanguages, type LabelLanguage } from "@edgeward/devices/label/label.ts";
import { startDeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import { labelKind } from "@edgeward/devices/virtual/bench/bench-devices.ts";
import type { Terminal } from "../terminal.ts";

interface VirtualOptions {
  readonly port: number;
  readonly branch: string;
  readonly labels: LabelLanguage;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new InvalidArgumentError("is not a port number");
}

function originOf(text: string): string {
  if (/^https?:\/\//u.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new InvalidArgumentError("is not an http or https address");
}

async function runVirtual(options: VirtualOptions, terminal: Terminal): Promise<void> {
  const scannerPath = join(tmpdir(), `edgeward-scanner-${process.pid}`);
  const { port, branch, labels: language } = options;
  const labelSpeech = { language, dpi: 203 } as const;
  const bench = await startDeviceBench({ port, scannerPath, branchUrl: branch, labelSpeech });
  const { receiptPrinter, labelPrinter, scanner, kiosk } = bench;
  terminal.out(`Receipt printer   127.0.0.1:${receiptPrinter.port}   Epson TM-m30`);
  terminal.out(`Label printer     127.0.0.1:${labelPrinter.port}   ${labelKind(labelPrinter)}`);
  terminal.out(`Scanner           127.0.0.1:${scanner.port}   serial server`);
  terminal.out(
    scanner.path === null
      ? "                  no serial port: this machine has no socat"
      : `                  ${scanner.path}`,
  );
  terminal.out(`Kiosk             of ${kiosk.branchUrl}, waits on the page for its code`);
  terminal.out(`What comes out    ${bench.url}`);
  terminal.out("ready");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await bench.close();
}

/** `edgeward devices virtual`. */
export function addDevices(program: Command, terminal: Terminal): void {
  program
    .command("devices")
    .description("devices of a branch")
    .command("virtual")
    .description(
      "run a receipt printer, a label printer, a scanner and a kiosk without hardware, until Ctrl-C",
    )
    .option("--port <port>", "of the page that shows what came out", portNumber, 0)
    .option(
      "--branch <url>",
      "of the branch node that the kiosk belongs to",
      originOf,
      "http://127.0.0.1:8081",
    )
    .addOption(
      new Option("--labels <language>", "that the label printer speaks")
        .choices(labelLanguages)
        .default("zpl"),
    )
    .action((options: VirtualOptions) => runVirtual(options, terminal));
}
