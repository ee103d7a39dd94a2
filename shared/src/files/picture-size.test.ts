import { expect, test } from "vitest";
import { picturePoints, type ReadAt } from "./picture-size.ts";

/** A page's description: its width and height, and where the next one stands. */
function page(width: number, height: number, next: number): Buffer {
  const bytes = Buffer.alloc(2 + 2 * 12 + 4);
  bytes.writeUInt16LE(2, 0);
  for (const [nth, [tag, value]] of [
    [256, width],
    [257, height],
  ].entries()) {
    bytes.writeUInt16LE(tag ?? 0, 2 + nth * 12);
    bytes.writeUInt16LE(4, 4 + nth * 12);
    bytes.writeUInt32LE(1, 6 + nth * 12);
    bytes.writeUInt32LE(value ?? 0, 10 + nth * 12);
  }
  bytes.writeUInt32LE(next, 26);
  return bytes;
}

const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
const pageBytes = 30;

/** A TIFF of pages, and how often it was read. */
function tiff(...pages: readonly Buffer[]) {
  const bytes = Buffer.concat([head, ...pages]);
  const reads: number[] = [];
  const read: ReadAt = (offset, length) => {
    reads.push(length);
    return Promise.resolve(bytes.subarray(offset, offset + length));
  };
  return { points: () => picturePoints("image/tiff", bytes, read), reads };
}

test("a picture of several pages has as many points as its largest", async () => {
  const { points } = tiff(page(10, 10, 8 + pageBytes), page(400, 300, 0));
  expect(await points()).toBe(120_000);
});

test("a page that leads back to one before is none that can be read, and is not read again and again", async () => {
  const { points, reads } = tiff(page(10, 10, 8 + pageBytes), page(10, 10, 8));
  expect(await points()).toBeNull();
  expect(reads.length).toBeLessThan(10);
});

test("more pages than anybody scans are not taken for as many as are looked at", async () => {
  const pages = Array.from({ length: 1_001 }, (_, nth) =>
    page(
      nth === 1_000 ? 60_000 : 1,
      nth === 1_000 ? 60_000 : 1,
      nth === 1_000 ? 0 : 8 + (nth + 1) * pageBytes,
    ),
  );
  expect(await tiff(...pages).points()).toBeNull();
});

test("a page that says more of itself than any picture does is not read", async () => {
  const vast = page(10, 10, 0);
  vast.writeUInt16LE(65_535, 0);
  const { points, reads } = tiff(vast);
  expect(await points()).toBeNull();
  expect(Math.max(...reads)).toBeLessThan(20_000);
});
