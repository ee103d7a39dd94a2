import type { SKRSContext2D } from "@napi-rs/canvas";
import { makeSymbol, quietZone, type SymbolSpec } from "#code/symbol.ts";
import { SlipError } from "#text/slip-error.ts";
import {
  measureInk,
  oneLine,
  refuseMissingGlyphs,
  useFace,
  wrapText,
  type TypeFace,
} from "#text/text-layout.ts";
import type { Align } from "./block.ts";

/** Something that is never divided between two pages; lengths in points. */
export interface Piece {
  readonly height: number;
  draw(context: SKRSContext2D, left: number, top: number): void;
  /** Whether a page must not end after it: a heading without what it heads. */
  readonly keepsNext?: boolean;
  /** What is drawn again above it where it begins a page, as the head of a table is. */
  readonly head?: Piece;
}

/** Type in a column: its face, where it stands, and how wide the column is. */
export interface TextStyle extends TypeFace {
  readonly align: Align;
  readonly width: number;
}

const lineHeight = 1.35;
const ascentShare = 1;
// How much of the room that is left over stands before the text.
const sparePart: Readonly<Record<Align, number>> = { left: 0, center: 0.5, right: 1 };

/** A paragraph, a piece a line, so that it may run over to the next page. Throws {@link SlipError} `missing_glyph`. */
export function textPieces(text: string, style: TextStyle): readonly Piece[] {
  return linesOf(text, style).map((line) => ({
    height: style.size * lineHeight,
    draw: (context, left, top) => drawText(context, line, style, { left, top }),
  }));
}

function linesOf(text: string, style: TextStyle): readonly string[] {
  const clean = oneLine(text);
  refuseMissingGlyphs(clean);
  return wrapText(clean, style, style.width);
}

function drawText(
  context: SKRSContext2D,
  line: string,
  style: TextStyle,
  place: { readonly left: number; readonly top: number },
): void {
  const ink = measureInk(line, style);
  useFace(context, line, style);
  const spare = style.width - ink.width;
  const offset = spare * sparePart[style.align];
  context.fillText(line, place.left + offset + ink.overhang, place.top + style.size * ascentShare);
}

/** Pieces below each other, as one. */
export function stacked(pieces: readonly Piece[]): Piece {
  return {
    height: pieces.reduce((sum, { height }) => sum + height, 0),
    draw: (context, left, top) => {
      let at = top;
      for (const piece of pieces) {
        piece.draw(context, left, at);
        at += piece.height;
      }
    },
  };
}

/** Pieces beside each other, each at its own distance from the left. */
export function beside(parts: readonly { readonly piece: Piece; readonly left: number }[]): Piece {
  return {
    height: Math.max(0, ...parts.map(({ piece }) => piece.height)),
    draw: (context, left, top) => {
      for (const part of parts) part.piece.draw(context, left + part.left, top);
    },
  };
}

/** Empty room. */
export function space(height: number): Piece {
  return { height, draw: () => undefined };
}

/** A line across, so thick and so long, with a little room around it. */
export function ruleOf(width: number, thickness: number): Piece {
  return {
    height: 6,
    draw: (context, left, top) => context.fillRect(left, top + 3 - thickness / 2, width, thickness),
  };
}

/** A code with its quiet zone, at most so large. Throws {@link SlipError} `bad_code`, `qr_too_long` or `does_not_fit`. */
export function codePiece(
  symbol: SymbolSpec,
  box: { readonly width: number; readonly height: number },
): Piece & { readonly width: number } {
  const grid = makeSymbol(symbol);
  const quiet = quietZone(symbol.kind);
  const columns = grid.columns + 2 * quiet.across;
  const rows = grid.rows === 1 ? 1 : grid.rows + 2 * quiet.down;
  const byHeight = grid.rows === 1 ? Infinity : box.height / rows;
  const module = Math.min(box.width / columns, byHeight, 1.8);
  // A fifth of a millimetre: an office printer of 600 dpi sets it with five dots.
  if (module < 0.57) throw new SlipError("does_not_fit", [symbol.kind]);
  const rowHeight = grid.rows === 1 ? box.height : module;
  return {
    width: columns * module,
    height: grid.rows === 1 ? box.height : rows * module,
    draw: (context, left, top) => {
      const down = grid.rows === 1 ? 0 : quiet.down * module;
      for (const run of darkRuns(grid.cells, grid.columns)) {
        const x = left + (quiet.across + run.column) * module;
        context.fillRect(x, top + down + run.row * rowHeight, run.length * module, rowHeight);
      }
    },
  };
}

interface Run {
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

// Neighbours in one go: drawn one by one, viewers leave a hair of white between them.
function darkRuns(cells: readonly number[], columns: number): readonly Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] !== 1) continue;
    const row = Math.floor(start / columns);
    let end = start + 1;
    while (cells[end] === 1 && end < (row + 1) * columns) end += 1;
    runs.push({ row, column: start % columns, length: end - start });
    start = end - 1;
  }
  return runs;
}

/** White type on black across the column, for what must not be overlooked. */
export function markPiece(text: string, style: TextStyle): Piece {
  const inner = stacked(textPieces(text, { ...style, align: "center", width: style.width - 12 }));
  return {
    height: inner.height + 10,
    draw: (context, left, top) => {
      context.fillStyle = "#000";
      context.fillRect(left, top + 2, style.width, inner.height + 4);
      context.fillStyle = "#fff";
      inner.draw(context, left + 6, top + 3);
      context.fillStyle = "#000";
    },
  };
}
