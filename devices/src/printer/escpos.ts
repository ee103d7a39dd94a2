import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { canCarry, type CodePageName } from "./code-page.ts";
import type { PrinterProfile } from "./profile.ts";
import { rasterizeText, type Raster } from "./text-raster.ts";

/** Where a line stands on the paper. */
export type Align = "left" | "center" | "right";

/** How many times its normal size a printer can set its own font. */
export const textScales = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** How a line of text is printed; `scale` multiplies the width and the height of the printer's font. */
export interface TextStyle {
  readonly align: Align;
  readonly isBold: boolean;
  readonly scale: (typeof textScales)[number];
}

/** Collects ESC/POS bytes for one printer profile. */
export interface EscposBuilder {
  /** One paragraph. What the code page cannot carry is drawn; a glyph no font has throws `missing_glyph`. */
  text(text: string, style: TextStyle): void;
  /** A QR symbol (model 2, error correction M) with modules of so many dots. */
  qr(content: string, options: { readonly moduleDots: number }): void;
  /** A line of dashes across the paper. */
  rule(): void;
  /** Empty lines. */
  feed(lines: number): void;
  /** Feeds the last line past the blade and cuts the paper through. */
  cut(): void;
  /** Everything so far. */
  bytes(): Uint8Array;
}

const characterSets: Readonly<Record<CodePageName, CharacterSet>> = {
  pc437: CharacterSet.PC437_USA,
  wpc1252: CharacterSet.WPC1252,
};

const initialize = Buffer.from([0x1b, 0x40]);
const fontADots = 24;

/** Starts with a printer in a known state: initialised, and the profile's code page selected. */
export function createEscposBuilder(profile: PrinterProfile): EscposBuilder {
  // An empty interface keeps the library away from sockets and files: its `execute` reports papers that never came.
  const printer = new ThermalPrinter({
    type: PrinterTypes.EPSON,
    interface: "",
    width: profile.columns,
    breakLine: BreakLine.NONE,
  });
  printer.add(initialize);
  printer.setCharacterSet(characterSets[profile.codePage]);
  return {
    text: (text, style) => addText(printer, profile, text, style),
    qr: (content, options) => addQr(printer, content, options.moduleDots),
    rule: () => printer.drawLine(),
    feed: (lines) => {
      for (let line = 0; line < lines; line += 1) printer.newLine();
    },
    cut: () => printer.cut({ verticalTabAmount: 1 }),
    bytes: () => Uint8Array.from(printer.getBuffer()),
  };
}

/** `GS v 0`: prints a picture dot for dot. */
function rasterBytes(raster: Raster): Uint8Array {
  const header = [0x1d, 0x76, 0x30, 0, ...twoBytes(raster.widthBytes), ...twoBytes(raster.height)];
  return Buffer.concat([Uint8Array.from(header), raster.data]);
}

/** A text as printed: composed, one line, and without the control characters that a printer would obey. */
function printableText(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

function addText(
  printer: ThermalPrinter,
  profile: PrinterProfile,
  rawText: string,
  style: TextStyle,
): void {
  const text = printableText(rawText);
  setAlign(printer, style.align);
  if (canCarry(profile.codePage, text)) {
    printer.setTextSize(style.scale - 1, style.scale - 1);
    printer.bold(style.isBold);
    const columns = Math.floor(profile.columns / style.scale);
    for (const line of foldText(text, columns)) printer.println(line);
    printer.setTextNormal();
  } else {
    const sizeDots = fontADots * style.scale;
    const drawn = { sizeDots, isBold: style.isBold, maxWidthDots: profile.widthDots };
    for (const raster of rasterizeText(text, drawn)) printer.add(Buffer.from(rasterBytes(raster)));
  }
  setAlign(printer, "left");
}

function setAlign(printer: ThermalPrinter, align: Align): void {
  if (align === "left") printer.alignLeft();
  if (align === "center") printer.alignCenter();
  if (align === "right") printer.alignRight();
}

function foldText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(" ", columns);
    const end = space > 0 ? space : columns;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

// Written out here because the library counts UTF-16 units where the printer counts bytes, so that content beyond
// ASCII would spill into the paper as text.
function addQr(printer: ThermalPrinter, content: string, moduleDots: number): void {
  const data = Buffer.from(content, "utf8");
  printer.alignCenter();
  printer.add(qrFunction(0x41, [0x32, 0x00]));
  printer.add(qrFunction(0x43, [moduleDots]));
  printer.add(qrFunction(0x45, [0x31]));
  printer.add(qrFunction(0x50, [0x30, ...data]));
  printer.add(qrFunction(0x51, [0x30]));
  printer.alignLeft();
}

/** `GS ( k` for the QR symbol, cn = 49. */
function qrFunction(fn: number, parameters: readonly number[]): Buffer {
  const length = twoBytes(parameters.length + 2);
  return Buffer.from([0x1d, 0x28, 0x6b, ...length, 0x31, fn, ...parameters]);
}

function twoBytes(value: number): readonly [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}
