import { expect, test } from "vitest";
import { safeFilename } from "./multipart.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ravi\\scan.jpg", "scan.jpg"],
  ["..", "file"],
  ["", "file"],
  [".htaccess", "htaccess"],
  ["a\u0000b\r\nc.pdf", "abc.pdf"],
  // Shown from right to left, the name would end in pdf.
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ['x";evil="y.pdf', "xevil=y.pdf"],
  ["रिपोर्ट.pdf", "रिपोर्ट.pdf"],
])("the name %j is kept as %j", (given, kept) => {
  expect(safeFilename(given)).toBe(kept);
});

test("a long name keeps its extension and no half character", () => {
  const kept = safeFilename(`${"😀".repeat(400)}.pdf`);
  expect(kept.endsWith("😀.pdf")).toBe(true);
  expect(Array.from(kept)).toHaveLength(150);
  expect(kept.isWellFormed()).toBe(true);
});
