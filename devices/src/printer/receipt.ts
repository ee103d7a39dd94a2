import type { Block, DocumentContent, TableColumn, TableRow, TypeSize } from "#page/block.ts";
import { rasterizeLogo } from "#page/logo.ts";
import type { ReceiptBuilder, RowCell, TextStyle } from "#printer/escpos/builder.ts";
import type { PrinterProfile } from "./profile.ts";
import { createReceiptBuilder } from "./receipt-builder.ts";
import type { PrintParts } from "./token-slip.ts";

const scales: Readonly<Record<TypeSize, TextStyle["scale"]>> = {
  small: 1,
  normal: 1,
  large: 2,
  huge: 3,
};
const centred: TextStyle = { align: "center", isBold: false, scale: 1 };
const strong: TextStyle = { align: "left", isBold: true, scale: 1 };
const logoDots = 112;

/** A document as a receipt, its cut apart. Throws {@link SlipError}. */
export async function buildReceipt(
  content: DocumentContent,
  profile: PrinterProfile,
): Promise<PrintParts> {
  const builder = createReceiptBuilder(profile);
  const { letterhead } = content;
  if (letterhead.logo !== null) {
    const box = { width: profile.widthDots / 2, height: logoDots };
    builder.picture(await rasterizeLogo(letterhead.logo, box), "center");
  }
  builder.text(letterhead.name, { ...centred, isBold: true, scale: 2 });
  for (const line of letterhead.lines) builder.text(line, centred);
  builder.rule();
  builder.text(content.title, { ...centred, isBold: true });
  for (const [index, block] of content.blocks.entries()) {
    // A table ends in a line of its own.
    if (block.kind === "heading" && content.blocks[index - 1]?.kind !== "table") builder.rule();
    addBlock(builder, block, profile.columns);
  }
  if (content.footer.length > 0) builder.rule();
  for (const line of content.footer) builder.text(line, centred);
  builder.feed(1);
  const trailer = createReceiptBuilder(profile);
  trailer.cut();
  return { body: builder.bytes(), trailer: trailer.bytes(), ends: builder.ends() };
}

function addBlock(builder: ReceiptBuilder, block: Block, columns: number): void {
  switch (block.kind) {
    case "text":
      return builder.text(block.text, { ...block, scale: scales[block.size] });
    case "heading":
      return builder.text(block.text, strong);
    case "mark":
      return builder.text(`*** ${block.text} ***`, { ...centred, isBold: true });
    case "fields":
      for (const { label, value } of block.fields)
        builder.text(`${label}: ${value}`, { ...strong, isBold: false });
      return undefined;
    case "table":
      return addTable(builder, block, columns);
    case "totals":
      for (const row of block.rows)
        builder.row(pair(row.label, row.value, columns), { isBold: row.isStrong });
      return undefined;
    case "code":
      builder.feed(1);
      builder.code(block.symbol, { moduleDots: 6, barDots: 80 });
      return builder.text(block.caption, centred);
    case "signature":
      if (block.code !== null) addBlock(builder, block.code, columns);
      builder.feed(2);
      for (const line of [block.name, ...block.lines])
        builder.text(line, { ...centred, align: "right" });
      return undefined;
    case "rule":
      return builder.rule();
    case "gap":
      return builder.feed(1);
  }
}

// An amount keeps its place at the right, and what it is of gets the rest of the line.
function pair(label: string, value: string, columns: number): readonly RowCell[] {
  const right = Math.min(columns - 8, Math.max(12, Array.from(value).length + 1));
  return [
    { text: label, columns: columns - right, align: "left" },
    { text: value, columns: right, align: "right" },
  ];
}

function addTable(
  builder: ReceiptBuilder,
  table: Extract<Block, { kind: "table" }>,
  columns: number,
): void {
  const heads = table.columns.map(({ title }) => title);
  builder.rule();
  addRow(builder, table.columns, { cells: heads, notes: [] }, { columns, isHead: true });
  builder.rule();
  for (const row of table.rows) addRow(builder, table.columns, row, { columns, isHead: false });
  builder.rule();
}

function addRow(
  builder: ReceiptBuilder,
  tableColumns: readonly TableColumn[],
  row: TableRow,
  { columns, isHead }: { readonly columns: number; readonly isHead: boolean },
): void {
  const lines = cellsOf(tableColumns, row, "line");
  const cells = cellsOf(tableColumns, row, "cell");
  if (!isHead || cells.length === 0) {
    for (const { text } of lines) if (text !== "") builder.text(text, strong);
  }
  const total = cells.reduce((sum, { share }) => sum + share, 0);
  const room = columns - (cells.length - 1);
  const widths = cells.map(({ share }) => Math.floor((room * share) / total));
  const spare = room - widths.reduce((sum, width) => sum + width, 0);
  // One empty column between two: figures that touch are read as one.
  const set = cells.flatMap(({ text, align }, index): readonly RowCell[] => {
    const width = widths[index] ?? 0;
    if (index === 0) return [{ text, align, columns: width + spare }];
    return [
      { text: "", align: "left", columns: 1 },
      { text, align, columns: width },
    ];
  });
  if (set.some(({ text }) => text !== "")) builder.row(set, { isBold: isHead });
  for (const note of row.notes) builder.text(note, { ...strong, isBold: false });
}

function cellsOf(columns: readonly TableColumn[], row: TableRow, place: TableColumn["onReceipt"]) {
  return columns
    .map((column, index) => ({ ...column, text: row.cells[index] ?? "" }))
    .filter(({ onReceipt }) => onReceipt === place);
}
