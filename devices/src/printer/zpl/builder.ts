import { gs1ElementString, groupSeparator, gs1Caption } from "#code/gs1.ts";
import { rasterizeSymbol } from "#code/symbol-raster.ts";
import type { SymbolSpec } from "#code/symbol.ts";
import type { Raster } from "#text/text-raster.ts";
import { placeItem, type PlacedItem } from "#label/label-layout.ts";
import { turned } from "#label/label-picture.ts";
import { labelDots, type Label } from "#label/label.ts";
import { graphicField } from "./graphic.ts";

/** How many copies of a label come out. */
export interface ZplOptions {
  readonly copies: number;
}

/**
 * The bytes of a label for a ZPL II printer. Text is drawn here, in every script alike: the printer's own fonts know
 * Latin alone, and how wide they set it depends on the model. Codes are the printer's own.
 * Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function buildZpl(label: Label, options: ZplOptions): Uint8Array {
  const { media } = label;
  const size = { across: labelDots(media, media.widthMm), down: labelDots(media, media.heightMm) };
  const paper = media.isTurned
    ? { width: size.down, length: size.across }
    : { width: size.across, length: size.down };
  const fields = label.items.map((item) => {
    const placed = placeItem(item, media);
    return media.isTurned ? turnedField(placed, size.down) : uprightField(placed);
  });
  // UTF-8, home at the corner, so many dots wide and long: nothing of an earlier label's settings is left.
  const head = `^XA^CI28^LH0,0^PW${paper.width}^LL${paper.length}`;
  return Buffer.from(`${head}\n${fields.join("\n")}\n^PQ${options.copies},0,1,Y^XZ\n`, "utf8");
}

function uprightField(item: PlacedItem): string {
  if (item.kind === "raster") return `^FO${item.left},${item.top}${graphicField(item.raster)}^FS`;
  return `^FO${item.left},${item.top}${codeField(item, "N") ?? graphicField(codeRaster(item))}^FS`;
}

// Turned a quarter clockwise: what is read from left to right comes out from top to bottom, the top line rightmost.
function turnedField(item: PlacedItem, readHeight: number): string {
  const raster = item.kind === "raster" ? item.raster : codeRaster(item);
  const height = raster.height;
  const origin = `^FO${readHeight - item.top - height},${item.left}`;
  const field = item.kind === "code" ? codeField(item, "R") : undefined;
  if (field !== undefined) return `${origin}${field}^FS`;
  return `${origin}${graphicField(turned(raster))}^FS`;
}

function codeRaster(item: Extract<PlacedItem, { kind: "code" }>): Raster {
  return rasterizeSymbol(item.grid, item);
}

// What a field may hold as it stands: no caret, tilde or escape character among it.
const plain = /^[\w :./+-]*$/u;

/** The printer's own command for a code, or undefined for content that it would not take as it stands. */
function codeField(
  item: Extract<PlacedItem, { kind: "code" }>,
  turn: "N" | "R",
): string | undefined {
  const { symbol, moduleDots, barDots } = item;
  if ("content" in symbol && (!plain.test(symbol.content) || symbol.content.includes("_")))
    return undefined;
  return fieldOf(symbol, { turn, moduleDots, barDots });
}

interface FieldSize {
  readonly turn: "N" | "R";
  readonly moduleDots: number;
  readonly barDots: number;
}

function fieldOf(symbol: SymbolSpec, { turn, moduleDots, barDots }: FieldSize): string | undefined {
  const bars = `^BY${moduleDots},2,${barDots}`;
  switch (symbol.kind) {
    case "qr":
      // Printers turn no QR symbol, and magnify it ten times at most.
      if (turn === "R" || moduleDots > 10) return undefined;
      return `^BQN,2,${moduleDots}^FD${symbol.correction ?? "M"}A,${symbol.content}`;
    case "data_matrix":
      return `^BX${turn},${moduleDots},200,,,,_^FD${symbol.content}`;
    case "gs1_data_matrix": {
      const text = gs1ElementString(symbol.elements).replaceAll(groupSeparator, "_1");
      return `^BX${turn},${moduleDots},200,,,,_^FD_1${text}`;
    }
    case "code128":
      return `${bars}^BC${turn},${barDots},N,N,N,A^FD${symbol.content}`;
    case "gs1_128":
      return `${bars}^BC${turn},${barDots},N,N,N,D^FD${gs1Caption(symbol.elements)}`;
    case "ean13":
      return `${bars}^BE${turn},${barDots},N,N^FD${symbol.content.slice(0, 12)}`;
    case "ean8":
      // Not every reader of ZPL knows `^B8`: a picture is as good.
      return undefined;
  }
}
