import type { Canvas } from "@napi-rs/canvas";
import { blankCanvas } from "#text/text-raster.ts";
import type { DocumentContent } from "./block.ts";
import { setPages, type PageSize, type PdfFile, type SetPages } from "./pdf.ts";

/**
 * The pictures of pages that are given where no PDF is taken: PWG Raster of IPP Everywhere, URF of AirPrint, or PNG for a
 * print system that draws pictures itself.
 */
export const rasterFormats = ["pwg", "urf", "png"] as const;

/** How a page printer is given pictures of its pages. */
export interface PageRaster {
  readonly format: (typeof rasterFormats)[number];
  readonly dpi: number;
}

const pointsPerInch = 72;
// PWG 5102.4, table 2: sheets by their names.
const sheetNames: Readonly<Record<PageSize, string>> = {
  a4: "iso_a4_210x297mm",
  a5: "iso_a5_148x210mm",
};

/**
 * Draws a document page by page: in eight bits of grey, packed line by line (PWG 5102.4-2012; URF as CUPS writes it), or as
 * a PNG after the sheet's width and height in hundredths of an inch and the length of the PNG, numbers of 4 bytes with the
 * low byte first. Throws {@link SlipError}.
 */
export async function buildPageRaster(
  content: DocumentContent,
  size: PageSize,
  { format, dpi }: PageRaster,
): Promise<PdfFile> {
  const pages = await setPages(content, size);
  const width = Math.round((pages.sheet.width * dpi) / pointsPerInch);
  const height = Math.round((pages.sheet.height * dpi) / pointsPerInch);
  const page = { width, height, dpi, count: pages.count, size };
  const indexes = [...Array(pages.count).keys()];
  const parts =
    format === "png"
      ? indexes.map((index) => pngPage(pages, canvasOf(pages, index, page)))
      : rasterParts(pages, page, format);
  return { bytes: Uint8Array.from(Buffer.concat(parts)), pages: pages.count };
}

function rasterParts(
  pages: SetPages,
  page: RasterPage,
  format: "pwg" | "urf",
): readonly Uint8Array[] {
  const parts: Uint8Array[] = [format === "pwg" ? Buffer.from("RaS2") : urfHead(page.count)];
  for (let index = 0; index < page.count; index += 1) {
    parts.push(format === "pwg" ? pwgHeader(page, pages) : urfHeader(page));
    parts.push(packedLines(greyOf(pages, index, page), page.width));
  }
  return parts;
}

function pngPage({ sheet }: SetPages, canvas: Canvas): Uint8Array {
  const png = canvas.toBuffer("image/png");
  const head = Buffer.alloc(12);
  head.writeInt32LE(Math.round((sheet.width * 100) / pointsPerInch), 0);
  head.writeInt32LE(Math.round((sheet.height * 100) / pointsPerInch), 4);
  head.writeInt32LE(png.length, 8);
  return Buffer.concat([head, png]);
}

interface RasterPage {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly count: number;
  readonly size: PageSize;
}

function canvasOf(pages: SetPages, index: number, { width, height, dpi }: RasterPage): Canvas {
  const canvas = blankCanvas(width, height);
  const context = canvas.getContext("2d");
  context.scale(dpi / pointsPerInch, dpi / pointsPerInch);
  pages.draw(context, index);
  return canvas;
}

function greyOf(pages: SetPages, index: number, page: RasterPage): Uint8Array {
  const { width, height } = page;
  const context = canvasOf(pages, index, page).getContext("2d");
  const rgba = context.getImageData(0, 0, width, height).data;
  // What we draw is black on white: one of the three colours is all of it.
  return Uint8Array.from({ length: width * height }, (_, at) => rgba[at * 4 + 1] ?? 0xff);
}

const sGrey = 18;

/** The 1,796 bytes before each page, all numbers with the high byte first. */
function pwgHeader({ width, height, dpi, count, size }: RasterPage, { sheet }: SetPages): Buffer {
  const header = Buffer.alloc(1_796);
  header.write("PwgRaster", 0, "ascii");
  const numbers: readonly (readonly [offset: number, value: number])[] = [
    [276, dpi],
    [280, dpi],
    [340, 1],
    [352, Math.round(sheet.width)],
    [356, Math.round(sheet.height)],
    [372, width],
    [376, height],
    [384, 8],
    [388, 8],
    [392, width],
    [400, sGrey],
    [420, 1],
    [452, count],
    [456, 1],
    [460, 1],
    [472, width],
    [476, height],
  ];
  for (const [offset, value] of numbers) header.writeUInt32BE(value, offset);
  header.write(sheetNames[size], 1_732, "ascii");
  return header;
}

function urfHead(count: number): Buffer {
  const head = Buffer.from("UNIRAST\0\0\0\0\0", "latin1");
  head.writeUInt32BE(count, 8);
  return head;
}

/** The 32 bytes before each page: bits, grey, one-sided, normal quality, and the size. */
function urfHeader({ width, height, dpi }: RasterPage): Buffer {
  const header = Buffer.alloc(32);
  header.set([8, 0, 1, 4]);
  header.writeUInt32BE(width, 12);
  header.writeUInt32BE(height, 16);
  header.writeUInt32BE(dpi, 20);
  return header;
}

const mostRepeats = 256;
const mostInRun = 128;

/** Each line once with how often it follows, its pixels in runs. */
function packedLines(grey: Uint8Array, width: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const lineAt = (start: number) => grey.subarray(start, start + width);
  for (let start = 0; start < grey.length;) {
    const line = lineAt(start);
    let count = 1;
    while (
      count < mostRepeats &&
      start + count * width < grey.length &&
      Buffer.compare(line, lineAt(start + count * width)) === 0
    ) {
      count += 1;
    }
    parts.push(Uint8Array.of(count - 1), packedLine(line));
    start += count * width;
  }
  return Buffer.concat(parts);
}

function packedLine(line: Uint8Array): Uint8Array {
  const packed: number[] = [];
  for (let at = 0; at < line.length;) {
    const same = runAt(line, at);
    if (same > 1) {
      packed.push(same - 1, line[at] ?? 0);
      at += same;
      continue;
    }
    let end = at + 1;
    while (end < line.length && end - at < mostInRun && runAt(line, end) === 1) end += 1;
    // One alone is a run of one; so many different ones are 257 less their number.
    if (end - at === 1) packed.push(0, line[at] ?? 0);
    else packed.push(257 - (end - at), ...line.subarray(at, end));
    at = end;
  }
  return Uint8Array.from(packed);
}

function runAt(line: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < line.length && end - at < mostInRun && line[end] === line[at]) end += 1;
  return end - at;
}
