import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { printMergeTable } from "@edgeward/shared/sync/merge/merge-table.ts";

const page = fileURLToPath(new URL("../../docs/sync-rules.md", import.meta.url));

// EDGEWARD_PRINT_DOCS=1 writes the page anew after the table has changed.
test("the page on what becomes of a change is the table that the merge is tested by", () => {
  if (process.env["EDGEWARD_PRINT_DOCS"] === "1") writeFileSync(page, printMergeTable());
  expect(readFileSync(page, "utf8")).toBe(printMergeTable());
});
