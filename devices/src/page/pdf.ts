import type { Image, SKRSContext2D } from "@napi-rs/canvas";
import { PDFDocument } from "#text/canvas.ts";
import type { DocumentContent } from "./block.ts";
import { fitted, readLogo } from "./logo.ts";
import { beside, ruleOf, space, stacked, textPieces, type Piece } from "./pieces.ts";
import { setBlock, typePoints } from "./set-block.ts";

/** Sheets that documents are set on: width, height and margin in points of 1/72 inch. */
export const pageSizes = {
  a4: { width: 595.28, height: 841.89, margin: 42 },
  a5: { width: 419.53, height: 595.28, margin: 28 },
} as const;

/** The name of a sheet. */
export type PageSize = keyof typeof pageSizes;

/** A finished document. */
export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** A document set on sheets, to be drawn on whatever takes them. */
export interface SetPages {
  readonly sheet: { readonly width: number; readonly height: number };
  readonly count: number;
  /** Draws a page, in points from its upper left corner. */
  readonly draw: (context: SKRSContext2D, index: number) => void;
}

/** Sets a document on sheets. Throws {@link SlipError}. */
export async function setPages(content: DocumentContent, size: PageSize): Promise<SetPages> {
  const sheet = pageSizes[size];
  const width = sheet.width - 2 * sheet.margin;
  const logo = content.letterhead.logo === null ? null : await readLogo(content.letterhead.logo);
  const footer = stacked(content.footer.flatMap((line) => small(line, width, "center")));
  // The last line of each page is its number.
  const footerTop = sheet.height - sheet.margin - footer.height - numberHeight;
  const bottom = footerTop - 8;
  const first = [
    ...letterheadPieces(content, logo, width),
    ...content.blocks.flatMap((block) => setBlock(block, width)),
  ];
  const running = [...small(content.running, width, "left"), ruleOf(width, 0.4)];
  const pages = paginate(first, running, bottom - sheet.margin);
  return {
    sheet,
    count: pages.length,
    draw: (context, index) => {
      context.fillStyle = "#000";
      stacked(pages[index] ?? []).draw(context, sheet.margin, sheet.margin);
      const number = small(content.pageOf(index + 1, pages.length), width, "right");
      const foot = stacked([ruleOf(width, 0.4), footer, ...number]);
      foot.draw(context, sheet.margin, footerTop - 6);
    },
  };
}

/** Sets a document as PDF with its fonts inside. Throws {@link SlipError}. */
export async function buildPdf(content: DocumentContent, size: PageSize): Promise<PdfFile> {
  const { sheet, count, draw } = await setPages(content, size);
  const document = new PDFDocument({
    title: content.title,
    creator: "Edgeward",
    producer: "Edgeward",
  });
  for (let index = 0; index < count; index += 1) {
    const context = document.beginPage(sheet.width, sheet.height);
    if (!isWholeContext(context)) throw new Error("a page that takes no pictures");
    draw(context, index);
    document.endPage();
  }
  return { bytes: Uint8Array.from(document.close()), pages: count };
}

const numberHeight = typePoints.small * 1.35;

function small(text: string, width: number, align: "left" | "center" | "right"): readonly Piece[] {
  return textPieces(text, { size: typePoints.small, isBold: false, align, width });
}

// The package declares a page's context as the browser's, without what it adds to it.
function isWholeContext(context: object): context is SKRSContext2D {
  return "drawImage" in context;
}

const logoBox = { width: 96, height: 54 };

function letterheadPieces(
  { letterhead, title }: DocumentContent,
  logo: Image | null,
  width: number,
): readonly Piece[] {
  const size = logo === null ? { width: 0, height: 0 } : fitted(logo, logoBox);
  const left = logo === null ? 0 : size.width + 12;
  const column = { width: width - left, align: "left", isBold: false } as const;
  const name = textPieces(letterhead.name, { ...column, size: 17, isBold: true });
  const lines = letterhead.lines.flatMap((line) => textPieces(line, { ...column, size: 8 }));
  const picture: Piece = {
    height: size.height,
    draw: (context, x, y) => {
      if (logo !== null) context.drawImage(logo, x, y, size.width, size.height);
    },
  };
  const text = stacked([...name, space(2), ...lines]);
  const titled = textPieces(title, { size: 13, isBold: true, align: "center", width });
  return [
    beside([
      { piece: picture, left: 0 },
      { piece: text, left },
    ]),
    ruleOf(width, 1.2),
    ...titled,
    space(4),
  ];
}

/** Divides pieces into pages of so much height; every page but the first begins with the running head. */
function paginate(
  pieces: readonly Piece[],
  running: readonly Piece[],
  height: number,
): readonly (readonly Piece[])[] {
  const pages: Piece[][] = [];
  let page: Piece[] = [];
  let used = 0;
  for (const [index, piece] of pieces.entries()) {
    const needed = piece.height + (piece.keepsNext === true ? (pieces[index + 1]?.height ?? 0) : 0);
    if (used + needed > height && page.length > 0) {
      pages.push(page);
      page = [...running, ...(piece.head === undefined ? [] : [piece.head])];
      used = page.reduce((sum, { height: own }) => sum + own, 0);
    }
    page.push(piece);
    used += piece.height;
  }
  return [...pages, page];
}
