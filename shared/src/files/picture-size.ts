import { imageSize } from "image-size";

/** The most points that a picture may have: what opens it holds four bytes of each in memory. */
export const maximumPicturePoints = 50_000_000;

/** Reads bytes of a file wherever they stand; fewer where it ends before. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

const tagBytes = 12;
const widthTag = 256;
const heightTag = 257;
const shortKind = 3;
// A scan of a whole file of paper has some hundred pages.
const mostPages = 1_000;

interface TiffOrder {
  short(bytes: Buffer, at: number): number;
  long(bytes: Buffer, at: number): number;
}

const littleEndian: TiffOrder = {
  short: (bytes, at) => bytes.readUInt16LE(at),
  long: (bytes, at) => bytes.readUInt32LE(at),
};
const bigEndian: TiffOrder = {
  short: (bytes, at) => bytes.readUInt16BE(at),
  long: (bytes, at) => bytes.readUInt32BE(at),
};

async function tiffPage(read: ReadAt, order: TiffOrder, offset: number) {
  const count = order.short(await read(offset, 2), 0);
  const directory = await read(offset + 2, count * tagBytes + 4);
  const sizes = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = index * tagBytes;
    const isShort = order.short(directory, at + 2) === shortKind;
    const value = isShort ? order.short(directory, at + 8) : order.long(directory, at + 8);
    sizes.set(order.short(directory, at), value);
  }
  const points = (sizes.get(widthTag) ?? 0) * (sizes.get(heightTag) ?? 0);
  return { points, next: order.long(directory, count * tagBytes) };
}

// A scanner writes what describes a page behind its points, and a page behind a page.
async function tiffPoints(read: ReadAt): Promise<number> {
  const head = await read(0, 8);
  const order = head.toString("latin1", 0, 2) === "II" ? littleEndian : bigEndian;
  let most = 0;
  let offset = order.long(head, 4);
  for (let page = 0; offset !== 0 && page < mostPages; page += 1) {
    const { points, next } = await tiffPage(read, order, offset);
    if (points === 0) return 0;
    most = Math.max(most, points);
    offset = next;
  }
  return most;
}

function pointsIn(head: Uint8Array): number {
  const { width, height } = imageSize(head);
  return width * height;
}

/** How many points a picture has, its largest page where it has several; null where it cannot be read. */
export async function picturePoints(
  contentType: string,
  head: Uint8Array,
  read: ReadAt,
): Promise<number | null> {
  try {
    const points = contentType === "image/tiff" ? await tiffPoints(read) : pointsIn(head);
    return points > 0 ? points : null;
  } catch {
    return null;
  }
}
