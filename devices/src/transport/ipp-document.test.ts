import { describe, expect, test } from "vitest";
import type { IppAnswer } from "./ipp-message.ts";
import { formatOf, mediaOf, rasterIn } from "./ipp-document.ts";

function said(values: Readonly<Record<string, readonly (string | number)[]>>): IppAnswer {
  return { status: 0, values: new Map(Object.entries(values)) };
}

const formats = (...supported: readonly string[]) => ({ "document-format-supported": supported });

describe("how pages are drawn for a printer", () => {
  test.each([
    ["takes PDF", formats("application/pdf", "image/pwg-raster"), null],
    ["says nothing", {}, null],
    ["takes PWG raster", formats("image/pwg-raster"), { format: "pwg", dpi: 300 }],
    [
      "takes PWG raster at 600 dots an inch alone",
      { ...formats("image/pwg-raster"), "pwg-raster-document-resolution-supported": [600] },
      { format: "pwg", dpi: 600 },
    ],
    [
      "takes URF",
      { ...formats("image/urf", "image/jpeg"), "urf-supported": ["W8", "RS360-600", "V1.4"] },
      { format: "urf", dpi: 360 },
    ],
    ["takes neither", formats("application/octet-stream"), null],
  ])("that %s", (_what, values, raster) => {
    expect(rasterIn(said(values))).toEqual(raster);
  });
});

describe("a document", () => {
  test("is known by its first bytes", () => {
    expect(formatOf(Buffer.from("%PDF-1.4"))).toBe("application/pdf");
    expect(formatOf(Buffer.from("RaS2"))).toBe("image/pwg-raster");
    expect(formatOf(Buffer.from("UNIRAST\0"))).toBe("image/urf");
    expect(formatOf(Buffer.from("^XA"))).toBeNull();
    expect(formatOf(new Uint8Array())).toBeNull();
  });

  test("names its sheet where the printer has it", () => {
    const pdf = Buffer.from("%PDF-1.4 << /MediaBox [0 0 595.27997 841.89001] >>");
    expect(mediaOf(pdf, said({ "media-supported": ["iso_a4_210x297mm"] }))).toBe(
      "iso_a4_210x297mm",
    );
    expect(mediaOf(pdf, said({ "media-supported": ["na_letter_8.5x11in"] }))).toBeNull();
    expect(mediaOf(Buffer.from("%PDF"), said({}))).toBeNull();
  });
});
