import type { Block, CodeBlock, Field, TableColumn, TableRow, TypeSize } from "./block.ts";
import {
  beside,
  codePiece,
  markPiece,
  ruleOf,
  space,
  stacked,
  textPieces,
  type Piece,
} from "./pieces.ts";

/** Sizes of type on a page, in points. */
export const typePoints: Readonly<Record<TypeSize, number>> = {
  small: 8,
  normal: 9.5,
  large: 13,
  huge: 18,
};

const { small, normal } = typePoints;
const cellGap = 6;

/** Sets a block across so many points. Throws {@link SlipError} `missing_glyph`, `bad_code` or `does_not_fit`. */
export function setBlock(block: Block, width: number): readonly Piece[] {
  switch (block.kind) {
    case "text":
      return textPieces(block.text, { ...block, size: typePoints[block.size], width });
    case "heading":
      return heading(block.text, width);
    case "mark":
      return [markPiece(block.text, { size: 12, isBold: true, align: "center", width })];
    case "fields":
      return fieldPieces(block.fields, width);
    case "table":
      return tablePieces(block.columns, block.rows, width);
    case "totals":
      return block.rows.map((row) => totalPiece(row, width));
    case "code":
      return [space(6), labelledCode(block, width)];
    case "signature":
      return [space(6), signaturePiece(block, width)];
    case "rule":
      return [ruleOf(width, 0.6)];
    case "gap":
      return [space(8)];
  }
}

function heading(text: string, width: number): readonly Piece[] {
  const lines = textPieces(text, { size: 10.5, isBold: true, align: "left", width });
  return [{ ...stacked([space(6), ...lines, space(1)]), keepsNext: true }];
}

function paragraphOf(
  text: string,
  width: number,
  style: Partial<{ size: number; isBold: boolean; align: "left" | "center" | "right" }> = {},
): Piece {
  return stacked(textPieces(text, { size: normal, isBold: false, align: "left", width, ...style }));
}

// Two columns of names and values: what a clerk looks for stands at the same place on every document.
function fieldPieces(fields: readonly Field[], width: number): readonly Piece[] {
  const half = (width - 2 * cellGap) / 2;
  const rows: Piece[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const pair = fields.slice(at, at + 2).map((field, index) => ({
      piece: fieldPiece(field, half),
      left: index * (half + 2 * cellGap),
    }));
    rows.push(beside(pair));
  }
  return rows;
}

function fieldPiece({ label, value }: Field, width: number): Piece {
  const labelWidth = width * 0.36;
  // Smaller type, set lower by what it lacks in height, stands on the same line as the value.
  const labelLines = [paragraphOf(label, labelWidth - cellGap, { size: small })];
  return beside([
    { piece: stacked([space(normal - small), ...labelLines]), left: 0 },
    { piece: paragraphOf(value, width - labelWidth, { isBold: true }), left: labelWidth },
  ]);
}

function totalPiece(row: Field & { readonly isStrong: boolean }, width: number): Piece {
  const [labelWidth, valueWidth] = [width * 0.3, width * 0.22];
  const style = { isBold: row.isStrong, align: "right", size: row.isStrong ? 11 : normal } as const;
  return beside([
    { piece: paragraphOf(row.label, labelWidth, style), left: width - labelWidth - valueWidth },
    { piece: paragraphOf(row.value, valueWidth, style), left: width - valueWidth },
  ]);
}

function labelledCode(block: CodeBlock, width: number): Piece {
  const code = codePiece(block.symbol, { width: width * 0.6, height: isBars(block) ? 34 : 84 });
  const caption = paragraphOf(block.caption, Math.max(code.width, 120), { size: small });
  return stacked([code, space(2), caption]);
}

function isBars({ symbol }: CodeBlock): boolean {
  return !["qr", "data_matrix", "gs1_data_matrix"].includes(symbol.kind);
}

function signaturePiece(block: Extract<Block, { kind: "signature" }>, width: number): Piece {
  const own = width * 0.42;
  const lines = block.lines.map((line) => paragraphOf(line, own, { size: small, align: "center" }));
  const name = paragraphOf(block.name, own, { isBold: true, align: "center" });
  const piece = stacked([space(34), ruleOf(own, 0.6), name, ...lines]);
  const code = block.code === null ? space(0) : labelledCode(block.code, width);
  return beside([
    { piece: code, left: 0 },
    { piece, left: width - own },
  ]);
}

function tablePieces(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  width: number,
): readonly Piece[] {
  const titles = columns.map(({ title }) => title);
  const head = stacked([
    ruleOf(width, 0.8),
    cellsPiece(columns, titles, { width, isBold: true, size: small }),
    ruleOf(width, 0.8),
  ]);
  const body = rows.map((row) => ({ ...rowPiece(columns, row, width), head }));
  return [{ ...head, keepsNext: true }, ...body, ruleOf(width, 0.8)];
}

function rowPiece(columns: readonly TableColumn[], row: TableRow, width: number): Piece {
  const cells = cellsPiece(columns, row.cells, { width, isBold: false, size: normal });
  const notes = row.notes.map((note) => ({ ...paragraphOf(note, width - 14, { size: small }) }));
  const indented = notes.map((piece) => beside([{ piece, left: 14 }]));
  return stacked([cells, ...indented, space(3)]);
}

function cellsPiece(
  columns: readonly TableColumn[],
  cells: readonly string[],
  style: { readonly width: number; readonly isBold: boolean; readonly size: number },
): Piece {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  let left = 0;
  const parts = columns.map((column, index) => {
    const full = (style.width * column.share) / total;
    const face = { size: style.size, isBold: style.isBold, align: column.align };
    const piece = paragraphOf(cells[index] ?? "", full - cellGap, face);
    const part = { piece, left: column.align === "right" ? left + cellGap : left };
    left += full;
    return part;
  });
  return beside(parts);
}
