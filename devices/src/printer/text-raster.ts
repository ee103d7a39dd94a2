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

// In parts of the font size: the room every line has, so that lines of one size stand evenly. A line of taller
// letters (an "Ǻ", a Telugu stack) gets what it measures.
const usualAscent = 0.95;
const usualDescent = 0.35;
const paddingDots = 2;

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
    drawLine(line, font, style, measureInk(measuring, line)),
  );
}

interface InkExtent {
  /** How far the first letter reaches to the left of where it is set, as "j" does. */
  readonly overhang: number;
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

function measureInk(context: SKRSContext2D, text: string): InkExtent {
  const measured = context.measureText(text);
  const overhang = Math.ceil(Math.max(0, measured.actualBoundingBoxLeft));
  const right = Math.ceil(Math.max(measured.width, measured.actualBoundingBoxRight));
  const ascent = Math.ceil(measured.actualBoundingBoxAscent);
  const descent = Math.ceil(measured.actualBoundingBoxDescent);
  return { overhang, width: overhang + right, ascent, descent };
}

function wrapText(context: SKRSContext2D, text: string, maxWidth: number): readonly string[] {
  const fits = (line: string) => measureInk(context, line).width <= maxWidth;
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

function drawLine(line: string, font: string, style: RasterTextStyle, ink: InkExtent): Raster {
  const widthBytes = Math.ceil(Math.min(ink.width, style.maxWidthDots) / 8);
  const width = Math.max(1, widthBytes) * 8;
  const baseline = Math.max(Math.ceil(style.sizeDots * usualAscent), ink.ascent) + paddingDots;
  const below = Math.max(Math.ceil(style.sizeDots * usualDescent), ink.descent) + paddingDots;
  const height = baseline + below;
  const context = createCanvas(width, height).getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  context.font = font;
  context.fillText(line, ink.overhang, baseline);
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
