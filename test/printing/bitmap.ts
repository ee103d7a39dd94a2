import { crc32, deflateSync } from "node:zlib";
import { createCanvas, loadImage } from "@napi-rs/canvas";

/** A picture of black and white dots; 1 is black. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/** Reads any picture as black and white. */
export async function bitmapOf(png: Uint8Array): Promise<Bitmap> {
  const image = await loadImage(Buffer.from(png));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const rgba = context.getImageData(0, 0, width, height).data;
  const dots = Uint8Array.from({ length: width * height }, (_, dot) =>
    (rgba[dot * 4] ?? 255) < 160 ? 1 : 0,
  );
  return { width, height, dots };
}

/** Writes a PNG of one bit a dot: a golden picture of a receipt is a few kilobytes. */
export function oneBitPng({ width, height, dots }: Bitmap): Buffer {
  const rowBytes = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < rowBytes * 8 - 8; x += 1) {
      // In PNG a set bit is white; what the last byte has to spare is white too.
      if (x < width && dots[y * width + x] === 1) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "ascii"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The share of ink that two pictures of one size do not have in common: 0 for equals, 1 for strangers. */
export function inkDifference(one: Bitmap, other: Bitmap): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let either = 0;
  let different = 0;
  for (const [index, dot] of one.dots.entries()) {
    if (dot === 0 && other.dots[index] === 0) continue;
    either += 1;
    if (dot !== other.dots[index]) different += 1;
  }
  return either === 0 ? 0 : different / either;
}
