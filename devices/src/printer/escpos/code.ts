import { rasterizeSymbol } from "#code/symbol-raster.ts";
import { makeSymbol, quietZone, type QrCorrection, type SymbolSpec } from "#code/symbol.ts";
import { escposCodes, type PrinterProfile } from "#printer/profile.ts";
import { SlipError } from "#text/slip-error.ts";
import type { Raster } from "#text/text-raster.ts";
import { pictureBytes, twoBytes } from "./bytes.ts";

/** How large a code should be; what the paper is too narrow for gets smaller. */
export interface CodeSize {
  readonly moduleDots: number;
  /** Height of bars; codes of squares are as high as they are. */
  readonly barDots: number;
}

// Below these a reader fails: 3 dots (0.38 mm) for squares, which telephones read, 2 (0.25 mm) for bars.
const smallestSquare = 3;
const smallestBar = 2;
// Pins stand so far apart that nine dots across are four of them down. Readers find the border of a Data Matrix symbol only
// where its modules are larger: at nine dots neither zxing nor dmtxread reads it, at thirteen both do.
const pinSquare = { qr: 9, dataMatrix: 13, smallest: 7 };
const qrCorrections = { L: 48, M: 49, Q: 50, H: 51 } as const;
// In code set B a character is 11 modules, and start, check and stop come to 35 (ISO/IEC 15417).
const ownCode128Modules = (content: string) => 35 + 11 * content.length;

// A brace begins a command to the bar code, and is itself written twice.
const escaped = (content: string) => content.replaceAll("{", "{{");

/**
 * The bytes of a code in the middle of the paper: as the printer's own command where the profile has it, else drawn.
 * Throws {@link SlipError} `does_not_fit`, `qr_too_long` or `bad_code`.
 */
export function codeBytes(spec: SymbolSpec, size: CodeSize, profile: PrinterProfile): Uint8Array {
  const isOwn = (profile.codes ?? escposCodes).some((code) => code === spec.kind);
  if (!isOwn) return pictureBytes(codeRaster(spec, size, profile), profile);
  const grid = makeSymbol(spec);
  const columns = spec.kind === "code128" ? ownCode128Modules(spec.content) : grid.columns;
  const moduleDots = fittingModule({ spec, size, columns, rows: grid.rows }, profile);
  const drawn = { moduleDots, barDots: size.barDots };
  if (spec.kind === "qr") return qrBytes(spec.content, spec.correction ?? "M", moduleDots);
  if (spec.kind === "code128") return barBytes(73, `{B${escaped(spec.content)}`, drawn);
  if (spec.kind === "ean13") return barBytes(67, spec.content, drawn);
  if (spec.kind === "ean8") return barBytes(68, spec.content, drawn);
  return pictureBytes(rasterizeSymbol(grid, drawn), profile);
}

/**
 * The dots of a code, as large as asked for or as the paper allows.
 * Throws {@link SlipError} `does_not_fit`, `qr_too_long` or `bad_code`.
 */
export function codeRaster(
  spec: SymbolSpec,
  size: CodeSize,
  profile: Pick<PrinterProfile, "widthDots" | "head">,
): Raster {
  const grid = makeSymbol(spec);
  const { columns, rows } = grid;
  const moduleDots = fittingModule({ spec, size, columns, rows }, profile);
  return rasterizeSymbol(grid, { moduleDots, barDots: size.barDots });
}

interface WantedCode {
  readonly spec: SymbolSpec;
  readonly size: CodeSize;
  readonly columns: number;
  readonly rows: number;
}

function fittingModule(
  { spec, size, columns, rows }: WantedCode,
  { widthDots, head }: Pick<PrinterProfile, "widthDots" | "head">,
): number {
  const isPinned = head === "pins" && rows > 1;
  const smallestOfSquares = isPinned ? pinSquare.smallest : smallestSquare;
  const smallest = rows === 1 ? smallestBar : smallestOfSquares;
  const usual = spec.kind === "qr" ? pinSquare.qr : pinSquare.dataMatrix;
  const wanted = isPinned ? Math.max(usual, size.moduleDots) : size.moduleDots;
  const room = widthDots / (columns + 2 * quietZone(spec.kind).across);
  const moduleDots = Math.min(wanted, Math.floor(room));
  if (moduleDots >= smallest) return moduleDots;
  throw new SlipError(spec.kind === "qr" ? "qr_too_long" : "does_not_fit");
}

function qrBytes(content: string, correction: QrCorrection, moduleDots: number): Uint8Array {
  const data = Buffer.from(content, "utf8");
  return Buffer.concat([
    qrFunction(0x41, [0x32, 0x00]),
    qrFunction(0x43, [moduleDots]),
    qrFunction(0x45, [qrCorrections[correction]]),
    qrFunction(0x50, [0x30, ...data]),
    qrFunction(0x51, [0x30]),
  ]);
}

/** `GS ( k` for the QR symbol, cn = 49. */
function qrFunction(fn: number, parameters: readonly number[]): Buffer {
  const length = twoBytes(parameters.length + 2);
  return Buffer.from([0x1d, 0x28, 0x6b, ...length, 0x31, fn, ...parameters]);
}

/** `GS h`, `GS w`, `GS H 0` (no text of its own) and `GS k` with the number of a kind of bars. */
function barBytes(system: number, text: string, size: CodeSize): Uint8Array {
  const data = Buffer.from(text, "ascii");
  const height = [0x1d, 0x68, Math.min(255, size.barDots)];
  const width = [0x1d, 0x77, size.moduleDots];
  const begin = [0x1d, 0x48, 0, 0x1d, 0x6b, system, data.length];
  return Buffer.concat([Buffer.from([...height, ...width, ...begin]), data]);
}
