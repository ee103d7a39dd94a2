import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import type { SymbolSpec } from "#code/symbol.ts";
import { canCarry, type CodePageName } from "./code-page.ts";
import { cutBytes, pictureBands } from "./bytes.ts";
import { codeBytes, type CodeSize } from "./code.ts";
import type { PrinterProfile } from "#printer/profile.ts";
import { enableAutomaticStatus } from "./status.ts";
import { oneLine } from "#text/text-layout.ts";
import { rasterizeRow, rasterizeText, type Raster } from "#text/text-raster.ts";

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

/** One cell of a row; its width in characters of the printer's font at normal size. */
export interface RowCell {
  readonly text: string;
  readonly columns: number;
  readonly align: Align;
}

/** Collects the bytes of a receipt for one printer profile. */
export interface ReceiptBuilder {
  /** One paragraph. What the code page cannot carry is drawn; a glyph no font has throws `missing_glyph`. */
  text(text: string, style: TextStyle): void;
  /** Texts beside each other; together their widths must not be more than a line. */
  row(cells: readonly RowCell[], options: { readonly isBold: boolean }): void;
  /** A picture as wide as it is. */
  picture(raster: Raster, align: Align): void;
  /** A code in the middle, as large as asked for or as the paper allows. Throws {@link SlipError}. */
  code(spec: SymbolSpec, size: CodeSize): void;
  /** A line of dashes across the paper. */
  rule(): void;
  /** Empty lines. */
  feed(lines: number): void;
  /** Feeds the last line past the blade and cuts, or past the edge where somebody tears it off. */
  cut(): void;
  /** Everything so far. */
  bytes(): Uint8Array;
  /** After how many bytes each part of it ends: between two commands, where something else may be asked. */
  ends(): readonly number[];
}

const characterSets: Readonly<Record<CodePageName, CharacterSet>> = {
  pc437: CharacterSet.PC437_USA,
  pc858: CharacterSet.PC858_EURO,
  wpc1252: CharacterSet.WPC1252,
};

// Printers with Chinese firmware read two bytes above ASCII as one character of theirs until they are asked not to (`FS .`),
// and some leave the factory with a national set in which signs of ASCII are other letters (`ESC R 0`).
const initialize = Buffer.from([0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x52, 0]);
const columnDots = 12;
// A pin strikes less than half as fine down as across: smaller letters of Indian scripts would run together.
const drawnDots = { thermal: 24, pins: 36 } as const;
// Pins know normal size and twice that.
const largestPinScale = 2;

/** Starts with a printer in a known state: initialised, and the profile's code page selected. */
export function createEscposBuilder(profile: PrinterProfile): ReceiptBuilder {
  // An empty interface keeps the library away from sockets and files: its `execute` reports printouts that never came.
  const printer = new ThermalPrinter({
    type: PrinterTypes.EPSON,
    interface: "",
    width: profile.columns,
    breakLine: BreakLine.NONE,
  });
  printer.add(initialize);
  // Switched off by every initialisation. By it a printer says in the middle of a slip that its paper ended.
  if (profile.hasRealtimeStatus) printer.add(Buffer.from(enableAutomaticStatus()));
  printer.setCharacterSet(characterSets[profile.codePage]);
  const ends: number[] = [];
  const end = () => void ends.push(printer.getBuffer().length);
  const part = (add: () => void) => {
    add();
    end();
  };
  const draw = (raster: Raster) => {
    for (const band of pictureBands(raster, profile)) {
      printer.add(Buffer.from(band));
      end();
    }
  };
  return {
    text: (text, style) => part(() => addText(printer, { profile, draw }, text, style)),
    row: (cells, options) => part(() => addRow(printer, { profile, draw }, cells, options.isBold)),
    picture: (raster, align) => part(() => addPicture(printer, draw, raster, align)),
    code: (spec, size) =>
      part(() => {
        printer.alignCenter();
        printer.add(Buffer.from(codeBytes(spec, size, profile)));
        printer.alignLeft();
      }),
    rule: () => part(() => printer.drawLine()),
    feed: (lines) =>
      part(() => {
        for (let line = 0; line < lines; line += 1) printer.newLine();
      }),
    cut: () => part(() => printer.add(Buffer.from([...cutBytes(profile), 0x1b, 0x40]))),
    bytes: () => Uint8Array.from(printer.getBuffer()),
    ends: () => [...ends],
  };
}

/** How a printer draws what its own letters cannot say. */
interface Drawing {
  readonly profile: PrinterProfile;
  readonly draw: (raster: Raster) => void;
}

function addText(
  printer: ThermalPrinter,
  { profile, draw }: Drawing,
  rawText: string,
  style: TextStyle,
): void {
  const text = oneLine(rawText);
  setAlign(printer, style.align);
  if (canCarry(profile.codePage, text)) {
    const scale = setScale(printer, profile, style.scale);
    printer.bold(style.isBold);
    const columns = Math.floor(profile.columns / scale);
    for (const line of foldText(text, columns)) printer.println(line);
    printer.setTextNormal();
  } else {
    const sizeDots = drawnDots[profile.head ?? "thermal"] * style.scale;
    const drawn = { sizeDots, isBold: style.isBold, maxWidthDots: profile.widthDots };
    for (const raster of rasterizeText(text, drawn)) draw(raster);
  }
  setAlign(printer, "left");
}

/** Sets the size of the type, as near to what is wanted as the head can, and says what it came to. */
function setScale(
  printer: ThermalPrinter,
  { head }: PrinterProfile,
  wanted: TextStyle["scale"],
): number {
  if (head !== "pins") {
    printer.setTextSize(wanted - 1, wanted - 1);
    return wanted;
  }
  const scale = Math.min(wanted, largestPinScale);
  // `ESC !`: twice as high and twice as wide.
  printer.add(Buffer.from([0x1b, 0x21, scale === 1 ? 0 : 0x30]));
  return scale;
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

function addPicture(
  printer: ThermalPrinter,
  draw: Drawing["draw"],
  raster: Raster,
  align: Align,
): void {
  setAlign(printer, align);
  draw(raster);
  setAlign(printer, "left");
}

function addRow(
  printer: ThermalPrinter,
  { profile, draw }: Drawing,
  rawCells: readonly RowCell[],
  isBold: boolean,
): void {
  const cells = rawCells.map((cell) => ({ ...cell, text: oneLine(cell.text) }));
  if (cells.every(({ text }) => canCarry(profile.codePage, text))) {
    printer.bold(isBold);
    for (const line of rowLines(cells)) printer.println(line);
    printer.bold(false);
    return;
  }
  // A row is drawn whole when one cell of it must be: two kinds of type in one row do not stand on one line.
  const face = { size: drawnDots[profile.head ?? "thermal"], isBold };
  const drawn = cells.map((cell, index) => ({
    text: cell.text,
    align: cell.align,
    leftDots: columnDots * sum(cells.slice(0, index)),
    widthDots: columnDots * cell.columns,
  }));
  addPicture(printer, draw, rasterizeRow(drawn, face, profile.widthDots), "left");
}

const sum = (cells: readonly RowCell[]) => cells.reduce((total, { columns }) => total + columns, 0);

function rowLines(cells: readonly RowCell[]): readonly string[] {
  const folded = cells.map((cell) => foldText(cell.text, cell.columns));
  const count = Math.max(...folded.map(({ length }) => length));
  return Array.from({ length: count }, (_, row) =>
    cells
      .map((cell, index) => padded(folded[index]?.[row] ?? "", cell))
      .join("")
      .trimEnd(),
  );
}

function padded(text: string, { columns, align }: RowCell): string {
  if (align === "left") return text.padEnd(columns);
  if (align === "right") return text.padStart(columns);
  return text.padStart(Math.floor((columns + text.length) / 2)).padEnd(columns);
}
