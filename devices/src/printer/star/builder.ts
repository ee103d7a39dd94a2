import { codeRaster } from "#printer/escpos/code.ts";
import type { Align, ReceiptBuilder, RowCell } from "#printer/escpos/builder.ts";
import type { PrinterProfile } from "#printer/profile.ts";
import { oneLine } from "#text/text-layout.ts";
import { alignedOffset, rasterizeRow, rasterizeText, type Raster } from "#text/text-raster.ts";

const fontDots = 24;
const lineDots = 30;
const columnDots = 12;
const ruleDots = 2;

// As for ESC/POS: the smaller a picture, the less has to be sent to fill up one that broke off.
const mostPictureBytes = 4_096;
const initialize = Buffer.from([0x1b, 0x40]);
// Into raster mode, without pages, and without a cut of its own when it is left (`ESC * r A`, `P 0`, `E 1`).
const enterRaster = Buffer.from("\u001B*rA\u001B*rP0\u0000\u001B*rE1\u0000", "latin1");
const quitRaster = Buffer.from("\u001B*rB", "latin1");
// Fed to the blade first.
const cutThrough = Buffer.from([0x1b, 0x64, 2]);
const cutPartly = Buffer.from([0x1b, 0x64, 3]);

/**
 * Ends what a broken connection left half said: a row of dots is at most a few hundred bytes, for which these are the
 * rest; then raster mode is left.
 */
export const unfinishedStarFiller: Uint8Array = Buffer.concat([new Uint8Array(512), quitRaster]);

/** The same for a picture of StarPRNT, which is at most so many bytes. */
export const unfinishedStarPrntFiller: Uint8Array = new Uint8Array(mostPictureBytes);

/** `BEL` and `SUB`: open the drawer at the printer's first and second pulse, as long as the printer is set to. */
export const starDrawerKicks: Readonly<Record<2 | 5, Uint8Array>> = {
  2: Uint8Array.of(0x07),
  5: Uint8Array.of(0x1a),
};

/**
 * Receipts for a Star printer in its own mode (Star Line Mode command specification: raster mode, `b`, `ESC d`). All
 * of it is drawn: its code pages and sizes of type differ by model, and dots are the same on all.
 */
export function createStarBuilder(profile: PrinterProfile): ReceiptBuilder {
  const commands: Uint8Array[] = [initialize];
  const pictures =
    profile.starPictures === "starprnt" ? prntPictures(profile) : linePictures(profile);
  const { picture } = pictures;
  const flush = () => void commands.push(...pictures.flush());
  return {
    text: (text, { align, isBold, scale }) => {
      const sizeDots = fontDots * scale;
      const style = { sizeDots, isBold, maxWidthDots: profile.widthDots };
      for (const raster of rasterizeText(oneLine(text), style)) picture(raster, align);
    },
    row: (cells, { isBold }) => {
      const face = { size: fontDots, isBold };
      picture(rasterizeRow(placed(cells), face, profile.widthDots), "left");
    },
    picture,
    code: (spec, size) => picture(codeRaster(spec, size, profile), "center"),
    rule: () => {
      pictures.feed((lineDots - ruleDots) / 2);
      picture(lineOf(profile.widthDots), "left");
      pictures.feed((lineDots - ruleDots) / 2);
    },
    feed: (lines) => pictures.feed(lineDots * lines),
    cut: () => {
      flush();
      commands.push(profile.cut?.mode === "partial" ? cutPartly : cutThrough);
    },
    // Its counter of what was printed begins anew where it has lost its power.
    ends: () => [],
    bytes: () => {
      flush();
      return Uint8Array.from(Buffer.concat(commands));
    },
  };
}

/** What is drawn between two cuts, as a printer takes it. */
interface StarPictures {
  readonly picture: (raster: Raster, align: Align) => void;
  readonly feed: (dots: number) => void;
  /** The commands for all of it. */
  readonly flush: () => readonly Uint8Array[];
}

/** Line Mode: a row of dots each. */
function linePictures({ widthDots }: PrinterProfile): StarPictures {
  let rows: Uint8Array[] = [];
  return {
    picture: (raster, align) => void rows.push(...rowCommands(raster, align, widthDots)),
    feed: (dots) => void rows.push(feed(dots)),
    flush: () => {
      const commands = rows.length > 0 ? [enterRaster, ...rows, quitRaster] : [];
      rows = [];
      return commands;
    },
  };
}

/** StarPRNT: bands of dots as wide as the paper (`ESC GS S`, StarPRNT command specification). */
function prntPictures({ widthDots }: PrinterProfile): StarPictures {
  const widthBytes = widthDots >> 3;
  const rowsAtOnce = Math.floor(mostPictureBytes / widthBytes);
  let rows: Uint8Array[] = [];
  return {
    picture: (raster, align) => {
      const margin = Math.max(0, alignedOffset(align, widthBytes - raster.widthBytes));
      for (let y = 0; y < raster.height; y += 1) {
        const from = y * raster.widthBytes;
        const row = new Uint8Array(widthBytes);
        row.set(raster.data.subarray(from, from + Math.min(raster.widthBytes, widthBytes)), margin);
        rows.push(row);
      }
    },
    feed: (dots) => {
      for (let y = 0; y < dots; y += 1) rows.push(new Uint8Array(widthBytes));
    },
    flush: () => {
      const count = Math.ceil(rows.length / rowsAtOnce);
      const bands = Array.from({ length: count }, (_, index) => {
        const band = rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce);
        const size = [widthBytes & 0xff, widthBytes >> 8, band.length & 0xff, band.length >> 8];
        const head = Uint8Array.of(0x1b, 0x1d, 0x53, 1, ...size, 0);
        return Buffer.concat([head, withoutReset(Buffer.concat(band))]);
      });
      rows = [];
      return bands;
    },
  };
}

function placed(cells: readonly RowCell[]) {
  return cells.map(({ text, align, columns }, index) => ({
    text: oneLine(text),
    align,
    leftDots: columnDots * cells.slice(0, index).reduce((sum, cell) => sum + cell.columns, 0),
    widthDots: columnDots * columns,
  }));
}

function lineOf(widthDots: number): Raster {
  const widthBytes = widthDots >> 3;
  return { widthBytes, height: ruleDots, data: new Uint8Array(widthBytes * ruleDots).fill(0xff) };
}

/** `ESC * r Y n NUL`: paper without ink. */
function feed(dots: number): Uint8Array {
  return Buffer.from(`\u001B*rY${dots}\u0000`, "latin1");
}

/** A row of dots each, white at its end left out; rows without ink are paper that is fed. */
function rowCommands(raster: Raster, align: Align, widthDots: number): readonly Uint8Array[] {
  const spare = (widthDots >> 3) - raster.widthBytes;
  const margin = new Uint8Array(Math.max(0, alignedOffset(align, spare)));
  const commands: Uint8Array[] = [];
  let white = 0;
  for (let row = 0; row < raster.height; row += 1) {
    const at = row * raster.widthBytes;
    const dots = raster.data.subarray(at, at + raster.widthBytes);
    const inked = dots.findLastIndex((byte) => byte !== 0) + 1;
    if (inked === 0) {
      white += 1;
      continue;
    }
    if (white > 0) commands.push(feed(white));
    white = 0;
    const data = withoutReset(Buffer.concat([margin, dots.subarray(0, inked)]));
    commands.push(Uint8Array.of(0x62, data.length & 0xff, data.length >> 8), data);
  }
  return white > 0 ? [...commands, feed(white)] : commands;
}

// `ESC ACK CAN` restarts the printer, wherever it stands. Codes have no lines of a single dot, as these bytes are: in a
// letter one dot more is not seen.
function withoutReset(row: Buffer): Buffer {
  for (let at = row.indexOf("\u001B\u0006\u0018"); at >= 0;) {
    row[at + 2] = 0x1c;
    at = row.indexOf("\u001B\u0006\u0018");
  }
  return row;
}
