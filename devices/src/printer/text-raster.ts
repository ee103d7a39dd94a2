import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { canvasFont, loadFonts, missingScripts } from "./fonts.ts";
import { SlipError } from "./slip-error.ts";

/** A picture of one bit a dot, eight dots a byte, the leftmost in the highest bit; 1 is black. */
export interface Raster {
  readonly widthBytes: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** How a text is drawn. Sizes are in dots. */
export interface RasterTextStyle {
  readonly sizeDots: number;
  readonly isBold: boolean;
  readonly maxWidthDots: number;
}

// In parts of the font size. Telugu's stacked consonants reach furthest down, Devanagari's marks furthest up; the
// tests draw such stacks and demand a blank first and last row.
const ascent = 1.15;
const descent = 0.65;

// A little more than half white is still black: at 24 dots the thin strokes of a regular weight break up otherwise.
const blackBelow = 160;

/**
 * Draws a text with the shipped fonts, one raster a line, each as wide as its text.
 * Throws {@link SlipError} `missing_glyph` rather than draw a stand-in for a character no font has.
 */
export function rasterizeText(text: string, style: RasterTextStyle): readonly Raster[] {
  loadFonts();
  const missing = missingScripts(text);
  if (missing.length > 0) throw new SlipError("missing_glyph", missing);
  const font = canvasFont(style.sizeDots, style.isBold);
  const measuring = createCanvas(1, 1).getContext("2d");
  measuring.font = font;
  return wrapText(measuring, text, style.maxWidthDots).map((line) =>
    drawLine(line, font, style, inkWidth(measuring, line)),
  );
}

function inkWidth(context: SKRSContext2D, text: string): number {
  const { width, actualBoundingBoxRight } = context.measureText(text);
  return Math.ceil(Math.max(width, actualBoundingBoxRight));
}

function wrapText(context: SKRSContext2D, text: string, maxWidth: number): readonly string[] {
  const fits = (line: string) => inkWidth(context, line) <= maxWidth;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => splitWord(long, fits))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && !fits(longer)) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === "" ? lines : [...lines, line];
}

// A word longer than the line is cut between graphemes: inside one, a conjunct would fall apart.
function splitWord(word: string, fits: (line: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of new Intl.Segmenter("und", { granularity: "grapheme" }).segment(word)) {
    if (piece !== "" && !fits(piece + segment)) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function drawLine(line: string, font: string, style: RasterTextStyle, inkDots: number): Raster {
  const widthBytes = Math.ceil(Math.min(inkDots, style.maxWidthDots) / 8);
  const width = Math.max(1, widthBytes) * 8;
  const height = Math.ceil(style.sizeDots * (ascent + descent));
  const context = createCanvas(width, height).getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  context.font = font;
  context.fillText(line, 0, Math.round(style.sizeDots * ascent));
  return packDots(context.getImageData(0, 0, width, height).data, width, height);
}

function packDots(rgba: Uint8ClampedArray, width: number, height: number): Raster {
  const widthBytes = width / 8;
  const data = new Uint8Array(widthBytes * height);
  for (let dot = 0; dot < width * height; dot += 1) {
    const isBlack = (rgba[dot * 4] ?? 255) < blackBelow;
    if (isBlack) data[dot >> 3] = (data[dot >> 3] ?? 0) | (0x80 >> (dot & 7));
  }
  return { widthBytes, height, data };
}
