import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { bitmapOf, inkDifference } from "./bitmap.ts";
import { bytesOf, goldenPapers, picturesOf } from "./papers.ts";
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

  async function expectKept(name: string, pictures: readonly Buffer[], most: number) {
    expect(pictures.length).toBeGreaterThan(0);
    expect(existsSync(pictureFile(name, pictures.length)), "a page fewer").toBe(false);
    for (const [index, picture] of pictures.entries()) {
      const kept = await bitmapOf(await readFile(pictureFile(name, index)));
      expect(inkDifference(kept, await bitmapOf(picture))).toBeLessThan(most);
    }
  }

  test.each(goldenPapers)("$name looks as it did when a person last looked", async (paper) => {
    const isPage = paper.request.medium.kind === "page";
    if (isPage && !hasPoppler) return;
    const most = isPage ? mostDifference.pdf : mostDifference.own;
    await expectKept(paper.name, await picturesOf(paper.request), most);
  });

  test.each(goldenSlips)("$name looks as it did when a person last looked", async (slip) => {
    await expectKept(slip.name, await slip.pictures(), mostDifference.own);
  });

  test("no picture is kept of a paper that is no longer made", async () => {
    const names = [...goldenPapers, ...goldenSlips].map(({ name }) => name);
    const kept = await readdir(folder);
    const strays = kept.filter((file) => !names.includes(file.replace(/-\d+\.png$/u, "")));
    expect(strays).toEqual([]);
  });

  test.each(goldenPapers)("$name comes to the same bytes each time", async ({ request }) => {
    const [one, other] = [await renderDocument(request), await renderDocument(request)];
    expect(Buffer.from(bytesOf(one)).equals(Buffer.from(bytesOf(other)))).toBe(true);
  });
});
