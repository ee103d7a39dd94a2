import type { QrCorrection, SymbolGrid } from "#code/symbol.ts";
import type { Align } from "#printer/escpos/builder.ts";
import type { Raster } from "#text/text-raster.ts";

/** How a printer draws characters with its own font. */
export interface TypeStyle {
  readonly font: "A" | "B";
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isInverted: boolean;
  readonly widthScale: number;
  readonly heightScale: number;
}

/** Neighbouring characters of one style. */
export interface TextRun {
  readonly text: string;
  readonly style: TypeStyle;
}

/** One printed line of text; `heightDots` is how far the paper moves for it. */
export interface TextLine {
  readonly kind: "line";
  readonly align: Align;
  readonly runs: readonly TextRun[];
  readonly heightDots: number;
}

/** A picture on the paper; the scales are 1 or 2. */
export interface PrintedRaster {
  readonly kind: "raster";
  readonly align: Align;
  readonly raster: Raster;
  readonly widthScale: number;
  readonly heightScale: number;
}

/** A QR symbol that the printer made. */
export interface PrintedQr {
  readonly kind: "qr";
  readonly align: Align;
  readonly content: string;
  readonly moduleDots: number;
  readonly correction: QrCorrection;
}

/** A bar code that the printer made. */
export interface PrintedBars {
  readonly kind: "bars";
  readonly align: Align;
  readonly grid: SymbolGrid;
  readonly moduleDots: number;
  readonly heightDots: number;
}

/** Paper moved without printing. */
export interface PaperFeed {
  readonly kind: "feed";
  readonly dots: number;
}

/** One element of a printout, from top to bottom. */
export type PrintoutItem = TextLine | PrintedRaster | PrintedQr | PrintedBars | PaperFeed;

/** A printout that was cut or torn off. */
export interface Printout {
  readonly items: readonly PrintoutItem[];
  readonly cut: "full" | "partial" | "torn";
}

/** The characters of a printout, line by line, without pictures. */
export function printoutText(printout: Printout): string {
  return printout.items
    .filter((item) => item.kind === "line")
    .map((line) => line.runs.map(({ text }) => text).join(""))
    .join("\n");
}

/** The pictures of a printout, from top to bottom. */
export function printoutRasters(printout: Printout): readonly PrintedRaster[] {
  return printout.items.filter((item) => item.kind === "raster");
}

/** The QR symbols of a printout, from top to bottom. */
export function printoutQrs(printout: Printout): readonly PrintedQr[] {
  return printout.items.filter((item) => item.kind === "qr");
}

/** How far one character moves along the line, in dots: font A is 12 x 24, font B 9 x 17. */
export function advanceDots(style: TypeStyle): number {
  return (style.font === "A" ? 12 : 9) * style.widthScale;
}

/** The height of a character, in dots. */
export function characterDots(style: TypeStyle): number {
  return (style.font === "A" ? 24 : 17) * style.heightScale;
}
