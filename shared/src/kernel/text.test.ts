import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldDigits, nameTokens, normaliseName, phoneDigits } from "./text.ts";

describe("normaliseName", () => {
  test.each([
    ["  Dr.  Ámélie   O'Brien ", "amelie obrien"],
    ["SHARMA, Rajesh", "sharma rajesh"],
    ["Smt. Sita Devi", "sita devi"],
    ["Mr. Dr. S.K. Rao", "s k rao"],
    ["श्रीमती लक्ष्मी शर्मा", "लक्ष्मी शर्मा"],
    ["डॉ. राजेश", "राजेश"],
    ["திரு முருகன்", "முருகன்"],
    ["ਸ਼੍ਰੀ ਹਰਪ੍ਰੀਤ", "ਹਰਪ੍ਰੀਤ"],
    ["ডাঃ সুমিত্রা", "সুমিত্রা"],
    ["Ｒａｊｅｓｈ", "rajesh"],
    ["Groß Łukasz Sørensen", "gross lukasz sorensen"],
    ["Anne-Marie", "anne marie"],
    ["Baby 2 of Sita", "baby 2 of sita"],
    ["...", ""],
  ])("writes %j as %j", (name, key) => {
    expect(normaliseName(name)).toBe(key);
  });

  test("keeps a word that is a title only when it stands before a name", () => {
    expect(normaliseName("Sri")).toBe("sri");
    expect(normaliseName("Devi Shri")).toBe("devi shri");
  });

  test("keeps the vowel signs of Indic scripts", () => {
    expect(normaliseName("राम")).not.toBe(normaliseName("रम"));
  });

  test("gives one form for composed and decomposed letters", () => {
    expect(normaliseName("Jos\u00e9 \u095b\u093e\u0915")).toBe(
      normaliseName("Jose\u0301 \u091c\u093c\u093e\u0915"),
    );
  });

  test("reads plain Latin letters as it does beside others", () => {
    const same = fc.property(
      fc.string({ unit: "grapheme-ascii" }),
      (name) => normaliseName(`ab ${name} é`) === `${normaliseName(`ab ${name}`)} e`,
    );
    expect(() => fc.assert(same)).not.toThrow();
  });

  test("leaves a normal form as it is", () => {
    const stable = fc.property(
      fc.string({ unit: "grapheme" }),
      (name) => normaliseName(normaliseName(name)) === normaliseName(name),
    );
    expect(() => fc.assert(stable)).not.toThrow();
  });
});

test("names each word of a name once", () => {
  expect(nameTokens("Dr. Rajesh  Kumar rajesh")).toEqual(["rajesh", "kumar"]);
  expect(nameTokens(" - ")).toEqual([]);
});

test("writes the digits of every script as 0 to 9", () => {
  expect(foldDigits("९८४५ ৯৮ ௯௮ ౯౮ ೯೮ ൯൮ ૯૮ ੯੮ ୯୮ ٩٨ ۹۸ ９８ a1")).toBe(
    "9845 98 98 98 98 98 98 98 98 98 98 98 a1",
  );
});

test("reads the digits out of a telephone number as it was typed", () => {
  expect(phoneDigits("+91 (९८४५०) 123-45")).toBe("919845012345");
});
