/** The most points that a picture may have: what opens it holds four bytes of each in memory. */
export const maximumPicturePoints = 50_000_000;

/** Reads bytes of a file wherever they stand; fewer where it ends before. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

const countBytes = 2;
const tagBytes = 12;
const nextBytes = 4;
const widthTag = 256;
const heightTag = 257;
const shortKind = 3;
// A scan of a whole file of paper has some hundred pages, and a page some dozen tags.
const mostPages = 1_000;
const mostTags = 256;

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
  const page = await read(offset, countBytes + mostTags * tagBytes + nextBytes);
  const count = order.short(page, 0);
  if (count > mostTags) throw new RangeError("a page has too many tags");
  const sizes = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = countBytes + index * tagBytes;
    const isShort = order.short(page, at + 2) === shortKind;
    const value = isShort ? order.short(page, at + 8) : order.long(page, at + 8);
    sizes.set(order.short(page, at), value);
  }
  const points = (sizes.get(widthTag) ?? 0) * (sizes.get(heightTag) ?? 0);
  if (points === 0) throw new RangeError("a page has no size");
  return { points, next: order.long(page, countBytes + count * tagBytes) };
}

// A scanner writes what describes a page behind its points, and a page behind a page; whoever writes a page that leads back,
// or more of them than are looked at, wants something else.
async function tiffPoints(read: ReadAt): Promise<number> {
  const head = await read(0, 8);
  const order = head.toString("latin1", 0, 2) === "II" ? littleEndian : bigEndian;
  const seen = new Set<number>();
  let most = 0;
  for (let offset = order.long(head, 4); offset !== 0;) {
    if (seen.has(offset) || seen.size === mostPages) throw new RangeError("pages have no end");
    seen.add(offset);
    const { points, next } = await tiffPage(read, order, offset);
    most = Math.max(most, points);
    offset = next;
  }
  return most;
}

async function pointsIn(head: Uint8Array): Promise<number> {
  const { imageSize } = await import("image-size");
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
    const points = contentType === "image/tiff" ? await tiffPoints(read) : await pointsIn(head);
    return points > 0 ? points : null;
  } catch {
    return null;
  }
}
