import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { bytesOf } from "./golden-documents.ts";
import { hasProgram } from "./read-codes.ts";
import { bill, english } from "./samples.ts";

const run = promisify(execFile);
const hasPoppler = await hasProgram("pdftotext");

/** What a person would copy out of a PDF, page by page. */
async function textOfPages(pdf: Uint8Array): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "edgeward-pages-"));
  try {
    const file = join(folder, "paper.pdf");
    await writeFile(file, pdf);
    const { stdout } = await run("pdftotext", ["-layout", file, "-"]);
    return stdout.split("\f").slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const lineCount = 230;
const lines = Array.from({ length: lineCount }, (_, index) => ({
  description: `Item-${String(index + 1).padStart(3, "0")}`,
  quantity: 1,
  unit_price_minor: 100,
  total_minor: 100,
}));
const total = lineCount * 100;
const long = {
  ...bill,
  lines,
  subtotal_minor: total,
  discount_total_minor: 0,
  taxes: [],
  round_off_minor: 0,
  total_minor: total,
  paid_minor: 0,
  due_minor: total,
};

test.each(["a4", "a5"] as const)(
  "a bill of 230 lines on %s has each line once, the table's head on each page, and pages that count",
  async (pageSize) => {
    const rendered = await renderDocument({
      documentType: "bill",
      data: long,
      settings: { ...english, pageSize },
      medium: { kind: "page" },
      reprint: null,
      copies: 1,
    });
    expect(rendered.pages).toBeGreaterThan(3);
    if (!hasPoppler) return;
    const pages = await textOfPages(bytesOf(rendered));
    expect(pages.length).toBe(rendered.pages);
    const printed = pages.flatMap((page) => page.match(/Item-\d{3}/gu) ?? []);
    expect(printed).toEqual(lines.map(({ description }) => description));
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain("Amount");
    }
    const following = pages.slice(1);
    const running = following.filter((page) => page.includes("Bill LKO/26-27/00912"));
    expect(running).toEqual(following);
    expect(pages.at(-1)).toContain("₹230.00");
  },
);
