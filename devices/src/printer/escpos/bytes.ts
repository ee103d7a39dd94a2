import type { PaperCut, PrinterProfile } from "#printer/profile.ts";
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
function rasterBands(
  { widthBytes, height, data }: Raster,
  mostBytes: number,
): readonly Uint8Array[] {
  const most = Math.max(1, Math.floor(mostBytes / Math.max(1, widthBytes)));
  const count = Math.max(1, Math.ceil(height / most));
  return Array.from({ length: count }, (_, index) => {
    const rows = Math.min(most, height - index * most);
    const header = [0x1d, 0x76, 0x30, 0, ...twoBytes(widthBytes), ...twoBytes(rows)];
    const from = index * most * widthBytes;
    return Buffer.concat([Uint8Array.from(header), data.subarray(from, from + rows * widthBytes)]);
  });
}

/** A picture as the head of the profile prints it, in bands that can be sent one after the other. */
export function pictureBands(
  raster: Raster,
  { head, bandBytes = mostPictureBytes }: Pick<PrinterProfile, "head" | "bandBytes">,
): readonly Uint8Array[] {
  return head === "pins" ? [pinBytes(raster)] : rasterBands(raster, bandBytes);
}

/** All bands of a picture. */
export function pictureBytes(
  raster: Raster,
  profile: Pick<PrinterProfile, "head" | "bandBytes">,
): Uint8Array {
  return Buffer.concat(pictureBands(raster, profile));
}

// Across, pins are struck 160 times to the inch, and stand 1/72 inch apart.
const pinRowsPerDot = 72 / 160;
const pins = 8;
// Of the rows that one pin stands for, so many parts must be black: thin strokes would vanish with more.
const blackShare = 0.3;
// `ESC 3`: eight pins in units of 1/144 inch, so that one band touches the next; then the usual spacing again.
const bandSpacing = Uint8Array.of(0x1b, 0x33, 16);
const usualSpacing = Uint8Array.of(0x1b, 0x32);

/** `ESC * 1`: bands of eight rows at double density (TM-U220 technical reference). */
function pinBytes(raster: Raster): Uint8Array {
  const rows = Math.max(1, Math.ceil(raster.height * pinRowsPerDot));
  const width = raster.widthBytes * 8;
  const bands = Array.from({ length: Math.ceil(rows / pins) }, (_, band) => {
    const columns = Uint8Array.from({ length: width }, (__, x) =>
      pinColumn(raster, x, band * pins),
    );
    // What is white at the end of a band is not struck.
    const used = columns.subarray(0, columns.findLastIndex((byte) => byte !== 0) + 1);
    const head = used.length === 0 ? [] : [0x1b, 0x2a, 1, ...twoBytes(used.length)];
    return Buffer.concat([Uint8Array.from(head), used, Uint8Array.of(0x0a)]);
  });
  return Buffer.concat([bandSpacing, ...bands, usualSpacing]);
}

/** Eight pins of one column, the topmost in the highest bit. */
function pinColumn(raster: Raster, x: number, firstRow: number): number {
  let byte = 0;
  for (let pin = 0; pin < pins; pin += 1) {
    if (isStruck(raster, x, firstRow + pin)) byte |= 0x80 >> pin;
  }
  return byte;
}

function isStruck({ widthBytes, height, data }: Raster, x: number, row: number): boolean {
  const from = Math.floor(row / pinRowsPerDot);
  const to = Math.min(height, Math.max(from + 1, Math.floor((row + 1) / pinRowsPerDot)));
  let black = 0;
  for (let y = from; y < to; y += 1) {
    if (((data[y * widthBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) black += 1;
  }
  return black > 0 && black >= (to - from) * blackShare;
}

const usualCut: PaperCut = { mode: "full", feedLines: 4 };

/** Brings the last line past the blade, by `GS V 65` and `66` where the printer knows how far that is, and cuts. */
export function cutBytes({ cut = usualCut }: Pick<PrinterProfile, "cut">): Uint8Array {
  const { mode, feedLines } = cut;
  const feed = feedLines === undefined ? [] : [0x1b, 0x64, feedLines];
  if (mode === "none") return Uint8Array.from(feed);
  if (feedLines === undefined) return Uint8Array.of(0x1d, 0x56, mode === "full" ? 65 : 66, 0);
  return Uint8Array.from([...feed, 0x1d, 0x56, mode === "full" ? 0 : 1]);
}
