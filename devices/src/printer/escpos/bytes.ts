import type { Raster } from "#text/text-raster.ts";

/** A number as ESC/POS writes it: the low byte first. */
export function twoBytes(value: number): readonly [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}

/**
 * The most bytes of one picture. A printer whose connection broke in the middle of a picture takes what comes next for the
 * rest of it: the smaller the picture, the less has to be sent to fill it up.
 */
export const mostPictureBytes = 4_096;

/** `GS v 0`: prints a picture dot for dot, in bands that follow each other without a gap. */
export function rasterBytes({ widthBytes, height, data }: Raster): Uint8Array {
  const most = Math.max(1, Math.floor(mostPictureBytes / Math.max(1, widthBytes)));
  const count = Math.max(1, Math.ceil(height / most));
  const bands = Array.from({ length: count }, (_, index) => {
    const rows = Math.min(most, height - index * most);
    const header = [0x1d, 0x76, 0x30, 0, ...twoBytes(widthBytes), ...twoBytes(rows)];
    const from = index * most * widthBytes;
    return Buffer.concat([Uint8Array.from(header), data.subarray(from, from + rows * widthBytes)]);
  });
  return Buffer.concat(bands);
}
