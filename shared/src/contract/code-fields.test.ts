import * as z from "zod";
import { describe, expect, test } from "vitest";
import {
  bp,
  dicomUid,
  gstin,
  gtin,
  hsnSac,
  ifsc,
  invoiceNumber,
  loinc,
  num,
  pinCode,
  taxPan,
  upiReference,
  url,
  utr,
} from "./code-fields.ts";

const fields = {
  dicomUid,
  gstin,
  gtin,
  hsnSac,
  ifsc,
  invoiceNumber,
  loinc,
  pinCode,
  taxPan,
  upiReference,
  url,
  utr,
};

describe("codes of other bodies", () => {
  test.each<[keyof typeof fields, string]>([
    ["gstin", "27AAPFU0939F1ZV"],
    ["gstin", "29AAGCB7383J1Z4"],
    ["loinc", "718-7"],
    ["loinc", "2160-0"],
    ["loinc", "4548-4"],
    ["gtin", "4006381333931"],
    ["gtin", "036000291452"],
    ["dicomUid", "1.2.840.10008.1"],
    ["hsnSac", "999312"],
    ["hsnSac", "3004"],
    ["ifsc", "SBIN0000300"],
    ["pinCode", "560001"],
    ["taxPan", "AAPFU0939F"],
    ["upiReference", "412345678901"],
    ["utr", "SBIN326001234567"],
    ["invoiceNumber", "BR01/2526/000123"],
    ["url", "https://example.in/hooks?x=1"],
  ])("%s accepts %s", (name, sent) => {
    expect(fields[name].parse(sent)).toBe(sent);
  });

  test.each<[keyof typeof fields, string]>([
    ["gstin", "27AAPFU0939F1ZW"],
    ["gstin", "39AAPFU0939F1ZV"],
    ["loinc", "718-8"],
    ["gtin", "4006381333930"],
    ["gtin", "40063813"],
    ["dicomUid", "1.02.3"],
    ["dicomUid", `1.${"2".repeat(63)}`],
    ["dicomUid", "3.1"],
    ["hsnSac", "99A3"],
    ["hsnSac", "99931"],
    ["ifsc", "SBIN1000300"],
    ["pinCode", "060001"],
    ["taxPan", "AAPFU0939"],
    ["upiReference", "41234567890"],
    ["utr", "SBIN32600123456"],
    ["invoiceNumber", "BR01/2526/0001234"],
    ["url", "http://example.in"],
    ["url", "https://user:secret@example.in"],
    ["url", "https://example.in/#part"],
    ["url", "https://exa mple.in"],
    ["url", `https://example.in/${"a".repeat(2048)}`],
  ])("%s refuses %s", (name, sent) => {
    expect(fields[name].safeParse(sent).success).toBe(false);
  });
});

test("a tax rate is in basis points, at most the whole", () => {
  expect(bp.parse(500)).toBe(500);
  expect(bp.safeParse(10_001).success).toBe(false);
});

test("a number has no more decimals than are stored", () => {
  expect(num(0, 100, 2).parse(36.65)).toBe(36.65);
  for (const sent of [36.655, "36.6", -1, 101, Infinity])
    expect(num(0, 100, 2).safeParse(sent).success).toBe(false);
});

test("every field describes itself as JSON Schema", () => {
  const all = z.strictObject({ ...fields, bp, num: num(0, 9, 1) });
  expect(z.toJSONSchema(all, { io: "input", unrepresentable: "any" }).properties).toMatchObject({
    url: { type: "string", format: "uri" },
    pinCode: { pattern: "^[1-9]\\d{5}$" },
    bp: { type: "integer", maximum: 10_000 },
  });
});
