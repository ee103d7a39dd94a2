import { expect, test } from "vitest";
import { ContentSeen } from "@edgeward/shared/files/document-sniff.ts";
import { picturePoints, type ReadAt } from "@edgeward/shared/files/picture-size.ts";
import { agreesWithName, documentTypes } from "@edgeward/shared/clinical/files/document-types.ts";
import { goodFiles, pdfBytes, pngOf, strangeFiles, tiffOf } from "#support/document-files.ts";

async function typeOf(bytes: Uint8Array, filename: string, step = 7): Promise<string | null> {
  const seen = new ContentSeen();
  for (let at = 0; at < bytes.length; at += step) seen.see(bytes.subarray(at, at + step));
  return seen.typeFor(filename);
}

async function isTaken(bytes: Uint8Array, filename: string): Promise<boolean> {
  const type = await typeOf(bytes, filename);
  return type !== null && documentTypes[type] !== undefined && agreesWithName(type, filename);
}

const kinds = Object.keys(goodFiles);

test.each(kinds)("a %s is taken under its own name, in capitals as well", async (kind) => {
  const bytes = goodFiles[kind] ?? Buffer.alloc(0);
  expect(await isTaken(bytes, `paper.${kind}`)).toBe(true);
  expect(await isTaken(bytes, `Scan 1.old.${kind.toUpperCase()}`)).toBe(true);
});

// What one is called does not show of plain text, which a table is as well.
const bothTexts = new Set(["txt csv", "csv txt"]);
const misnamed = Object.entries({ ...goodFiles, ...strangeFiles }).flatMap(([kind, bytes]) =>
  ["pdf", "jpg", "docx", "txt", "csv", "exe", ""]
    .filter((name) => name !== kind && !bothTexts.has(`${kind} ${name}`))
    .map((name) => ({ kind, name, bytes })),
);

test.each(misnamed)("a $kind called paper.$name is refused", async ({ name, bytes }) => {
  expect(await isTaken(bytes, name === "" ? "paper" : `paper.${name}`)).toBe(false);
});

test("there are enough wrong names to be sure", () => {
  expect(misnamed.length).toBeGreaterThan(40);
});

test("a text is read to its end: one byte that is no text makes another file of it", async () => {
  const long = Buffer.from("Ein langer Befund. ".repeat(200_000));
  expect(await typeOf(long, "a.txt", 65_536)).toBe("text/plain");
  const broken = Buffer.concat([long, Buffer.from([0xc3])]);
  expect(await typeOf(broken, "a.txt", 65_536)).toBeNull();
  const bell = Buffer.concat([long, Buffer.from([0])]);
  expect(await typeOf(bell, "a.txt", 65_536)).toBeNull();
});

function reading(bytes: Buffer): ReadAt {
  return (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length));
}

test.each([
  ["image/png", pngOf(10_000, 5_000), 50_000_000],
  ["image/png", pngOf(65_000, 65_000), 4_225_000_000],
  ["image/tiff", tiffOf([100, 100], [9_000, 9_000], [50, 50]), 81_000_000],
  ["image/jpeg", goodFiles["jpg"] ?? pdfBytes, 2_480 * 3_508],
  ["image/webp", goodFiles["webp"] ?? pdfBytes, 2_480 * 3_508],
  ["image/heic", goodFiles["heic"] ?? pdfBytes, 4_032 * 3_024],
  ["image/png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), null],
  ["image/tiff", Buffer.from("II*\0\xff\xff\xff\x7f", "latin1"), null],
  ["image/tiff", tiffOf([0, 100]), null],
])("the size of a picture in %s is read, of its largest page", async (type, bytes, points) => {
  expect(await picturePoints(type, bytes, reading(bytes))).toBe(points);
});
