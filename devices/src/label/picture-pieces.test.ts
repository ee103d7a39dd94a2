import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Raster } from "#text/text-raster.ts";
import type { PlacedRaster } from "./label-picture.ts";
import { piecesOf, unfinishedLabelFiller, whiteSet } from "./picture-pieces.ts";

const pictures = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 150 }))
  .chain(([widthBytes, height]) => {
    const length = widthBytes * height;
    const noise = fc.uint8Array({ minLength: length, maxLength: length });
    const lines = fc.nat(255).map((byte) => new Uint8Array(length).fill(byte));
    // White but for a few dots, as labels are.
    const dots = fc.array(fc.nat(length - 1), { maxLength: 6 }).map((places) => {
      const data = new Uint8Array(length);
      for (const place of places) data[place] = 0x81;
      return data;
    });
    return fc.oneof(noise, lines, dots).map((data) => ({ widthBytes, height, data }));
  });

/** The pieces laid onto white paper of the picture's size; a dot that two pieces have is counted twice. */
function laidOut({ widthBytes, height }: Raster, pieces: readonly PlacedRaster[]): number[] {
  const bytes = Array.from({ length: widthBytes * height }, () => 0);
  for (const { left, top, raster } of pieces) {
    for (const [at, byte] of raster.data.entries()) {
      const row = top + Math.floor(at / raster.widthBytes);
      const place = row * widthBytes + left / 8 + (at % raster.widthBytes);
      bytes[place] = (bytes[place] ?? 0) + byte;
    }
  }
  return bytes;
}

describe("the pieces of a picture", () => {
  test("are together the picture, each at most 4,096 bytes", () => {
    fc.assert(
      fc.property(pictures, (raster) => {
        const pieces = piecesOf(raster);
        expect(laidOut(raster, pieces)).toEqual([...raster.data]);
        expect(pieces.every(({ raster: { data } }) => data.length <= 4_096)).toBe(true);
      }),
    );
  });

  test("hold no data that must not be sent in one, whatever the picture shows", () => {
    const isCalm = (data: Uint8Array) =>
      !data.some((byte, at) => byte > 127 && (data[at + 1] ?? 0) > 127);
    fc.assert(
      fc.property(pictures, (raster) => {
        const pieces = piecesOf(raster, isCalm);
        expect(laidOut(raster, pieces)).toEqual([...raster.data]);
        expect(pieces.every(({ raster: { data } }) => isCalm(data))).toBe(true);
      }),
    );
  });

  test("leave out what is white", () => {
    expect(piecesOf({ widthBytes: 10, height: 10, data: new Uint8Array(100) })).toEqual([]);
    const data = new Uint8Array(100);
    data[42] = 0x18;
    const [piece, ...more] = piecesOf({ widthBytes: 10, height: 10, data });
    expect(more).toEqual([]);
    expect(piece).toMatchObject({ left: 16, top: 4, raster: { widthBytes: 1, height: 1 } });
  });

  test("are all shorter than what fills an unfinished one up", () => {
    expect(unfinishedLabelFiller.length).toBeGreaterThan(4_096);
  });

  test("are turned white for black and back again", () => {
    const data = Uint8Array.of(0, 0xff, 0x12);
    expect([...whiteSet(data)]).toEqual([0xff, 0, 0xed]);
    expect(whiteSet(whiteSet(data))).toEqual(data);
  });
});
