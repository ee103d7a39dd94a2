import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { bitmapOf, inkDifference } from "./bitmap.ts";
import { bytesOf, goldenDocuments, picturesOf } from "./golden-documents.ts";
import { hasProgram } from "./read-codes.ts";
import { goldenSlips } from "./slips.ts";

const folder = new URL("pictures/", import.meta.url);
// Pages are drawn by a program of the machine, and its versions smooth letters in their own way.
const mostDifference = { pdf: 0.12, own: 0.005 } as const;
const hasPoppler = await hasProgram("pdftoppm");

function pictureFile(name: string, index: number): URL {
  return new URL(`${name}-${index + 1}.png`, folder);
}

describe("printed documents", () => {
  test("poppler is there where every test has to run", () => {
    if (!hasPoppler) console.warn("skipped the pictures of pages: no pdftoppm (poppler-utils)");
    expect(hasPoppler || process.env["CI"] === undefined).toBe(true);
  });

  /** How far the worst picture of a document is from the one that is kept; 1 where one of the two is missing. */
  async function worstDifference(name: string, pictures: readonly Buffer[]): Promise<number> {
    const isOneMore = existsSync(pictureFile(name, pictures.length));
    if (pictures.length === 0 || isOneMore) return 1;
    const differences = pictures.map(async (picture, index) => {
      const kept = await bitmapOf(await readFile(pictureFile(name, index)));
      return inkDifference(kept, await bitmapOf(picture));
    });
    return Math.max(...(await Promise.all(differences)));
  }

  test.each(goldenDocuments)(
    "$name looks as it did when a person last looked",
    async (document) => {
      const isPage = document.request.medium.kind === "page";
      if (isPage && !hasPoppler) return;
      const difference = await worstDifference(document.name, await picturesOf(document.request));
      expect(difference).toBeLessThan(isPage ? mostDifference.pdf : mostDifference.own);
    },
  );

  test.each(goldenSlips)("$name looks as it did when a person last looked", async (slip) => {
    const difference = await worstDifference(slip.name, await slip.pictures());
    expect(difference).toBeLessThan(mostDifference.own);
  });

  test("no picture is kept of a document that is no longer made", async () => {
    const names = [...goldenDocuments, ...goldenSlips].map(({ name }) => name);
    const kept = await readdir(folder);
    const strays = kept.filter((file) => !names.includes(file.replace(/-\d+\.png$/u, "")));
    expect(strays).toEqual([]);
  });

  test.each(goldenDocuments)("$name comes to the same bytes each time", async ({ request }) => {
    const [one, other] = [await renderDocument(request), await renderDocument(request)];
    expect(Buffer.from(bytesOf(one)).equals(Buffer.from(bytesOf(other)))).toBe(true);
  });
});
