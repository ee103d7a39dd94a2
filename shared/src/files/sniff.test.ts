import { expect, test } from "vitest";
import { FileHead, typeByContent } from "./sniff.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n rest", "latin1");
const page = Buffer.from("<!doctype html><script>alert(1)</script>");
const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from("DICM")]);

test.each([
  ["a picture that is called a page", png, "text/html", "image/png"],
  ["a picture under a wrong picture's type", png, "image/jpeg", "image/png"],
  ["a page that is called a picture", page, "image/png", "application/octet-stream"],
  ["a page that is called one", page, "text/html", "application/octet-stream"],
  ["a drawing with programs", Buffer.from("<svg/>"), "image/svg+xml", "application/octet-stream"],
  ["XHTML", page, "application/xhtml+xml", "application/octet-stream"],
  ["a script", page, "text/javascript", "application/octet-stream"],
  ["a text that is no report", Buffer.from("hello"), "application/pdf", "application/octet-stream"],
  ["a report", Buffer.from("%PDF-1.7\n"), "application/pdf", "application/pdf"],
  ["a photograph of webp", Buffer.from("RIFF1234WEBPVP8 "), "image/webp", "image/webp"],
  ["an X-ray", dicom, "application/octet-stream", "application/dicom"],
  ["a list", Buffer.from("a,b\n"), "text/csv", "text/csv"],
  ["two bytes", Buffer.from("%P"), "text/plain", "text/plain"],
])("%s is kept as what it is", (_what, bytes, claimed, kept) => {
  expect(typeByContent(bytes, claimed)).toBe(kept);
});

test("what a file is shows also where its first bytes come one by one", () => {
  const head = new FileHead();
  for (const byte of dicom) head.see(Uint8Array.of(byte));
  head.see(Buffer.alloc(1_000));
  expect(head.bytes).toHaveLength(132);
  expect(typeByContent(head.bytes, "text/plain")).toBe("application/dicom");
});
