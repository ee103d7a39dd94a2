import type { Raster } from "./text-raster.ts";

/** A number as ESC/POS writes it: the low byte first. */
export function twoBytes(value: number): readonly [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}

/** `GS v 0`: prints a picture dot for dot. */
export function rasterBytes(raster: Raster): Uint8Array {
  const header = [0x1d, 0x76, 0x30, 0, ...twoBytes(raster.widthBytes), ...twoBytes(raster.height)];
  return Buffer.concat([Uint8Array.from(header), raster.data]);
}
