import type { PlacedRaster } from "#label/label-picture.ts";
import { blankCanvas, drawRaster } from "#text/text-raster.ts";

/** A label that was printed. */
export interface PrintedLabel {
  readonly widthDots: number;
  readonly lengthDots: number;
  readonly copies: number;
  readonly pictures: readonly PlacedRaster[];
}

/** What comes of a stream in a language of label printers. */
export type LabelEvent =
  | { readonly kind: "label"; readonly label: PrintedLabel }
  /** The question how the printer is, where it stands among the commands. */
  | { readonly kind: "status_request" }
  /** A command that we do not know, or do not carry out. */
  | { readonly kind: "unknown"; readonly command: string };

/** A label printer without labels: takes bytes in any chunking and never throws. */
export interface LabelInterpreter {
  push(bytes: Uint8Array): void;
}

/** Draws a label as a PNG, one pixel a dot, as it comes out of the printer. */
export async function renderLabel(label: PrintedLabel): Promise<Buffer> {
  const canvas = blankCanvas(Math.max(1, label.widthDots), Math.max(1, label.lengthDots));
  for (const { left, top, raster } of label.pictures) {
    drawRaster(canvas.getContext("2d"), raster, { left, top });
  }
  return await canvas.encode("png");
}
