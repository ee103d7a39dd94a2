import { makeSymbol, quietZone, type SymbolGrid, type SymbolSpec } from "#code/symbol.ts";
import { SlipError } from "#text/slip-error.ts";
import { measureDots, oneLine, refuseMissingGlyphs, useFace, wrapText } from "#text/text-layout.ts";
import { alignedOffset, blankCanvas, rasterOfCanvas, type Raster } from "#text/text-raster.ts";
import {
  labelDots,
  type LabelArea,
  type LabelItem,
  type LabelMedia,
  type LabelText,
} from "./label.ts";

/** Something at its place on a label, in dots as the label is read. */
export type PlacedItem =
  | {
      readonly kind: "raster";
      readonly left: number;
      readonly top: number;
      readonly raster: Raster;
    }
  | {
      readonly kind: "code";
      readonly left: number;
      readonly top: number;
      readonly symbol: SymbolSpec;
      readonly grid: SymbolGrid;
      readonly moduleDots: number;
      readonly barDots: number;
    };

// Below this share of the size asked for, a label is no longer what was designed; below 14 dots nobody reads it.
const shrinkSteps = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.67] as const;
const smallestTypeDots = 14;
const lineHeight = 1.22;
// Room for what hangs below the last line: Telugu and Malayalam stack letters.
const descentShare = 0.3;
const ellipsis = "…";

/** Puts an item at its place. Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`. */
export function placeItem(item: LabelItem, media: LabelMedia): PlacedItem {
  return item.kind === "code" ? placeCode(item, media) : placeTexts(item.area, item.texts, media);
}

interface Dots {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function areaDots(area: LabelArea, media: LabelMedia): Dots {
  return {
    left: labelDots(media, area.leftMm),
    top: labelDots(media, area.topMm),
    width: labelDots(media, area.widthMm),
    height: labelDots(media, area.heightMm),
  };
}

function placeCode(item: Extract<LabelItem, { kind: "code" }>, media: LabelMedia): PlacedItem {
  const area = areaDots(item.area, media);
  const { symbol } = item;
  const grid = makeSymbol(symbol);
  const quiet = quietZone(symbol.kind);
  const columns = grid.columns + 2 * quiet.across;
  const rows = grid.rows === 1 ? 0 : grid.rows + 2 * quiet.down;
  const largest = Math.max(1, labelDots(media, item.moduleMm));
  const moduleDots = Math.min(
    largest,
    Math.floor(area.width / columns),
    rows === 0 ? largest : Math.floor(area.height / rows),
  );
  // A module of one dot is 0.125 mm at 203 dpi: it prints, and few readers see it.
  if (moduleDots < 2) throw new SlipError("does_not_fit", [symbol.kind]);
  const width = grid.columns * moduleDots;
  const height = grid.rows === 1 ? area.height : grid.rows * moduleDots;
  return {
    kind: "code",
    left: area.left + Math.floor((area.width - width) / 2),
    top: area.top + Math.floor((area.height - height) / 2),
    symbol,
    grid,
    moduleDots,
    barDots: area.height,
  };
}

interface SetLine {
  readonly text: string;
  readonly size: number;
  readonly isBold: boolean;
  readonly align: "left" | "center" | "right";
}

function placeTexts(area: LabelArea, texts: readonly LabelText[], media: LabelMedia): PlacedItem {
  const room = areaDots(area, media);
  const clean = texts
    .map((text) => ({ ...text, text: oneLine(text.text) }))
    .filter(({ text }) => text !== "");
  for (const { text } of clean) refuseMissingGlyphs(text);
  for (const share of shrinkSteps) {
    const lines = clean.flatMap((text) => setLines(text, share, room.width, media));
    if (lines !== undefined && heightOf(lines) <= room.height) {
      return { kind: "raster", left: room.left, top: room.top, raster: drawLines(lines, room) };
    }
  }
  throw new SlipError("does_not_fit");
}

function setLines(
  text: LabelText,
  share: number,
  width: number,
  media: LabelMedia,
): readonly SetLine[] {
  const size = Math.max(smallestTypeDots, Math.round(labelDots(media, text.sizeMm) * share));
  const face = { size, isBold: text.isBold ?? false };
  const all = wrapText(text.text, face, width);
  const limit = text.maxLines ?? all.length;
  const kept = all.slice(0, limit);
  const last = kept.pop();
  const lines =
    last === undefined || all.length <= limit
      ? all
      : [...kept, shortened(last, (line) => measureDots(line, face).width <= width)];
  return lines.map((line) => ({ text: line, ...face, align: text.align ?? "left" }));
}

// Cut between graphemes, so that the last letter is a whole one.
function shortened(line: string, fits: (line: string) => boolean): string {
  const segments = Array.from(new Intl.Segmenter("und").segment(line), ({ segment }) => segment);
  while (segments.length > 0 && !fits(`${segments.join("").trimEnd()}${ellipsis}`)) segments.pop();
  return `${segments.join("").trimEnd()}${ellipsis}`;
}

function heightOf(lines: readonly SetLine[]): number {
  const last = lines.at(-1)?.size ?? 0;
  const above = lines.slice(0, -1).reduce((sum, { size }) => sum + size * lineHeight, 0);
  return Math.ceil(above + last * (1 + descentShare));
}

function drawLines(lines: readonly SetLine[], room: Dots): Raster {
  const canvas = blankCanvas(room.width, heightOf(lines));
  const context = canvas.getContext("2d");
  let top = 0;
  for (const line of lines) {
    const ink = measureDots(line.text, line);
    useFace(context, line.text, line);
    const left = alignedOffset(line.align, room.width - ink.width) + ink.overhang;
    context.fillText(line.text, left, Math.round(top + line.size * 0.95));
    top += line.size * lineHeight;
  }
  return rasterOfCanvas(canvas);
}
