import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** One code that a reader found in a picture. */
export interface ReadCode {
  /** The reader's own name of the kind. */
  readonly format: string;
  readonly text: string;
}

const run = promisify(execFile);
let isReady = false;

// The package would fetch its own engine from the internet.
async function prepare(): Promise<void> {
  if (isReady) return;
  const path = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const file = await readFile(path);
  const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  isReady = true;
}

/** What ZXing reads from a PNG, with GS1 strings as scanners send them. */
export async function readWithZxing(png: Uint8Array): Promise<readonly ReadCode[]> {
  await prepare();
  const found = await readBarcodes(Uint8Array.from(png), {
    tryHarder: true,
    maxNumberOfSymbols: 8,
    textMode: "Plain",
  });
  return found.map(({ format, text }) => ({ format, text }));
}

async function withFile<T>(png: Uint8Array, read: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "edgeward-codes-"));
  try {
    const path = join(folder, "picture.png");
    await writeFile(path, png);
    return await read(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What Debian's `zbarimg` reads: QR, Code 128, EAN. */
export function readWithZbar(png: Uint8Array): Promise<readonly string[]> {
  return withFile(png, async (path) => {
    const { stdout } = await run("zbarimg", ["--quiet", "--raw", path]);
    return stdout.split("\n").filter((line) => line !== "");
  });
}

/** What Debian's `dmtxread` reads: DataMatrix. */
export function readWithDmtx(png: Uint8Array): Promise<string> {
  return withFile(png, async (path) => {
    // `-G` writes the function character of GS1 as this one.
    const { stdout } = await run("dmtxread", ["-N1", "-m4000", "-G29", path]);
    return stdout;
  });
}

/** Whether a program of the machine is there. */
export async function hasProgram(name: string): Promise<boolean> {
  return await run("sh", ["-c", `command -v ${name}`]).then(
    () => true,
    () => false,
  );
}
