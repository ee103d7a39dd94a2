import { rasterizeSymbol } from "#code/symbol-raster.ts";
import type { Raster } from "#text/text-raster.ts";
import { placeItem } from "./label-layout.ts";
import { labelDots, type Label } from "./label.ts";

/** A picture at its place on a label, in dots as it comes out of the printer. */
export interface PlacedRaster {
  readonly left: number;
  readonly top: number;
  readonly raster: Raster;
}

/** A whole label as dots, as it comes out of the printer: a band narrow end first. */
export interface LabelPicture {
  readonly widthDots: number;
  readonly lengthDots: number;
  readonly raster: Raster;
}

/**
 * Draws all of a label into one picture, codes included: a module is so many whole dots, as where a printer draws the
 * code itself. Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function drawLabel({ media, items }: Label): LabelPicture {
  const across = labelDots(media, media.widthMm);
  const down = labelDots(media, media.heightMm);
  const widthBytes = Math.ceil(across / 8);
  const read: Raster = { widthBytes, height: down, data: new Uint8Array(widthBytes * down) };
  for (const item of items) {
    const placed = placeItem(item, media);
    const raster = placed.kind === "raster" ? placed.raster : rasterizeSymbol(placed.grid, placed);
    stamp(read, { left: placed.left, top: placed.top, raster });
  }
  if (!media.isTurned) return { widthDots: across, lengthDots: down, raster: read };
  return { widthDots: down, lengthDots: across, raster: turned(read) };
}

function isInk({ widthBytes, height, data }: Raster, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= widthBytes * 8 || y >= height) return false;
  return ((data[y * widthBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

function setInk({ widthBytes, height, data }: Raster, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= widthBytes * 8 || y >= height) return;
  const at = y * widthBytes + (x >> 3);
  data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
}

function stamp(paper: Raster, { left, top, raster }: PlacedRaster): void {
  for (let y = 0; y < raster.height; y += 1) {
    for (let x = 0; x < raster.widthBytes * 8; x += 1) {
      if (isInk(raster, x, y)) setInk(paper, left + x, top + y);
    }
  }
}

/** A picture turned a quarter clockwise. */
export function turned(raster: Raster): Raster {
  const widthBytes = Math.ceil(raster.height / 8);
  const height = raster.widthBytes * 8;
  const result: Raster = { widthBytes, height, data: new Uint8Array(widthBytes * height) };
  for (let y = 0; y < raster.height; y += 1) {
    for (let x = 0; x < height; x += 1) {
      if (isInk(raster, x, y)) setInk(result, raster.height - 1 - y, x);
    }
  }
  return result;
}
