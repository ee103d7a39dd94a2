import type { SKRSContext2D } from "@napi-rs/canvas";
import { createCanvas } from "#text/canvas.ts";
import { canvasFont, loadFonts } from "#text/fonts.ts";
import { makeSymbol, type SymbolGrid } from "#code/symbol.ts";
import { rasterizeSymbol, type SymbolSize } from "#code/symbol-raster.ts";
import type { Align } from "#printer/escpos/builder.ts";
import { SlipError } from "#text/slip-error.ts";
import { drawRaster } from "#text/text-raster.ts";
import {
  advanceDots,
  characterDots,
  type Printout,
  type PrintoutItem,
  type PrintedBars,
  type PrintedQr,
  type PrintedRaster,
  type TextLine,
  type TextRun,
} from "./printout.ts";

/** How a printout is shown. */
export interface RenderOptions {
  /** Printable width; 576 when absent. */
  readonly widthDots?: number;
}

// White paper left and right of what a printer can reach, and above and below the cut.
const marginDots = 16;

// 2.5 m of paper: a feed that was sent by mistake must not ask for a canvas that no machine can give.
const longestPictureDots = 20_000;

/** Draws a printout as a PNG, one pixel a dot: pictures and QR symbols exactly, the printer's own font as Noto Sans in its cells. Ends after 20,000 dots. */
export async function renderPrintout(
  printout: Printout,
  options: RenderOptions = {},
): Promise<Buffer> {
  loadFonts();
  const widthDots = options.widthDots ?? 576;
  const drawings = printout.items.map((item) => drawingOf(item));
  const height = drawings.reduce((sum, drawing) => sum + drawing.height, 2 * marginDots);
  const canvas = createCanvas(widthDots + 2 * marginDots, Math.min(height, longestPictureDots));
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  let top = marginDots;
  for (const drawing of drawings) {
    const left = marginDots + leftOf(drawing.align, widthDots - drawing.width);
    drawing.draw(context, left, top);
    top += drawing.height;
  }
  return await canvas.encode("png");
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly align: Align;
  draw(context: SKRSContext2D, left: number, top: number): void;
}

function drawingOf(item: PrintoutItem): Drawing {
  switch (item.kind) {
    case "line":
      return lineDrawing(item);
    case "raster":
      return rasterDrawing(item);
    case "qr":
      return qrDrawing(item);
    case "bars":
      return barsDrawing(item);
    case "feed":
      return { width: 0, height: item.dots, align: "left", draw: () => undefined };
  }
}

function leftOf(align: Align, spare: number): number {
  if (align === "left") return 0;
  return Math.floor(align === "center" ? spare / 2 : spare);
}

function lineDrawing(line: TextLine): Drawing {
  const width = line.runs.reduce((sum, run) => sum + runDots(run), 0);
  return {
    width,
    height: line.heightDots,
    align: line.align,
    draw: (context, left, top) => {
      let at = left;
      for (const run of line.runs) {
        drawRun(context, run, at, top + line.heightDots);
        at += runDots(run);
      }
    },
  };
}

function runDots({ text, style }: TextRun): number {
  return Array.from(text).length * advanceDots(style);
}

// Every character stands in a cell of its own, as a printer sets it, stretched to the cell's width and height.
function drawRun(context: SKRSContext2D, run: TextRun, left: number, bottom: number): void {
  const { style } = run;
  const cell = { width: advanceDots(style), height: characterDots(style) };
  context.fillStyle = "#000";
  if (style.isInverted) context.fillRect(left, bottom - cell.height, runDots(run), cell.height);
  if (style.isUnderlined) context.fillRect(left, bottom - 2, runDots(run), 2);
  context.fillStyle = style.isInverted ? "#fff" : "#000";
  context.font = canvasFont(18, style.isBold);
  context.textAlign = "center";
  for (const [index, character] of Array.from(run.text).entries()) {
    context.save();
    context.translate(left + (index + 0.5) * cell.width, bottom - cell.height * 0.22);
    context.scale(cell.width / 12, cell.height / 24);
    context.fillText(character, 0, 0, 12);
    context.restore();
  }
  context.fillStyle = "#000";
}

function rasterDrawing({ raster, align, widthScale, heightScale }: PrintedRaster): Drawing {
  return {
    width: raster.widthBytes * 8 * widthScale,
    height: raster.height * heightScale,
    align,
    draw: (context, left, top) =>
      drawRaster(context, raster, { left, top, widthScale, heightScale }),
  };
}

function qrDrawing({ content, correction, moduleDots, align }: PrintedQr): Drawing {
  const grid = qrGrid(content, correction);
  return symbolDrawing(grid, { moduleDots, barDots: 0 }, align);
}

function barsDrawing({ grid, moduleDots, heightDots, align }: PrintedBars): Drawing {
  return symbolDrawing(grid, { moduleDots, barDots: heightDots }, align);
}

function symbolDrawing(grid: SymbolGrid, size: SymbolSize, align: Align): Drawing {
  const raster = rasterizeSymbol(grid, size);
  return {
    width: grid.columns * size.moduleDots,
    height: raster.height,
    align,
    draw: (context, left, top) => drawRaster(context, raster, { left, top }),
  };
}

// A printer asked for a symbol without content, or with too much, prints nothing; so do we.
function qrGrid(content: string, correction: PrintedQr["correction"]): SymbolGrid {
  try {
    return makeSymbol({ kind: "qr", content, correction });
  } catch (error) {
    if (error instanceof SlipError) return { columns: 0, rows: 0, cells: [] };
    throw error;
  }
}
