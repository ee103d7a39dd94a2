import type { Raster } from "#text/text-raster.ts";
import type { SymbolGrid } from "./symbol.ts";

/** How large a code is drawn, in dots. */
export interface SymbolSize {
  readonly moduleDots: number;
  /** Height of the bars; a code of squares is as high as its modules make it. */
  readonly barDots: number;
}

/** Draws a code dot for dot, without its quiet zone. */
export function rasterizeSymbol(grid: SymbolGrid, size: SymbolSize): Raster {
  const { moduleDots } = size;
  const height = grid.rows === 1 ? size.barDots : grid.rows * moduleDots;
  const widthBytes = Math.ceil((grid.columns * moduleDots) / 8);
  const data = new Uint8Array(widthBytes * height);
  for (let y = 0; y < height; y += 1) {
    const row = grid.rows === 1 ? 0 : Math.floor(y / moduleDots);
    for (let x = 0; x < grid.columns * moduleDots; x += 1) {
      if (grid.cells[row * grid.columns + Math.floor(x / moduleDots)] !== 1) continue;
      const at = y * widthBytes + (x >> 3);
      data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { widthBytes, height, data };
}
