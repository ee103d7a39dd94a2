import { expect, test } from "vitest";
import { keyLayouts, typeKey, type Key, type KeyLayout } from "./key-layouts.ts";

function typed(layout: KeyLayout, texts: readonly string[], isName: boolean): string {
  const keys = keyLayouts[layout].flat();
  const keyOf = (text: string): Key => {
    const key = keys.find((each) => each.text === text);
    if (key === undefined) throw new Error(`there is no key for ${text}`);
    return key;
  };
  return texts.reduce((text, each) => typeKey(text, keyOf(each), isName), "");
}

test("types a name with a capital for each word, and no blank twice", () => {
  const texts = [..."indira".split(""), " ", " ", ..."bhosalex".split(""), "⌫"];
  expect(typed("latin", texts, true)).toBe("Indira Bhosale");
});

test("types a username as it is, in small letters", () => {
  expect(typed("account", "asha.k2".split(""), false)).toBe("asha.k2");
});

test("types a name in Devanagari with its signs and conjuncts, and takes the last sign away alone", () => {
  const texts = ["स", "ा", "व", "ि", "त", "्", "र", "ी", "ू", "⌫", " ", "ल", "क्ष", "्", "म", "ी"];
  expect(typed("devanagari", texts, true)).toBe("सावित्री लक्ष्मी");
});

test("types a name in Urdu, and takes its last letter away", () => {
  const texts = [..."شبانہ".split(""), " ", ..."بیگمم".split(""), "⌫"];
  expect(typed("urdu", texts, true)).toBe("شبانہ بیگم");
});

test("has every letter, sign and digit of its script once", () => {
  const has = (layout: KeyLayout) => keyLayouts[layout].flat().map(({ text }) => text);
  expect(has("latin")).toEqual(expect.arrayContaining("abcdefghijklmnopqrstuvwxyz".split("")));
  expect(has("account")).toEqual(expect.arrayContaining("0123456789".split("")));
  // The letters of Hindi by Unicode's order, without those that only Sanskrit and transliteration write.
  const consonants = Array.from({ length: 0x39 - 0x15 + 1 }, (_, place) => 0x0915 + place);
  const written = consonants.filter((code) => ![0x0929, 0x0931, 0x0934].includes(code));
  const hindi = written.map((code) => String.fromCodePoint(code));
  expect(has("devanagari")).toEqual(expect.arrayContaining(hindi));
  expect(has("urdu")).toEqual(
    expect.arrayContaining(Array.from("آابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءیے")),
  );
  for (const layout of ["latin", "devanagari", "urdu", "account"] as const) {
    expect(new Set(has(layout)).size).toBe(has(layout).length);
  }
});
