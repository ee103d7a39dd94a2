import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codePointsOfWoff } from "./font-coverage.ts";

function shippedFont(name: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${name}`)));
}

test("reads from the font itself which characters it can draw", () => {
  const covered = codePointsOfWoff(
    shippedFont("noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff"),
  );
  const isCovered = (text: string) => covered.has(text.codePointAt(0) ?? 0);
  expect(["क", "ञ", "ॐ", "₹", "\u200d"].filter((text) => !isCovered(text))).toEqual([]);
  expect(["क", "ક", "A", "漢"].filter(isCovered)).toEqual(["क"]);
});

test("refuses a file that is no WOFF font", () => {
  const modern = shippedFont("noto-sans/files/noto-sans-latin-400-normal.woff2");
  expect(() => codePointsOfWoff(modern)).toThrow("not a WOFF font");
});
