import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import type { startVirtualPrinter } from "@edgeward/devices/virtual/printer.ts";

type VirtualPrinter = Awaited<ReturnType<typeof startVirtualPrinter>>;

/** Keeps every printout that comes out of a virtual printer as a picture, numbered in order. */
export function keepPrintouts(printer: VirtualPrinter, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const started = Date.now();
  let count = 0;
  printer.onPrintout((printout) => {
    count += 1;
    const file = join(folder, `${started}-${String(count).padStart(4, "0")}.png`);
    renderPrintout(printout)
      .then((picture) => writeFile(file, picture))
      .catch((error: unknown) =>
        process.stderr.write(`edgeward: a slip could not be drawn: ${String(error)}\n`),
      );
  });
}
