import { loadImage } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { blankCanvas } from "#text/text-raster.ts";
import type { DocumentContent } from "./block.ts";
import { buildPageRaster, type PageRaster } from "./page-raster.ts";

const content: DocumentContent = {
  letterhead: { name: "City Clinic", lines: ["12 Station Road"], logo: null },
  title: "Report",
  running: "Report",
  blocks: Array.from({ length: 90 }, (_, index) => ({
    kind: "text",
    text: `Line ${index} लक्ष्मी`,
    size: "normal",
    isBold: false,
    align: "left",
  })),
  footer: ["Get well soon."],
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
};

interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly name: string;
  readonly grey: Uint8Array;
}

/** Reads lines as PWG 5102.4, section 4.4 has them. */
function unpacked(bytes: Buffer, start: number, width: number, height: number) {
  const grey = new Uint8Array(width * height);
  let at = start;
  for (let y = 0; y < height;) {
    const times = (bytes[at] ?? 0) + 1;
    at += 1;
    const line: number[] = [];
    while (line.length < width) {
      const code = bytes[at] ?? 0;
      if (code < 128) {
        line.push(...Array.from({ length: code + 1 }, () => bytes[at + 1] ?? 0));
        at += 2;
      } else {
        line.push(...bytes.subarray(at + 1, at + 1 + 257 - code));
        at += 1 + 257 - code;
      }
    }
    expect(line.length).toBe(width);
    for (let count = 0; count < times; count += 1) grey.set(line, (y + count) * width);
    y += times;
  }
  return { grey, end: at };
}

function pagesOf(file: Uint8Array, format: PageRaster["format"]): readonly ReadPage[] {
  const bytes = Buffer.from(file);
  const isPwg = format === "pwg";
  const pages: ReadPage[] = [];
  let at = isPwg ? 4 : 12;
  expect(bytes.toString("latin1", 0, isPwg ? 4 : 8)).toBe(isPwg ? "RaS2" : "UNIRAST\0");
  while (at < bytes.length) {
    const [widthAt, heightAt, dpiAt, length] = isPwg ? [372, 376, 276, 1_796] : [12, 16, 20, 32];
    const [width, height, dpi] = [widthAt, heightAt, dpiAt].map((off) =>
      bytes.readUInt32BE(at + off),
    );
    if (width === undefined || height === undefined || dpi === undefined)
      throw new Error("no size");
    const name = isPwg ? bytes.toString("ascii", at + 1_732, at + 1_748) : "";
    const { grey, end } = unpacked(bytes, at + length, width, height);
    pages.push({ width, height, dpi, name, grey });
    at = end;
  }
  return pages;
}

describe.each(["pwg", "urf"] as const)("pages as %s", (format) => {
  test("are read back line by line, each with its ink and the size of its sheet", async () => {
    const file = await buildPageRaster(content, "a5", { format, dpi: 150 });
    const pages = pagesOf(file.bytes, format);
    expect(pages.length).toBe(file.pages);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect([page.width, page.height, page.dpi]).toEqual([874, 1_240, 150]);
      const black = page.grey.filter((value) => value < 64).length;
      expect(black).toBeGreaterThan(500);
      expect(black).toBeLessThan(page.grey.length / 5);
      expect(page.name).toBe(format === "pwg" ? "iso_a5_148x210mm" : "");
    }
    // A page of text is mostly white.
    expect(file.bytes.length).toBeLessThan((pages.length * 874 * 1_240) / 5);
  });
});

test("pages as PNG stand one after the other, each after its sheet's size and its own length", async () => {
  const file = await buildPageRaster(content, "a4", { format: "png", dpi: 150 });
  const bytes = Buffer.from(file.bytes);
  let pages = 0;
  for (let at = 0; at < bytes.length; pages += 1) {
    // A4 in hundredths of an inch.
    expect([bytes.readInt32LE(at), bytes.readInt32LE(at + 4)]).toEqual([827, 1_169]);
    const end = at + 12 + bytes.readInt32LE(at + 8);
    const picture = await loadImage(bytes.subarray(at + 12, end));
    expect([picture.width, picture.height]).toEqual([1_240, 1_754]);
    const context = blankCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const black = data.filter((value, index) => index % 4 === 1 && value < 64).length;
    expect(black).toBeGreaterThan(500);
    at = end;
  }
  expect(pages).toBe(file.pages);
  expect(pages).toBeGreaterThan(1);
});
