import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { createCanvas } from "./canvas.ts";
import {
  measureDots,
  refuseMissingGlyphs,
  useFace,
  wrapText,
  type InkExtent,
  type TypeFace,
} from "./text-layout.ts";

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
  refuseMissingGlyphs(text);
  const face: TypeFace = { size: style.sizeDots, isBold: style.isBold };
  return wrapText(text, face, style.maxWidthDots).map((line) =>
    drawLine(line, face, style.maxWidthDots, measureDots(line, face)),
  );
}

function drawLine(line: string, face: TypeFace, maxWidth: number, ink: InkExtent): Raster {
  const width = Math.max(8, Math.ceil(Math.min(ink.width, maxWidth) / 8) * 8);
  const baseline = Math.max(Math.ceil(face.size * usualAscent), ink.ascent) + paddingDots;
  const below = Math.max(Math.ceil(face.size * usualDescent), ink.descent) + paddingDots;
  const canvas = blankCanvas(width, baseline + below);
  const context = canvas.getContext("2d");
  useFace(context, line, face);
  context.fillText(line, ink.overhang, baseline);
  return rasterOfCanvas(canvas);
}

/** One cell of a row that is drawn as a picture. */
export interface RasterCell {
  readonly text: string;
  readonly leftDots: number;
  readonly widthDots: number;
  readonly align: "left" | "center" | "right";
}

/** Draws texts beside each other, each wrapped in its own width. Throws {@link SlipError} `missing_glyph`. */
export function rasterizeRow(
  cells: readonly RasterCell[],
  face: TypeFace,
  widthDots: number,
): Raster {
  const lines = cells.map(({ text, widthDots: width }) => {
    refuseMissingGlyphs(text);
    return wrapText(text, face, width);
  });
  const all = lines.flat().map((line) => measureDots(line, face));
  const ascent = Math.max(Math.ceil(face.size * usualAscent), ...all.map((ink) => ink.ascent));
  const descent = Math.max(Math.ceil(face.size * usualDescent), ...all.map((ink) => ink.descent));
  const lineDots = ascent + descent + 2 * paddingDots;
  const count = Math.max(1, ...lines.map(({ length }) => length));
  const canvas = blankCanvas(widthDots, lineDots * count);
  const context = canvas.getContext("2d");
  for (const [index, cell] of cells.entries()) {
    for (const [row, line] of (lines[index] ?? []).entries()) {
      const ink = measureDots(line, face);
      useFace(context, line, face);
      const left = cell.leftDots + alignedOffset(cell.align, cell.widthDots - ink.width);
      context.fillText(line, left + ink.overhang, row * lineDots + ascent + paddingDots);
    }
  }
  return rasterOfCanvas(canvas);
}

/** How far to the right something stands when so much room is left over. */
export function alignedOffset(align: RasterCell["align"], spare: number): number {
  if (align === "left") return 0;
  return Math.floor(align === "center" ? spare / 2 : spare);
}

/** White paper of so many dots, with black ink in the pen. */
export function blankCanvas(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  return canvas;
}

/** The dots of a canvas, wider by what its last byte has to spare. */
export function rasterOfCanvas(canvas: Canvas, threshold: number = blackBelow): Raster {
  const { width, height } = canvas;
  const rgba = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const widthBytes = Math.ceil(width / 8);
  const data = new Uint8Array(widthBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((rgba[(y * width + x) * 4] ?? 255) >= threshold) continue;
      const at = y * widthBytes + (x >> 3);
      data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { widthBytes, height, data };
}

/** Draws a raster dot for dot, each so many pixels wide and high, and leaves what is white as it is. */
export function drawRaster(
  context: SKRSContext2D,
  raster: Raster,
  place: {
    readonly left: number;
    readonly top: number;
    readonly widthScale?: number;
    readonly heightScale?: number;
  },
): void {
  const { left, top, widthScale = 1, heightScale = 1 } = place;
  const width = raster.widthBytes * 8;
  for (let y = 0; y < raster.height; y += 1) {
    const row = raster.data.subarray(y * raster.widthBytes, (y + 1) * raster.widthBytes);
    // Dots side by side are one call of the canvas: each costs as much as hundreds of looks at a bit.
    let begin = -1;
    for (let x = 0; x <= width; x += 1) {
      const isBlack = ((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0;
      if (isBlack && begin < 0) begin = x;
      if (isBlack || begin < 0) continue;
      const at = [left + begin * widthScale, top + y * heightScale] as const;
      context.fillRect(...at, (x - begin) * widthScale, heightScale);
      begin = -1;
    }
  }
}
