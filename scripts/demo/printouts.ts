import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";

/** Keeps every slip that comes out of a bench's printer as a picture, numbered in order. */
export function keepPrintouts(bench: Pick<DeviceBench, "onSlip">, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const started = Date.now();
  let count = 0;
  bench.onSlip((drawn) => {
    count += 1;
    const file = join(folder, `${started}-${String(count).padStart(4, "0")}.png`);
    drawn
      .then((picture) => writeFile(file, picture))
      .catch((error: unknown) =>
        process.stderr.write(`edgeward: a slip could not be drawn: ${String(error)}\n`),
      );
  });
}
